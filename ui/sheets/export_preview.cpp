// A detail of the export before it is made: the network's drawing beside plain interpolation, and
// which of them is closer to the picture as it was opened, or to pixels that were held out.
#include "ui/sheets/export_preview.h"

#include "engine/studies/original_study.h"
#include "engine/text/numbers.h"
#include "ui/kit/widgets.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/held_out.h"
#include "ui/sheets/quality_table.h"
#include "ui/sheets/sheet_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace redraw {
namespace {

constexpr float kHeight = 172, kGap = 12;  // units

PixelSize previewed_size(const ExportSheet& sheet, const std::vector<PixelSize>& sizes) {
    const bool there = std::find(sizes.begin(), sizes.end(), sheet.previewed) != sizes.end();
    return there ? sheet.previewed : sizes.front();
}

void choose_size(Ui& ui, const std::vector<PixelSize>& sizes, PixelSize shown) {
    if (sizes.size() < 2) return;
    sheet_row(ui, "Preview", "The size that the detail below is drawn at.");
    const float start = ImGui::GetCursorScreenPos().x;
    const float end = start + ImGui::GetContentRegionAvail().x;
    float x = start;
    for (const PixelSize& size : sizes) {
        const std::string text = fmt::format("{} × {}", size.width, size.height);
        const float width = text_size(ui.view.fonts.body, text).x + ui.px(20);
        if (x > start && x + width <= end)
            ImGui::SameLine(0, ui.px(6));
        else if (x > start)
            x = start, ImGui::SetCursorScreenPos({x, ImGui::GetCursorScreenPos().y});
        if (toggle_chip(ui, text.c_str(), text, size == shown))
            ui.state.export_sheet.previewed = size;
        x += width + ui.px(6);
    }
}

void draw_detail(Ui& ui, const Rect& area, const Texture& texture, PixelSize size,
                 const std::string& label) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(area.min(), area.max(), ui.palette.well, ui.px(5));
    if (texture.there()) {  // one unit of the layout for a pixel of the export
        const float width = ui.px(float(size.width)), height = ui.px(float(size.height));
        const float x = std::floor((area.x0 + area.x1 - width) / 2);
        const float y = std::floor((area.y0 + area.y1 - height) / 2);
        list.PushClipRect(area.min(), area.max(), true);
        list.AddImage(texture.id, {x, y}, {x + width, y + height});
        list.PopClipRect();
    }
    picture_chip(ui, {area.x0 + ui.px(8), area.y0 + ui.px(8)}, label);
}

std::string with_psnr(const char* name, bool measured, float psnr) {
    return measured ? name + (", " + decibels(psnr)) : std::string(name);
}

}  // namespace

std::string export_verdict(const Status& status, const ExportCrop* crop) {
    const Image& original = *status.picture;
    const bool all = compared_whole(original);
    const std::string where =
        all ? fmt::format("over the whole original, {} × {}", original.width, original.height)
            : fmt::format("over this detail at the original's {} × {}", original.width,
                          original.height);
    if (!crop || std::isnan(crop->network_psnr) || std::isnan(crop->bicubic_psnr))
        return "Measuring both " + where + "…";
    const Quality plain = crop->methods.size() < 2 ? Quality{"bicubic", crop->bicubic_psnr, 0}
                                                   : best_interpolation(crop->methods);
    const double ahead = double(crop->network_psnr) - plain.psnr;
    if (std::abs(ahead) < kSameDecibels)
        return "Network and " + plain.method + " are equally close, " + where + ".";
    if (ahead > 0) return fmt::format("The network is closer by {:.1f} dB, {}.", ahead, where);
    return fmt::format("Plain interpolation does better here: {} is closer by {:.1f} dB, {}.",
                       plain.method, -ahead, where);
}

void draw_export_preview(Ui& ui, const std::vector<PixelSize>& sizes) {
    const bool drawable =
        !sizes.empty() && std::all_of(sizes.begin(), sizes.end(), [](const PixelSize& size) {
            return size.width >= 1 && size.height >= 1 && size.width <= 65536 &&
                   size.height <= 65536;
        });
    if (!drawable) return;
    const PixelSize shown = previewed_size(ui.state.export_sheet, sizes);
    choose_size(ui, sizes, shown);
    ui.requests.look.export_size = shown;
    const ExportCrop* crop = ui.status.export_crop.get();
    if (crop && crop->size != shown) crop = nullptr;

    ImGui::Dummy({1, ui.px(2)});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float gap = ui.px(kGap), room = ImGui::GetContentRegionAvail().x;
    const float width = std::floor((room - gap) / 2), height = ui.px(kHeight);
    const Rect left{at.x, at.y, at.x + width, at.y + height};
    const Rect right{at.x + width + gap, at.y, at.x + 2 * width + gap, at.y + height};
    const bool measured = crop && !std::isnan(crop->network_psnr);
    const PixelSize part = crop ? PixelSize{crop->part.width, crop->part.height} : PixelSize{};
    draw_detail(ui, left, crop ? ui.view.export_network : Texture{}, part,
                with_psnr("Network", measured, measured ? crop->network_psnr : 0));
    draw_detail(ui, right, crop ? ui.view.export_bicubic : Texture{}, part,
                with_psnr("Bicubic", measured, measured ? crop->bicubic_psnr : 0));
    ImGui::InvisibleButton("detail", {room, height});
    tooltip(ui,
            fmt::format("A detail of the {} × {} drawing, pixel for pixel, where the picture has "
                        "most going on; on the right what plain bicubic interpolation of the "
                        "training picture gives.",
                        shown.width, shown.height));
    if (has_larger_original(ui.status)) {
        draw_quality_table(ui, crop ? std::span(crop->methods) : std::span<const Quality>(),
                           "How close each comes to the original: PSNR in decibels and SSIM.");
        note(ui, export_verdict(ui.status, crop), ui.palette.muted);
    } else {
        draw_held_out(ui);
    }
    ImGui::Dummy({1, ui.px(2)});
}

}  // namespace redraw
