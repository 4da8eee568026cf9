#include "ui/sheets/export_preview.h"

#include "engine/features/enlarge/enlarging_measure.h"
#include "engine/features/studies/export_preview.h"
#include "engine/features/studies/then_and_now.h"
#include "engine/features/studies/view_request.h"
#include "engine/text/numbers.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/sheet_rows.h"

namespace redraw::ui {
namespace {

constexpr float kHeight = 240, kBetween = 12;  // layout units
constexpr int kMostZoom = 16;
constexpr const char* kWhole = "The whole picture";

// Draws the drop-down list of the chosen export sizes, which selects the file to preview.
void choose_size(Ui& ui, ExportSheet& sheet, const std::vector<PixelSize>& sizes) {
    sheet_row(ui, "Preview",
              "The file of this size, pixel for pixel. Drag to move; the wheel zooms.");
    const auto shown = previewed_size(sheet, ui.status);
    const bool whole = sheet.at_step.has_value();
    const std::string now = shown ? pixels_of(*shown) : whole ? kWhole : "No size chosen";
    if (!begin_choice(ui, "##preview", now, ImGui::GetContentRegionAvail().x)) return;
    if (whole && choice(ui, kWhole, !shown)) sheet.previewed = {};
    for (const PixelSize& size : sizes)
        if (choice(ui, pixels_of(size), size == shown)) sheet.previewed = size;
    ImGui::EndCombo();
}

// Draws two drop-down lists: the method that renders the file, and the method that the preview
// compares it with. Without a size, the preview compares the whole picture at an earlier checkpoint
// with the present one.
void choose_methods(Ui& ui, ExportSheet& sheet, std::optional<PixelSize> shown, float width) {
    const PixelSize size = shown.value_or(PixelSize{});
    Method method = method_for(sheet, ui.status, size);
    if (choose(ui, "##method", method_name(method), method, offered_methods(sheet, ui.status, size),
               method_name, width,
               "How sizes above the original are made. This drawing: this run's network. Sharpest "
               "enlargement: a network that learns from your picture how to enlarge it. The others "
               "interpolate."))
        sheet.method = method;
    ImGui::SameLine(0, ui.px(kBetween));
    Method compared = shown ? compared_for(sheet, ui.status, size) : Method::network;
    // The right picture shows the present network, even if an earlier checkpoint is exported.
    const auto name = [&](Method each) {
        return each == Method::network && sheet.at_step ? "This drawing, now" : method_name(each);
    };
    if (choose(ui, "##compared", "Compare with: " + name(compared), compared,
               shown ? comparable_methods(ui.status, size) : std::vector{Method::network}, name,
               width, "Draws the picture on the right, for comparison only. It is not saved."))
        sheet.compared = compared;
}

// Draws one of the preview's two pictures: a texture at `place`, clipped to `area`, with a label
// over it.
void draw_side(Ui& ui, const Rect& area, const Texture& texture, const Rect& place,
               const std::string& label) {
    fill(area, ui.palette.well, ui.px(5));
    if (texture.there()) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.PushClipRect(area.min(), area.max(), true);
        list.AddImage(texture.id, place.min(), place.max());
        list.PopClipRect();
    }
    if (!label.empty()) picture_chip(ui, {area.x0 + ui.px(8), area.y0 + ui.px(8)}, label);
}

// Returns how many screen pixels show one pixel of the file: a whole number, so that nothing is
// blurred.
float pixel_side(const Ui& ui, const ExportSheet& sheet) {
    return std::max(1.0f, std::floor(ui.view.scale)) * float(sheet.zoom);
}

PixelSize room_of(const Rect& area, float pixel) {
    return {std::max(1, int(std::ceil(area.width() / pixel))),
            std::max(1, int(std::ceil(area.height() / pixel)))};
}

// Returns the rectangle in which a rendered part of the file is drawn. `seen`: the part that is
// centred in `area`. While `seen` is being rendered, the previous part stays at its own position.
Rect place_of(const Rect& area, const PixelRect& seen, float pixel, const PixelRect& part) {
    const auto start = [&](float from, float to, int length, int offset) {
        return from + std::floor((to - from - float(length) * pixel) / 2) + float(offset) * pixel;
    };
    return box(start(area.x0, area.x1, seen.width, part.x - seen.x),
               start(area.y0, area.y1, seen.height, part.y - seen.y), float(part.width) * pixel,
               float(part.height) * pixel);
}

// Returns the visible part of the file: around the position the user dragged to, otherwise the part
// that was rendered last, or the centre.
PixelRect seen_part(const ExportSheet& sheet, const ExportCrop* crop, PixelSize size,
                    PixelSize room) {
    if (!sheet.middle && crop && crop->file.size == size) return crop->file.part;
    if (!sheet.middle && crop && crop->other.size == size) return crop->other.part;
    return export_part(size, room, sheet.middle.value_or(Point{0.5, 0.5}));
}

// Moves the previewed part of the file when the last ImGui item is dragged, and zooms it with the
// mouse wheel.
void move(ExportSheet& sheet, const PixelRect& seen, PixelSize size, float pixel) {
    const ImGuiIO& io = ImGui::GetIO();
    const Point middle{(seen.x + seen.width / 2.0) / size.width,
                       (seen.y + seen.height / 2.0) / size.height};
    if (ImGui::IsItemHovered() && io.MouseWheel != 0 && ImGui::GetScrollMaxY() == 0) {
        sheet.middle = sheet.middle.value_or(middle);
        sheet.zoom = std::clamp(io.MouseWheel > 0 ? sheet.zoom * 2 : sheet.zoom / 2, 1, kMostZoom);
    }
    if (!ImGui::IsItemActive() || (io.MouseDelta.x == 0 && io.MouseDelta.y == 0)) return;
    Point to = sheet.middle.value_or(middle);
    // Keeps the part inside the file. Otherwise dragging back from beyond the file's edge would at
    // first move nothing.
    const auto moved = [pixel](double at, float by, int length, int seen_length) {
        const double half = seen_length / 2.0 / length;
        return std::clamp(at - double(by / pixel) / length, half, 1 - half);
    };
    to.x = moved(to.x, io.MouseDelta.x, size.width, seen.width);
    to.y = moved(to.y, io.MouseDelta.y, size.height, seen.height);
    sheet.middle = to;
}

}  // namespace

