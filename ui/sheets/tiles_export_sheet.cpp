#include "ui/sheets/sheets.h"

#include "ui/actions/dialogs.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/sheet_rows.h"

namespace redraw::ui {
namespace {

constexpr int kPercents[] = {100, 50, 25, 10, 5};
constexpr int kNotAbsurd = 8192;  // largest longer side chosen by default, in pixels

int part_of(int pixels, int percent) {
    return std::max(1, int(std::lround(double(pixels) * percent / 100)));
}

PixelRect seen_part(const Ui& ui) {
    const TiledPicture& tiled = *ui.status.tiled;
    const CentreState& centre = ui.state.centre;
    const Placement at = place(centre.canvas, centre.pane, tiled.width, tiled.height);
    const VisibleRect seen = visible_rect(at, centre.pane, tiled.width, tiled.height);
    const auto in_picture = [&](double screen, double corner, int most) {
        return std::clamp(int(std::lround((screen - corner) / at.zoom)), 0, most);
    };
    const int x0 = in_picture(seen.x0, at.x, tiled.width),
              x1 = in_picture(seen.x1, at.x, tiled.width),
              y0 = in_picture(seen.y0, at.y, tiled.height),
              y1 = in_picture(seen.y1, at.y, tiled.height);
    return {x0, y0, x1 - x0, y1 - y0};
}

void draw_choices(Ui& ui, TilesExportSheet& sheet, PixelSize whole) {
    chip_row(ui, "Part", "The whole picture, or only what the window shows now.", sheet.seen,
             {{false, "Whole picture"}, {true, "Visible part"}});
    sheet_row(ui, "Size",
              "Percent of the picture's own size. Each pixel of the file is the mean of its area.");
    for (const int percent : kPercents) {
        if (percent != kPercents[0]) ImGui::SameLine(0, ui.px(6));
        const std::string label = fmt::format("{} %", percent);
        const bool fits =
            sheet.seen || part_of(std::max(whole.width, whole.height), percent) <= kLargestExport;
        if (toggle_chip(ui, label.c_str(), label, sheet.percent == percent, {}, fits))
            sheet.percent = percent;
    }
    chip_row(ui, "Format", "PNG keeps every value; JPEG is smaller and loses some.", sheet.format,
             {{ImageFormat::png, "PNG"}, {ImageFormat::jpeg, "JPEG"}});
    draw_target_rows(ui, "Size and extension are added to the name.", sheet.name,
                     Dialog::export_folder);
}

}  // namespace

int tiles_export_percent(PixelSize picture) {
    for (const int percent : kPercents)
        if (part_of(std::max(picture.width, picture.height), percent) <= kNotAbsurd) return percent;
    return std::end(kPercents)[-1];
}

ExportSpec tiles_export_spec(const TilesExportSheet& sheet, PixelSize picture,
                             const PixelRect& seen, const std::filesystem::path& folder) {
    ExportSpec spec{
        .path = {},
        .format = sheet.format,
        .size = {part_of(picture.width, sheet.percent), part_of(picture.height, sheet.percent)},
        .encoding = {}};
    if (sheet.seen) {
        const auto scaled = [&](int place, int most) {
            return std::min(int(std::lround(double(place) * sheet.percent / 100)), most);
        };
        const int x0 = scaled(seen.x, spec.size.width - 1),
                  y0 = scaled(seen.y, spec.size.height - 1);
        spec.part =
            PixelRect{x0, y0, std::max(1, scaled(seen.x + seen.width, spec.size.width) - x0),
                      std::max(1, scaled(seen.y + seen.height, spec.size.height) - y0)};
    }
    const PixelRect written = spec.written();
    spec.path = folder / fmt::format("{}-{}x{}{}", sheet.name, written.width, written.height,
                                     sheet.format == ImageFormat::png ? ".png" : ".jpg");
    return spec;
}

void prepare_tiles_export_sheet(Ui& ui) {
    TilesExportSheet& sheet = ui.state.sheets.export_tiles;
    sheet = {.format = sheet.format, .name = export_name(ui)};
}

void draw_tiles_export_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Export picture", 480, ui.status.tiled != nullptr)) return;
    TilesExportSheet& sheet = ui.state.sheets.export_tiles;
    const TiledPicture& tiled = *ui.status.tiled;
    const PixelSize whole{tiled.width, tiled.height};
    if (sheet.percent == 0) sheet.percent = tiles_export_percent(whole);
    draw_choices(ui, sheet, whole);
    const ExportSpec spec = tiles_export_spec(sheet, whole, seen_part(ui), export_folder(ui));
    const PixelRect written = spec.written();
    std::string problem;
    if (tiled.not_drawn > 0)
        problem = fmt::format("{} of {} tiles have not been learned yet.",
                              thousands(tiled.not_drawn), thousands(tiled.tiles));
    if (sheet.name.empty()) problem = "Type a file name.";
    if (std::max(written.width, written.height) > kLargestExport)
        problem = fmt::format("At most {} pixels a side.", thousands(kLargestExport));
    if (problem.empty())
        note_file(ui, spec, 3);
    else
        note(ui, problem, ui.palette.error);
    if (draw_export_foot(ui, {spec.path}, problem.empty()))
        ui.requests.ask(command::ExportTiles{spec});
    end_sheet(ui);
}

}  // namespace redraw::ui
