#include "ui/state/advice.h"

#include "engine/data/batch_by_size.h"
#include "engine/features/studies/original_psnr.h"
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
int longer_side(const auto& size) {
    return std::max(size.width, size.height);
}

bool worth_learning_larger(const Status& status) {
    return may_learn_larger(status) && status.psnr >= kLearnedWell;
}

// Rounds a time in seconds up to one that is short as text: "40 s", "7 min", "25 min", "2.5 h".
double rounded_up(double seconds) {
    const double unit = seconds < 60 ? 10 : seconds < 600 ? 60 : seconds < 3600 ? 300 : 1800;
    return std::ceil(seconds / unit - 1e-9) * unit;
}

Advice of_trouble(const Status& status) {
    Advice advice{status.error, true, {}};
    if (status.error_kind == Error::Kind::diverged)
        advice.buttons = {{AdviceAct::lower_rate, "Lower the rate and continue"}};
    if (status.error_kind == Error::Kind::not_saved)
        advice.buttons = {{AdviceAct::try_again, "Try again"},
                          {AdviceAct::save_copy, "Save a copy…"}};
    if (status.error_kind == Error::Kind::not_created)
        advice.buttons = {{AdviceAct::try_again, "Try again"}};
    if (status.error_kind == Error::Kind::not_opened)
        advice.buttons = {{AdviceAct::open_another, "Open another…"}};
    return advice;
}

Advice of_finished(const Status& status) {
    const float psnr = psnr_of_original(status);
    const bool exact = std::isinf(psnr);
    const char* ended = status.psnr < kLikenessDecibels ? "Ended" : "Done";
    std::string result = exact ? "Exact: every pixel matches."
                         : !std::isnan(psnr)
                             ? fmt::format("{}: {}, {}.", ended, decibels(psnr), likeness(psnr))
                             : fmt::format("{} {}.", ended, at_learned_size(status));
    std::vector<AdviceButton> buttons{{AdviceAct::export_picture, "Export…"},
                                      {AdviceAct::replay, "Replay"}};
    if (worth_learning_larger(status)) {
        if (const double seconds = full_size_seconds(status); seconds > 0)
            result += fmt::format(" Whole picture: about {}.", time_span(seconds));
        buttons.insert(buttons.begin(), {AdviceAct::learn_larger, "Learn at full size"});
    } else if (const auto next = further(status)) {
        buttons.insert(buttons.begin(), *next);
    }
    return {std::move(result), false, std::move(buttons)};
}

// Asks about a run whose steps take this machine very long, while it has just begun.
std::optional<Advice> of_slow_machine(const Status& status) {
    constexpr double kLong = 60, kBegun = 0.25;
    const Schedule& schedule = status.config.schedule;
    const double left = status.seconds_left;
    if (status.phase != Phase::training || status.whole || schedule.seconds > 0 ||
        !status.request.by_size.epochs || !(left > kLong) ||
        double(status.step) > kBegun * double(status.total_steps))
        return std::nullopt;
    const Image& picture = known_picture(status);
    const double now = finish_of(status.config, {picture.width, picture.height});
    if (now <= kSketch) return std::nullopt;
    return Advice{
        fmt::format("On this machine it takes about {} more.", time_span(rounded_up(left))),
        false,
        {{.act = AdviceAct::finish,
          .label = fmt::format("Only a sketch: {}",
                               time_span(rounded_up(std::max(1.0, left * kSketch / now)))),
          .finish = kSketch}},
        "slow"};
}

}  // namespace

bool learns_smaller(const Status& status) {
    return status.picture && status.target &&
           longer_side(*status.picture) > longer_side(*status.target);
}

std::optional<AdviceButton> further(const Status& status) {
    if (status.phase != Phase::finished || status.whole || std::isinf(psnr_of_original(status)))
        return std::nullopt;
    const Image& picture = known_picture(status);
    const double now = finish_of(status.config, {picture.width, picture.height});
    if (status.config.schedule.seconds <= 0 && now > 0)
        for (const auto& [finish, label] :
             {std::pair{kLikeness, "Go on to a likeness"}, {kPerfect, "Go on to perfect"}})
            if (now < 0.9 * finish)
                return AdviceButton{.act = AdviceAct::finish, .label = label, .finish = finish};
    return AdviceButton{AdviceAct::train_longer, "Learn longer"};
}

Config learned_further(Config config, const AdviceButton& next, PixelSize picture) {
    if (next.act == AdviceAct::finish) return with_finish(std::move(config), next.finish, picture);
    (config.schedule.seconds > 0 ? config.schedule.seconds : config.schedule.epochs) *= 2;
    return config;
}

