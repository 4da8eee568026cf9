#include "ui/sheets/export_preview.h"

#include "engine/studies/held_out.h"
#include "engine/studies/original_study.h"
#include "engine/text/numbers.h"
#include "ui/kit/fields.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/widgets.h"
#include "ui/sheets/export_details.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/sheet_room.h"
#include "ui/sheets/sheet_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace redraw::ui {
namespace {

constexpr std::array kMethods{"Network", "Nearest", "Bilinear", "Bicubic", "Lanczos"};
constexpr float kLabels = 42, kLine = 18, kTablePad = 5;  // units

// Of the interpolations, under the name that a sentence has for it.
Quality best_interpolation(std::span<const Quality> methods) {
    const auto plain = methods.subspan(1);
    Quality best = plain[closest(plain)];
    if (best.method == "lanczos") best.method = "Lanczos";
    if (best.method == "nearest") best.method = "nearest neighbour";
    return best;
}

void in_the_middle(Ui& ui, ImFont* font, float x, float y, ImU32 colour, const std::string& text) {
    draw_text(ui, font, {std::round(x - text_size(font, text).x / 2), y}, colour, text);
}

// The network and plain interpolations side by side, over the width of what they lie in: a column
// each, the closest one framed; dashes before anything is measured. `help` says what was measured.
void draw_quality_table(Ui& ui, std::span<const Quality> methods, const std::string& help) {
    const bool measured = methods.size() == kMethods.size();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float pad = ui.px(kTablePad), line = ui.px(kLine), labels = ui.px(kLabels);
    const float column = std::floor((width - labels) / float(kMethods.size()));
    const float height = 3 * line + 2 * pad;
    ImFont* font = ui.view.fonts.small;
    const auto row = [&](int i) { return at.y + pad + float(i) * line; };
    draw_text(ui, font, {at.x, row(1)}, ui.palette.muted, "dB");
    draw_text(ui, font, {at.x, row(2)}, ui.palette.muted, "SSIM");
    for (std::size_t i = 0; i < kMethods.size(); ++i) {
        const float x = at.x + labels + float(i) * column, middle = x + column / 2;
        const bool best = measured && i == closest(methods);
        if (best)
            ImGui::GetWindowDrawList()->AddRect({x, at.y}, {x + column, at.y + height},
                                                ui.palette.accent_text, ui.px(5), 0, ui.px(1.5f));
        in_the_middle(ui, font, middle, row(0), best ? ui.palette.text : ui.palette.muted,
                      kMethods[i]);
        const auto value = [&](int at_row, int digits, double number) {
            in_the_middle(ui, font, middle, row(at_row), ui.palette.text,
                          !measured               ? "–"
                          : std::isfinite(number) ? fmt::format("{:.{}f}", number, digits)
                                                  : "exact");
        };
        value(1, 2, measured ? methods[i].psnr : 0);
        value(2, 4, measured ? methods[i].ssim : 0);
    }
    ImGui::InvisibleButton("quality", {width, height});
    name_control(ui, "quality");
    tooltip(ui, help + " More is closer. The frame marks the highest PSNR.");
    const auto explain_row = [&](const char* name, int i, const std::string& what) {
        read_out(ui, name, {at.x, row(i), at.x + width, row(i) + line}, what);
    };
    explain_row("quality in decibels", 1, kDecibels);
    explain_row("quality as SSIM", 2,
                "SSIM: how alike the structure is, by means, contrasts and what varies together in "
                "small windows (Wang et al. 2004). 1 is the picture itself.");
}

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

void offer_to_measure(Ui& ui) {
    const bool possible = ui.status.target->pixel_count() > 1;
    note(ui,
         possible ? "There is no larger original to measure against, but the picture's own pixels "
                    "can be held out."
                  : "There is no larger original to measure against.",
         ui.palette.muted);
    if (!possible) return;
    if (button(ui, "measure held out", "Measure on held-out pixels", ButtonStyle::plain,
               {0, ui.px(28)}))
        ui.requests.ask(command::MeasureHeldOut{});
    tooltip(ui, help_of(ui));
}

void draw_held_out_progress(Ui& ui, const HeldOutMeasure& measure) {
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
    name_control(ui, "held out progress");
    tooltip(ui, help_of(ui) + " The sheet may be closed meanwhile.");
    ImGui::SetCursorScreenPos({at.x + width + ui.px(12), at.y});
    if (button(ui, "cancel held out", "Cancel", ButtonStyle::plain, {cancel, height}))
        ui.requests.ask(command::DropHeldOut{});
    tooltip(ui, "Forgets the copy. The run is as it was.");
}

// Where there is no larger original: what was measured, how far that is, or the button that begins
// it.
void draw_held_out(Ui& ui) {
    const auto& measure = ui.status.held_out;
    if (!measure) return offer_to_measure(ui);
    if (!measure->finished()) return draw_held_out_progress(ui, *measure);
    draw_quality_table(ui, measure->methods,
                       fmt::format("After {} epochs on {}", epoch_number(measure->schedule.epochs),
                                   learns_own_half(ui.status.config.network)
                                       ? "the picture's own half: PSNR in decibels and SSIM of the "
                                         "picture drawn from it."
                                       : "one pixel in four: PSNR in decibels of the pixels held "
                                         "out, SSIM of the whole picture."));
    note(ui, held_out_verdict(measure->methods), ui.palette.text);
}

}  // namespace