std::string waiting_text(const Status& status, Method method) {
    const auto& measure = status.result<EnlargingMeasure>();
    if (method != Method::enlarging || (measure && measure->finished)) return "";
    const double left = measure ? measure->seconds_left : 0;
    return left > 0 ? "Sharpening, " + time_span(std::ceil(left)) : "Sharpening…";
}

void draw_export_preview(Ui& ui, ExportSheet& sheet) {
    choose_size(ui, sheet, chosen_sizes(sheet, ui.status));
    const auto shown = previewed_size(sheet, ui.status);
    const PixelSize size = shown.value_or(PixelSize{});
    const float gap = ui.px(kBetween), width = ImGui::GetContentRegionAvail().x;
    const float half = std::floor((width - gap) / 2), height = ui.px(kHeight);
    choose_methods(ui, sheet, shown, half);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Rect left = box(at.x, at.y, half, height);
    const Rect right = box(at.x + half + gap, at.y, half, height);
    ImGui::InvisibleButton("detail", {width, height});
    name_control(ui, "detail");

    ViewRequest& view = ui.requests.view;
    view.export_step = sheet.at_step;
    view.then_and_now = sheet.at_step && !shown;
    const std::string now = "Now, " + closeness_at(ui.status, ui.status.step);
    const std::string file = sheet.at_step ? moment_name(ui, *sheet.at_step) + ", " +
                                                 closeness_at(ui.status, *sheet.at_step)
                                           : "The file";
    if (!shown) {
        const auto& both = ui.status.result<ThenAndNow>();
        const auto draw = [&](const Rect& area, const auto& picture, const std::string& label) {
            const Texture texture = sheet.at_step ? ui.texture(picture) : Texture{};
            draw_side(ui, area, texture, area.fitted(texture.width, texture.height), label);
        };
        draw(left, both ? both->then : nullptr, file);
        draw(right, both ? both->now : nullptr, sheet.at_step ? now : "");
        tooltip(ui, sheet.at_step ? "The whole picture at the exported moment, and now."
                                  : "Tick a size to see a detail of its file.");
        return;
    }
    const ExportCrop* crop = ui.status.result<ExportCrop>().get();
    const float pixel = pixel_side(ui, sheet);
    move(sheet, seen_part(sheet, crop, size, room_of(left, pixel)), size, pixel);
    const float zoomed = pixel_side(ui, sheet);
    const ExportView wanted{size, room_of(left, zoomed), sheet.middle,
                            method_for(sheet, ui.status, size),
                            compared_for(sheet, ui.status, size)};
    const PixelRect seen = seen_part(sheet, crop, size, wanted.room);
    // Shows a rendered part only if the chosen method rendered it, and until then a text such as
    // "Sharpening, 6 s".
    const auto draw = [&](const Rect& area, Method method, const ExportDetail* detail,
                          const std::string& label) {
        const bool ready = detail && detail->size == size && detail->method == method;
        draw_side(ui, area, ready ? ui.texture(detail->image, true) : Texture{},
                  ready ? place_of(area, seen, zoomed, detail->part) : area, label);
        if (!ready)
            draw_centred(ui, ui.fonts.body, area, ui.palette.muted,
                         waiting_text(ui.status, method));
    };
    draw(left, wanted.method, crop ? &crop->file : nullptr,
         fmt::format("{}, {}:1", file, sheet.zoom));
    draw(right, wanted.compared, crop ? &crop->other : nullptr,
         sheet.at_step && wanted.compared == Method::network ? now : "");
    explain_when_asked(ui, "A detail of the " + pixels_of(size) +
                               " file, pixel for pixel. Right: the same " +
                               "detail by the other method. Drag to move; the wheel zooms.");
    view.export_view = wanted;
    if (wants_enlarging(sheet, ui.status) && !ui.status.result<EnlargingMeasure>() &&
        !std::exchange(sheet.enlarging_asked, true))
        ui.requests.ask(command::LearnEnlargement{});
}

}  // namespace redraw::ui
