#include "ui/state/advice.h"

#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw::ui {
namespace {

// A likeness worth having finer, and a size that is still learned while one waits.
constexpr float kLearnedWell = 30;
constexpr int kLargestAdvised = 1024;

int longer_side(const Image& image) {
    return std::max(image.width, image.height);
}

bool worth_learning_larger(const Status& status) {
    return status.picture && longer_side(*status.picture) > longer_side(*status.target) &&
           longer_side(*status.picture) <= kLargestAdvised && status.last.psnr >= kLearnedWell;
}

Advice of_trouble(const Status& status) {
    Advice advice{status.error, true, {}};
    if (status.error_kind == ErrorKind::diverged)
        advice.buttons = {{AdviceAct::lower_rate, "Lower the rate and go on"}};
    if (status.error_kind == ErrorKind::not_saved)
        advice.buttons = {{AdviceAct::save_copy, "Save a copy…"}};
    if (status.error_kind == ErrorKind::not_opened)
        advice.buttons = {{AdviceAct::open_another, "Open another…"}};
    return advice;
}

Advice of_diagnosis(const Diagnosis& diagnosis) {
    Advice advice{diagnosis.sentence, false, {}};
    if (diagnosis.remedy) advice.buttons = {{AdviceAct::remedy, diagnosis.remedy->label}};
    return advice;
}

Advice of_finished(const Status& status) {
    const std::string quality = decibels(status.last.psnr);
    const AdviceButton take_it{AdviceAct::export_picture, "Export picture…"};
    if (!worth_learning_larger(status))
        return {"Finished at " + quality + " after " + thousands(status.config.schedule.epochs) +
                    " epochs.",
                false,
                {{AdviceAct::train_longer, "Train longer"}, take_it}};
    const Image &picture = *status.picture, &target = *status.target;
    return {
        fmt::format("Finished at {} × {}; the picture itself is {} × {}.", target.width,
                    target.height, picture.width, picture.height),
        false,
        {{AdviceAct::learn_larger, fmt::format("Learn it at {}", longer_side(picture))}, take_it}};
}

}  // namespace

void remember(AdviceMemory& memory, const Status& status) {
    if (status.run_serial != memory.run_serial) memory = {.run_serial = status.run_serial};
    memory.trained |= status.phase == Phase::training;
}

std::optional<Advice> advice(const Status& status, const AdviceMemory& memory) {
    if (!status.error.empty()) return of_trouble(status);
    if (!status.view_only.empty()) return std::nullopt;  // whatever it were, it trains the run
    if (status.diagnosis && status.diagnosis->sentence != memory.refused)
        return of_diagnosis(*status.diagnosis);
    const bool finished = status.target && status.phase == Phase::finished && memory.trained;
    if (finished && !memory.dismissed && !status.job) return of_finished(status);
    return std::nullopt;
}

}  // namespace redraw::ui
