#include "ui/sheets/export_details.h"

#include "engine/image/quality.h"
#include "engine/text/numbers.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/kit/focus_order.h"
#include "ui/kit/widgets.h"
#include "ui/sheets/sheet_rows.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace redraw::ui {
namespace {

constexpr float kHeight = 172, kBetweenDetails = 12;  // units
constexpr const char* kWhole = "The whole picture";

// Of an earlier moment nothing unless it was chosen: the whole picture.
std::optional<PixelSize> previewed_size(const ExportSheet& sheet,
                                        const std::vector<PixelSize>& sizes) {
    if (std::ranges::find(sizes, sheet.previewed) != sizes.end()) return sheet.previewed;
    return sheet.at_step || sizes.empty() ? std::nullopt : std::optional(sizes.front());
}

// One line, however many there are.
void choose_size(Ui& ui, const std::vector<PixelSize>& sizes, std::optional<PixelSize> shown) {
    ExportSheet& sheet = ui.state.sheets.export_picture;
    sheet_row(ui, "Preview",
              "The size that the details below are drawn at. Of an earlier moment the whole "
              "picture, unless a size is chosen.");
    const bool whole = sheet.at_step.has_value();
    const std::string now = shown ? pixels_of(*shown) : whole ? kWhole : "No size is chosen";
    if (!begin_choice(ui, "##preview", now, ImGui::GetContentRegionAvail().x)) return;
    if (whole && choice(ui, kWhole, !shown)) sheet.previewed = {};
    for (const PixelSize& size : sizes)
        if (choice(ui, pixels_of(size), size == shown)) sheet.previewed = size;
    ImGui::EndCombo();
}

// `size` in pixels of the window.
void draw_framed(Ui& ui, const Rect& area, const Texture& texture, ImVec2 size,
                 const std::string& label) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(area.min(), area.max(), ui.palette.well, ui.px(5));
    if (texture.there()) {
        const float x = std::floor((area.x0 + area.x1 - size.x) / 2);
        const float y = std::floor((area.y0 + area.y1 - size.y) / 2);
        list.PushClipRect(area.min(), area.max(), true);
        list.AddImage(texture.id, {x, y}, {x + size.x, y + size.y});
        list.PopClipRect();
    }
    picture_chip(ui, {area.x0 + ui.px(8), area.y0 + ui.px(8)}, label);
}

// One unit of the layout for a pixel of the export.
ImVec2 in_units(const Ui& ui, int width, int height) {
    return {ui.px(float(width)), ui.px(float(height))};
}

ImVec2 fitted(const Rect& area, const Texture& texture) {
    if (!texture.there()) return {};
    const float scale =
        std::min(area.width() / float(texture.width), area.height() / float(texture.height));
    return {std::floor(float(texture.width) * scale), std::floor(float(texture.height) * scale)};
}

void draw_then_and_now(Ui& ui, const Rect& left, const Rect& right, std::int64_t step) {
    const double epoch =
        double(step) / double(std::max<std::int64_t>(1, ui.status.steps_per_epoch));
    // Of a large photograph all that is looked for here may lie in the first one.
    const std::string when = epoch < 1 ? "Step " + thousands(step) : "Epoch " + epoch_number(epoch);
    const bool whole = !ui.status.then_and_now || ui.status.then_and_now->whole;
    const auto size = [&](const Rect& area, const Texture& texture) {
        return whole ? fitted(area, texture) : in_units(ui, texture.width, texture.height);
    };
    draw_framed(ui, left, ui.view.then, size(left, ui.view.then),
                when + ", " + decibels(psnr_at(ui.status, step)));
    draw_framed(ui, right, ui.view.now, size(right, ui.view.now),
                "Now, " + decibels(ui.status.psnr));
}

void draw_network_and_bicubic(Ui& ui, const Rect& left, const Rect& right,
                              std::optional<PixelSize> shown) {
    const ExportCrop* crop = shown ? ui.status.export_crop.get() : nullptr;
    if (crop && crop->size != *shown) crop = nullptr;
    const auto label = [&](const char* name, const char* method) {
        if (!crop || crop->methods.empty()) return std::string(name);
        return name + (", " + decibels(psnr_of(crop->methods, method)));
    };
    const ImVec2 part = crop ? in_units(ui, crop->part.width, crop->part.height) : ImVec2{};
    draw_framed(ui, left, crop ? ui.view.export_network : Texture{}, part,
                label("Network", "network"));
    draw_framed(ui, right, crop ? ui.view.export_bicubic : Texture{}, part,
                label("Bicubic", "bicubic"));
}

std::string help_of_details(bool then, std::optional<PixelSize> shown) {
    if (!shown)
        return then ? "The whole picture as it was at the moment that is exported, and on the "
                      "right as it is now."
                    : "Tick a size, and a detail of it is drawn here.";
    return "A detail of the " + pixels_of(*shown) +
           " drawing, pixel for pixel, where the picture has most going on; on the right " +
           (then ? "as it is now."
                 : "what plain bicubic interpolation of the training picture gives.");
}

}  // namespace

std::optional<PixelSize> draw_export_details(Ui& ui, const std::vector<PixelSize>& sizes) {
    const ExportSheet& sheet = ui.state.sheets.export_picture;
    choose_size(ui, sizes, previewed_size(sheet, sizes));
    const auto shown = previewed_size(sheet, sizes);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float gap = ui.px(kBetweenDetails), room = ImGui::GetContentRegionAvail().x;
    const float width = std::floor((room - gap) / 2), height = ui.px(kHeight);
    const Rect left{at.x, at.y, at.x + width, at.y + height};
    const Rect right{at.x + width + gap, at.y, at.x + 2 * width + gap, at.y + height};
    if (sheet.at_step)
        draw_then_and_now(ui, left, right, *sheet.at_step);
    else
        draw_network_and_bicubic(ui, left, right, shown);
    ImGui::InvisibleButton("detail", {room, height});
    name_control(ui, "detail");
    tooltip(ui, help_of_details(sheet.at_step.has_value(), shown));

    ViewRequest& view = ui.requests.view;
    const auto measured = shown || sizes.empty() ? shown : std::optional(sizes.front());
    view.export_size = measured;
    view.export_step = sheet.at_step;
    if (sheet.at_step)
        view.then_and_now =
            shown ? ViewRequest::ThenAndNow::detail : ViewRequest::ThenAndNow::whole;
    return measured;
}

}  // namespace redraw::ui
