#include "ui/actions/companion.h"

#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <cmath>

namespace redraw {
namespace {

bool known(float psnr, std::int64_t step) {
    return step > 0 && !std::isnan(psnr);
}

}  // namespace

void follow_companion(Ui& ui) {
    UiState& s = ui.state;
    const std::filesystem::path now = ui.status.companion ? ui.status.companion->path : "";
    if (now == s.companion) return;
    s.companion = now;
    if (now.empty()) {
        if (s.against == Against::companion) s.against = Against::picture;
        return;
    }
    s.against = Against::companion;
    s.companion_by_time = ui.status.companion->racing;
    if (s.mode != ViewMode::wipe) s.mode = ViewMode::side_by_side;
}

std::string companion_label(const Status& status) {
    const Companion& other = *status.companion;
    const std::string name = other.racing ? "B" : other.name;
    return known(other.last.psnr, other.step) ? name + ", " + decibels(other.last.psnr) : name;
}

std::string race_label(const Status& status) {
    if (!status.companion || !status.companion->racing) return "";
    return known(status.last.psnr, status.step) ? "A, " + decibels(status.last.psnr) : "A";
}

std::string standing(const Status& status) {
    const Companion& other = *status.companion;
    if (!known(other.last.psnr, other.step) || !known(status.last.psnr, status.step))
        return other.racing ? "A and B begin" : "";
    const double lead = double(status.last.psnr) - double(other.last.psnr);
    // As it is read: 38.2 against 38.1 is a tenth.
    const double shown = std::round(std::abs(lead) * 10) / 10;
    const bool even = !(shown > 0) || !std::isfinite(lead);
    if (other.racing)
        return even ? "A and B are even"
                    : fmt::format("{} leads by {:.1f} dB", lead > 0 ? "A" : "B", shown);
    return even ? "as close as this run"
                : fmt::format("{:.1f} dB {}", shown, lead > 0 ? "less" : "more");
}

}  // namespace redraw