std::string export_verdict(const Status& status, const ExportCrop* crop) {
    const Image& original = *status.picture;
    const bool all = compared_whole(original);
    const std::string where =
        all ? fmt::format("over the whole original, {} × {}", original.width, original.height)
            : fmt::format("over this detail at the original's {} × {}", original.width,
                          original.height);
    if (!crop || crop->methods.empty()) return "Measuring both " + where + "…";
    const Quality plain = best_interpolation(crop->methods);
    const double ahead = crop->methods.front().psnr - plain.psnr;
    if (std::abs(ahead) < kSameDecibels)
        return "Network and " + plain.method + " are equally close, " + where + ".";
    if (ahead > 0) return fmt::format("The network is closer by {:.1f} dB, {}.", ahead, where);
    return fmt::format("Plain interpolation does better here: {} is closer by {:.1f} dB, {}.",
                       plain.method, -ahead, where);
}

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
    const double best_ssim = std::ranges::max_element(methods.subspan(1), {}, &Quality::ssim)->ssim;
    const bool disagrees = (methods.front().ssim > best_ssim) != (ahead > 0);
    return (ahead > 0 ? "Between its pixels the network is closer " + by + " than " + plain.method +
                            ": for a larger picture take its drawing."
                      : "Between its pixels plain " + plain.method + " is closer " + by +
                            ": for a larger picture take that.") +
           (disagrees ? " SSIM says the opposite." : "");
}

void draw_export_preview(Ui& ui, const std::vector<PixelSize>& sizes) {
    const bool drawable =
        !sizes.empty() && std::all_of(sizes.begin(), sizes.end(), [](const PixelSize& size) {
            return size.width >= 1 && size.height >= 1 && size.width <= 65536 &&
                   size.height <= 65536;
        });
    const auto measured = draw_export_details(ui, drawable ? sizes : std::vector<PixelSize>{});
    const ExportCrop* crop = measured ? ui.status.export_crop.get() : nullptr;
    if (crop && crop->size != *measured) crop = nullptr;
    const SheetRoom kept(ui.px(3 * kLine + 2 * kTablePad) + ImGui::GetStyle().ItemSpacing.y +
                         note_height(ui, 2));
    if (has_larger_original(ui.status)) {
        draw_quality_table(ui, crop ? std::span(crop->methods) : std::span<const Quality>(),
                           "How close each comes to the original: PSNR in decibels and SSIM.");
        note(ui,
             drawable ? export_verdict(ui.status, crop)
                      : "Which is closer to the original is said of the size that is chosen.",
             ui.palette.muted);
    } else {
        draw_held_out(ui);
    }
}

}  // namespace redraw::ui