bool is_tile(const Status& status, std::int64_t step) {
    return status.whole && step > status.whole->own_step;
}

std::string step_name(const Status& status, std::int64_t step) {
    if (!is_tile(status, step))
        return epoch_name(double(step) / double(std::max<std::int64_t>(1, status.steps_per_epoch)));
    std::int64_t tile = 1;  // counts from 1; the tile being learned may have no keyframe yet
    for (const Keyframe& moment : *status.keyframes)
        tile += moment.step > status.whole->own_step && moment.step < step;
    return fmt::format("tile {}", tile);
}

std::string whole_progress(const WholePicture& whole) {
    return fmt::format("tile {} of {}", whole.learned, whole.tiles);
}

bool may_learn_larger(const Status& status) {
    return learns_smaller(status) && !status.whole;
}

std::string pixels_of(PixelSize size) {
    return dimensions(size.width, size.height);
}

std::string at_learned_size(const Status& status, PixelSize learned) {
    const bool smaller =
        learned.width > 0 && status.picture && longer_side(*status.picture) > longer_side(learned);
    return smaller ? "at " + pixels_of(learned) : "";
}

std::string at_learned_size(const Status& status) {
    const auto& target = status.target;
    return target ? at_learned_size(status, {target->width, target->height}) : "";
}

float psnr_of_original(const Status& status) {
    if (status.whole && status.whole->learned == status.whole->tiles) return status.whole->psnr;
    if (!learns_smaller(status)) return status.psnr;
    const auto& original = status.result<OriginalPsnr>();
    const bool measured = original && original->step == status.step && original->whole &&
                          !original->own_half && status.phase != Phase::training;
    return measured ? original->psnr : NAN;
}

Closeness closeness_now(const Status& status) {
    if (status.step == 0 || std::isnan(status.psnr)) return {decibels(status.psnr), ""};
    if (status.whole && status.whole->learned > 0 && status.whole->learned < status.whole->tiles)
        return {decibels(status.whole->psnr), "in the finished tiles"};
    bool alone = true;
    alone &= status.compared_runs.empty();
    alone &= status.taught.runs.empty();
    const float psnr = alone || !learns_smaller(status) ? psnr_of_original(status) : NAN;
    if (std::isnan(psnr)) return {decibels(status.psnr), at_learned_size(status)};
    return {decibels(psnr), likeness(psnr)};
}

std::string closeness(const Status& status, double psnr) {
    const std::string at = std::isnan(psnr) ? "" : at_learned_size(status);
    return decibels(psnr) + (at.empty() ? "" : " " + at);
}

double full_size_seconds(const Status& status) {
    if (learns_whole_in_tiles(status)) return rounded_up(whole_seconds(status));
    const double limit = status.config.schedule.seconds;
    const double now = limit > 0 ? limit : status.seconds + status.seconds_left;
    const double times =
        double(status.picture->pixel_count()) / double(status.target->pixel_count());
    return std::isfinite(now) ? rounded_up(now * times) : 0;
}

Config learned_larger(Config config, const Status& status) {
    const Image& picture = *status.picture;
    config = with_train_size(config, {.longer_side = 0}, {picture.width, picture.height});
    if (config.schedule.seconds > 0) config.schedule.seconds = full_size_seconds(status);
    return config;
}

void remember(AdviceMemory& memory, const Status& status) {
    if (status.run_serial != memory.run_serial) memory = {.run_serial = status.run_serial};
    memory.trained |= status.phase == Phase::training;
}

std::optional<Advice> advice(const Status& status, const AdviceMemory& memory) {
    if (!status.error.empty()) return of_trouble(status);
    if (!status.view_only.empty()) return std::nullopt;  // other advice is about training
    // After an unexpected end, the offer to resume the recovered session comes before a diagnosis,
    // because the user has not yet decided whether to resume.
    if (memory.interrupted && !memory.trained && status.phase == Phase::paused)
        return Advice{status.whole
                          ? "Interrupted at " + whole_progress(*status.whole) + ". Nothing is lost."
                          : fmt::format("Interrupted at epoch {} of {}. Nothing is lost.",
                                        epoch_number(std::floor(status.epoch)),
                                        epoch_number(status.config.schedule.epochs)),
                      false,
                      {{AdviceAct::go_on, "Resume"}}};
    if (const auto found = doctor_advice(status); found && !memory.refused.contains(found->problem))
        return found;
    if (auto slow = of_slow_machine(status); slow && !memory.refused.contains(slow->problem))
        return slow;
    const bool finished = status.target && status.phase == Phase::finished && memory.trained;
    if (finished && !memory.dismissed && !status.job) return of_finished(status);
    return std::nullopt;
}

}  // namespace redraw::ui
