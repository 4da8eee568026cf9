#include "ui/title.h"

#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <cmath>

namespace redraw {

std::string window_title(const Status& status, bool away) {
    std::string title = "Redraw";
    const char* only = status.view_only.empty() ? "" : " (view only)";
    if (!status.picture_name.empty()) title = status.picture_name + only + " – " + title;
    // Rounded down: 100 % is when it is done.
    if (status.phase == Phase::training && status.total_steps > 0)
        return fmt::format("{:.0f} % – {}",
                           std::floor(100.0 * double(status.step) / double(status.total_steps)),
                           title);
    if (status.phase == Phase::finished && away)
        return "Done, " + decibels(status.last.psnr) + " – " + title;
    return title;
}

}  // namespace redraw
