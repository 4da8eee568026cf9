#include "ui/sheets/held_out.h"

#include "engine/studies/held_out.h"
#include "engine/text/numbers.h"
#include "ui/kit/widgets.h"
#include "ui/sheets/quality_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

std::string help_of(const Ui& ui) {
    std::string help =
        learns_own_half(ui.status.config.network)
            ? "A copy of the network learns the picture made half as large, from new weights and "
              "with this run's settings; then it and plain interpolation of that half are held "
              "against the picture. The run itself is not touched."
            : "A copy of the network learns one pixel in four of the picture, from new weights and "
              "with this run's settings; then it and plain interpolation of the same pixels are "
              "held against the other three. The run itself is not touched.";
    if (const double seconds = held_out_seconds(ui.status); seconds > 0)
        help += " Takes about " + duration(seconds) +
                (ui.running() ? "; training goes on meanwhile, slower." : ".");
    return help;
}

void offer(Ui& ui) {
    const bool possible = ui.status.target->pixel_count() > 1;
    note(ui,
         possible ? "There is no larger original to measure against, but the picture's own pixels "
                    "can be held out."
                  : "There is no larger original to measure against.",
         ui.palette.muted);
    if (!possible) return;
    if (button(ui, "measure held out", "Measure on held-out pixels", ButtonLook::plain,
               {0, ui.px(28)}))
        ui.requests.ask(command::MeasureHeldOut{});
    tooltip(ui, help_of(ui));
}

void draw_progress(Ui& ui, const HeldOutMeasure& measure) {
    constexpr double kKnown = 0.02;  // of the whole, before that the time left is a guess
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float cancel = ui.px(80), height = ui.px(28);
    const float width = ImGui::GetContentRegionAvail().x - cancel - ui.px(12);
    const float y = at.y + height - ui.px(4), r = ui.px(2);
    const std::string left =
        measure.progress > kKnown ? ", " + duration(measure.seconds_left) + " left" : "";
    draw_text(
        ui, ui.view.fonts.small, {at.x, at.y + ui.px(3)}, ui.palette.muted,
        fmt::format("A copy learns {}: {:.0f} %{}", what_a_copy_learns(ui.status.config.network),
                    100 * measure.progress, left));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, y - r}, {at.x + width, y + r}, ui.palette.field_hovered, r);
    const float done = width * float(std::clamp(measure.progress, 0.0, 1.0));
    if (done > 0)
        list.AddRectFilled({at.x, y - r}, {at.x + std::max(2 * r, done), y + r}, ui.palette.accent,
                           r);
    ImGui::InvisibleButton("held out progress", {width, height});
    tooltip(ui, help_of(ui) + " The sheet may be closed meanwhile.");
    ImGui::SetCursorScreenPos({at.x + width + ui.px(12), at.y});
    if (button(ui, "cancel held out", "Cancel", ButtonLook::plain, {cancel, height}))
        ui.requests.ask(command::DropHeldOut{});
    tooltip(ui, "Forgets the copy. The run is as it was.");
}

}  // namespace

double held_out_seconds(const Status& status) {
    const double each = status.steps_per_second > 0 ? 1 / status.steps_per_second
                        : status.step > 0           ? status.seconds / double(status.step)
                                                    : 0;
    // A quarter of the pixels: of the work of a step, or of the steps of an epoch. Beside the run's
    // own training it has half of the time.
    const double alone = double(status.total_steps) * each / 4;
    return status.phase == Phase::training ? 2 * alone : alone;
}

std::string held_out_verdict(std::span<const Quality> methods) {
    const Quality plain = best_interpolation(methods);
    const double ahead = methods.front().psnr - plain.psnr;
    if (!(std::abs(ahead) >= kSameDecibels))
        return "Between its pixels network and " + plain.method + " are equally close.";
    const std::string by =
        std::isfinite(ahead) ? fmt::format("by {:.1f} dB", std::abs(ahead)) : "to the last bit";
    const double best_ssim =
        std::max_element(methods.begin() + 1, methods.end(), [](const auto& a, const auto& b) {
            return a.ssim < b.ssim;
        })->ssim;
    const bool disagrees = (methods.front().ssim > best_ssim) != (ahead > 0);
    return (ahead > 0 ? "Between its pixels the network is closer " + by + " than " + plain.method +
                            ": for a larger picture take its drawing."
                      : "Between its pixels plain " + plain.method + " is closer " + by +
                            ": for a larger picture take that.") +
           (disagrees ? " SSIM says the opposite." : "");
}

void draw_held_out(Ui& ui) {
    const auto& measure = ui.status.held_out;
    if (!measure) return offer(ui);
    if (!measure->finished()) return draw_progress(ui, *measure);
    draw_quality_table(ui, measure->methods,
                       fmt::format("After {} epochs on {}", thousands(measure->schedule.epochs),
                                   learns_own_half(ui.status.config.network)
                                       ? "the picture's own half: PSNR in decibels and SSIM of the "
                                         "picture drawn from it."
                                       : "one pixel in four: PSNR in decibels of the pixels held "
                                         "out, SSIM of the whole picture."));
    note(ui, held_out_verdict(measure->methods), ui.palette.text);
}

}  // namespace redraw
