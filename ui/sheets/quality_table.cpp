#include "ui/sheets/quality_table.h"

#include "ui/kit/widgets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace redraw {
namespace {

constexpr std::array kNames{"Network", "Nearest", "Bilinear", "Bicubic", "Lanczos"};
constexpr float kLabels = 42, kLine = 18, kPad = 5;  // units

void in_the_middle(Ui& ui, ImFont* font, float x, float y, ImU32 colour, const std::string& text) {
    draw_text(ui, font, {std::round(x - text_size(font, text).x / 2), y}, colour, text);
}

}  // namespace

std::size_t closest(std::span<const Quality> methods) {
    const auto best =
        std::max_element(methods.begin(), methods.end(),
                         [](const Quality& a, const Quality& b) { return a.psnr < b.psnr; });
    return std::size_t(best - methods.begin());
}

Quality best_interpolation(std::span<const Quality> methods) {
    const auto plain = methods.subspan(1);
    Quality best = plain[closest(plain)];
    if (best.method == "lanczos") best.method = "Lanczos";
    if (best.method == "nearest") best.method = "nearest neighbour";
    return best;
}

void draw_quality_table(Ui& ui, std::span<const Quality> methods, const std::string& help) {
    const bool measured = methods.size() == kNames.size();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float pad = ui.px(kPad), line = ui.px(kLine), labels = ui.px(kLabels);
    const float column = std::floor((width - labels) / float(kNames.size()));
    const float height = 3 * line + 2 * pad;
    ImFont* font = ui.view.fonts.small;
    const auto row = [&](int i) { return at.y + pad + float(i) * line; };
    draw_text(ui, font, {at.x, row(1)}, ui.palette.muted, "dB");
    draw_text(ui, font, {at.x, row(2)}, ui.palette.muted, "SSIM");
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        const float x = at.x + labels + float(i) * column, middle = x + column / 2;
        const bool best = measured && i == closest(methods);
        if (best)
            ImGui::GetWindowDrawList()->AddRect({x, at.y}, {x + column, at.y + height},
                                                ui.palette.accent_text, ui.px(5), 0, ui.px(1.5f));
        in_the_middle(ui, font, middle, row(0), best ? ui.palette.text : ui.palette.muted,
                      kNames[i]);
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
    tooltip(ui, help + " More is closer; SSIM is 1 at most. The frame marks the highest PSNR.");
}

}  // namespace redraw
