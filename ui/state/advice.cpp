#include "ui/state/advice.h"

#include "engine/data/batch_by_size.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace redraw::ui {
namespace {

// PSNR in dB from which learning the picture at a larger size is worth suggesting.
constexpr float kLearnedWell = 30;
int longer_side(const Image& image) {
    return std::max(image.width, image.height);
}

bool worth_learning_larger(const Status& status) {
    return status.picture && longer_side(*status.picture) > longer_side(*status.target) &&
           status.psnr >= kLearnedWell;
}

Advice of_trouble(const Status& status) {
    Advice advice{status.error, true, {}};
    if (status.error_kind == ErrorKind::diverged)
        advice.buttons = {{AdviceAct::lower_rate, "Lower the rate and continue"}};
    if (status.error_kind == ErrorKind::not_saved)
        advice.buttons = {{AdviceAct::save_copy, "Save a copy…"}};
    if (status.error_kind == ErrorKind::not_opened)
        advice.buttons = {{AdviceAct::open_another, "Open another…"}};
    return advice;
}

Advice of_diagnosis(const Diagnosis& diagnosis) {
    Advice advice{diagnosis.sentence, false, {}, diagnosis.condition};
    if (diagnosis.remedy) advice.buttons = {{AdviceAct::remedy, diagnosis.remedy->label}};
    return advice;
}

int larger_side(const Status& status) {
    return std::min(longer_side(*status.picture), 2 * longer_side(*status.target));
}

// Returns the next longer time limit: twice the size has four times the pixels.
double longer_time(double seconds) {
    for (const double longer : {60.0, 600.0, 3600.0})
        if (longer > seconds) return longer;
    return 4 * seconds;
}

// Describes a PSNR in dB.
const char* likeness(float psnr) {
    return psnr < 25   ? "a rough likeness"
           : psnr < 33 ? "close"
           : psnr < 40 ? "like a good JPEG"
                       : "hard to tell from the picture";
}

Advice of_finished(const Status& status) {
    const bool reduced =
        status.picture && longer_side(*status.picture) > longer_side(*status.target);
    // The PSNR against the picture as opened, once that is measured.
    const auto& original = status.original;
    const bool of_original =
        original && original->step == status.step && original->whole && !original->own_half;
    const float psnr = !reduced ? status.psnr : of_original ? original->psnr : NAN;
    const bool exact = std::isinf(psnr);
    std::vector<AdviceButton> buttons{{AdviceAct::export_picture, "Export…"},
                                      {AdviceAct::replay, "Replay"}};
    if (worth_learning_larger(status)) {
        const double seconds = status.config.schedule.seconds;
        const int side = larger_side(status);
        const std::string size = side == longer_side(*status.picture) ? std::string("full size")
                                                                      : fmt::format("{} px", side);
        const std::string time =
            seconds > 0 ? fmt::format(" ({})", time_span(longer_time(seconds))) : "";
        buttons.insert(buttons.begin(), {AdviceAct::learn_larger, "Learn at " + size + time});
    } else if (!exact) {
        buttons.insert(buttons.begin(), {AdviceAct::train_longer, "Train longer"});
    }
    const std::string result =
        exact ? "Exact: every pixel matches."
        : !std::isnan(psnr)
            ? fmt::format("Done: {}, {}.", decibels(psnr), likeness(psnr))
            : fmt::format("Done at {} × {}.", status.target->width, status.target->height);
    return {result, false, std::move(buttons)};
}

}  // namespace

Config learned_larger(Config config, const Status& status) {
    const Image& picture = *status.picture;
    const int side = larger_side(status);
    const bool whole = side == longer_side(picture);
    config =
        with_train_size(config, {.longer_side = whole ? 0 : side}, {picture.width, picture.height});
    config.schedule.seconds =
        config.schedule.seconds > 0 ? longer_time(config.schedule.seconds) : 0;
    return config;
}

void remember(AdviceMemory& memory, const Status& status) {
    if (status.run_serial != memory.run_serial) memory = {.run_serial = status.run_serial};
    memory.trained |= status.phase == Phase::training;
}

std::optional<Advice> advice(const Status& status, const AdviceMemory& memory) {
    if (!status.error.empty()) return of_trouble(status);
    if (!status.view_only.empty()) return std::nullopt;  // advice would train the run
    // An interrupted session comes before a diagnosis: the user has not chosen anything since.
    if (memory.interrupted && !memory.trained && status.phase == Phase::paused)
        return Advice{fmt::format("Interrupted at epoch {} of {}; nothing is lost.",
                                  epoch_number(std::floor(status.epoch)),
                                  epoch_number(status.config.schedule.epochs)),
                      false,
                      {{AdviceAct::go_on, "Resume"}}};
    if (status.diagnosis && status.diagnosis->condition != memory.refused)
        return of_diagnosis(*status.diagnosis);
    const bool finished = status.target && status.phase == Phase::finished && memory.trained;
    if (finished && !memory.dismissed && !status.job) return of_finished(status);
    return std::nullopt;
}

}  // namespace redraw::ui
