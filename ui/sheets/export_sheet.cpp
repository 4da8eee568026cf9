#include "ui/sheets/sheets.h"

#include "ui/actions/dialogs.h"
#include "ui/actions/neuron_layout.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/sheet_rows.h"

namespace redraw::ui {
namespace {

constexpr float kPercent = 44, kKeep = 68, kDialRow = 26, kKnob = 7;  // units
constexpr double kCatches = 0.015;  // snap distance around the bookmark, as a share of the dial

constexpr const char* kDialHelp =
    "How far the drawing had come: 0 % is the untrained network, 100 % now. Equal turns change "
    "what one sees equally. Less is softer, not closer: a photograph becomes a painting.";

void turn_by_mouse(Ui& ui, ExportSheet& sheet, float left, float width) {
    const double to =
        std::clamp(double(ImGui::GetIO().MousePos.x - left) / double(width), 0.0, 1.0);
    sheet.dragged_to = to;
    sheet.at_step = step_of_detail(ui, to);
    const auto kept = kept_step(ui);
    if (kept && std::abs(detail_of_step(ui, kept) - to) <= kCatches) sheet.at_step = kept;
}

void draw_slider(Ui& ui, ExportSheet& sheet, float width, bool known) {
    const Palette& p = ui.palette;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float knob = ui.px(kKnob), left = at.x + knob, length = width - 2 * knob;
    ImGui::InvisibleButton("dial", {width, ui.px(kDialRow)});
    const bool held = ImGui::IsItemActive() && known;
    const bool hot = (held || ImGui::IsItemHovered()) && known;
    sheet.dragged_to.reset();
    if (held) turn_by_mouse(ui, sheet, left, length);
    focus_ring(ui, "dial");
    const Arrows arrows = known ? take_arrows(ui) : Arrows();
    if (const int by = arrows.x + arrows.y; by != 0)
        sheet.at_step = turned(ui, sheet.at_step, by > 0 ? 1 : -1);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::floor(at.y + ui.px(kDialRow) / 2), r = ui.px(2);
    const auto x_of = [&](double detail) { return left + float(detail) * length; };
    fill({left, y - r, left + length, y + r}, p.line, r);
    if (!known) return;
    const float x = x_of(sheet.dragged_to.value_or(detail_of_step(ui, sheet.at_step)));
    fill({left, y - r, x, y + r}, p.accent, r);
    if (const auto kept = kept_step(ui)) kept_mark(ui, {x_of(detail_of_step(ui, kept)), y - knob});
    list.AddCircleFilled({x, y}, knob, hot ? p.text : p.accent);
    list.AddCircle({x, y}, knob, p.panel, 0, ui.px(1.5f));
}

void draw_keep(Ui& ui, const ExportSheet& sheet) {
    const bool kept = sheet.at_step && sheet.at_step == kept_step(ui);
    const bool possible = sheet.at_step && ui.can_train();
    if (toggle_chip(ui, "keep", kept ? "Kept" : "Keep", kept, {ui.px(kKeep), ui.px(kDialRow)},
                    possible))
        keep(ui, kept ? std::nullopt : sheet.at_step);
    tooltip(ui, ui.help(kept ? "This moment is kept with the run: exports start from it, and the "
                               "timelapse has a mark there. Again lets it go."
                             : "Keeps this moment with the run: exports start from it from now on, "
                               "and the timelapse has a mark there."));
}

// Draws the dial that chooses which checkpoint is exported, the button that bookmarks this
// checkpoint, and a sentence that describes it.
void draw_detail_dial(Ui& ui, ExportSheet& sheet) {
    sheet.at_step = nearest_step(ui, sheet.at_step);
    const double known = dial_known(ui);
    const bool can_turn = known >= kDialKnown;
    sheet_row(ui, "Detail", kDialHelp);
    const float gap = ui.px(6), room = ImGui::GetContentRegionAvail().x;
    draw_slider(ui, sheet, room - ui.px(kPercent) - ui.px(kKeep) - 2 * gap, can_turn);
    tooltip(ui, kDialHelp);
    ImGui::SameLine(0, gap);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string percent =
        can_turn ? fmt::format("{:.0f} %", 100 * detail_of_step(ui, sheet.at_step)) : "–";
    ImFont* font = ui.fonts.body;
    read_out(ui, "detail percent", font,
             {at.x + ui.px(kPercent) - text_size(font, percent).x,
              at.y + std::floor((ui.px(kDialRow) - font->FontSize) / 2)},
             ui.palette.text, percent, "");
    ImGui::Dummy({ui.px(kPercent), ui.px(kDialRow)});
    extend_label(ui);
    ImGui::SameLine(0, gap);
    draw_keep(ui, sheet);
    const SheetRoom kept(note_height(ui, 2));
    std::string said = said_of_moment(ui, sheet);
    if (!can_turn && dial_known(ui) > 0)
        said = fmt::format("Measuring what changes: {:.0f} %. {}", 100 * known, said);
    note(ui, said, ui.palette.muted);
}

constexpr float kExportRows = 424, kExportPreview = 500;  // widths of the two columns, in units
constexpr int kMultiples = 4;  // the first presets are multiples of the picture's size
constexpr float kMultipleWidth = 190, kSideWidth = 140;  // units

void draw_preset(Ui& ui, ExportSheet& sheet, int preset, float width) {
    const PixelSize size = export_preset_size(preset, ui.status);
    const char* name = export_preset_name(preset);
    if (check_box(ui, name, name, pixels_of(size), sheet.chosen[std::size_t(preset)], ui.px(width)))
        sheet.chosen[std::size_t(preset)] = !sheet.chosen[std::size_t(preset)];
}

void draw_sizes(Ui& ui, ExportSheet& sheet) {
    sheet_row(ui, "Sizes",
              "One file for each ticked size. Original, 2×, 4× and 8× are times the picture's own "
              "size, the others the longer side. Default Original.");
    for (int i = 0; i < kMultiples; ++i) {
        if (i > 0) next_line_of_row(ui);
        draw_preset(ui, sheet, i, kMultipleWidth);
        if (i + kMultiples >= kExportPresets) continue;
        ImGui::SameLine(0, ui.px(6));
        draw_preset(ui, sheet, i + kMultiples, kSideWidth);
    }
    sheet_row(ui, "Own size", "Any width and height; with the aspect kept one follows the other.");
    if (check_box(ui, "custom", "W × H", "", sheet.custom)) sheet.custom = !sheet.custom;
    ImGui::SameLine(0, ui.px(6));
    for (const bool width : {true, false}) {
        int& side = width ? sheet.width : sheet.height;
        std::string taken;
        if (text_field(ui, width ? "##w" : "##h", thousands(side), ui.px(64), taken))
            if (const auto value = parse_number(taken)) {
                side = int(std::clamp(*value, 0.0, 1e9));
                keep_aspect(sheet, ui.status, width);
                sheet.custom = true;
            }
        ImGui::SameLine(0, ui.px(6));
    }
    if (check_box(ui, "aspect", "Keep aspect", "", sheet.keep_aspect)) {
        sheet.keep_aspect = !sheet.keep_aspect;
        keep_aspect(sheet, ui.status, true);
    }
}

void draw_format(Ui& ui, ExportSheet& sheet) {
    sheet_row(ui, "Format",
              "PNG and WebP keep every value; JPEG is smaller and loses some. Default PNG.");
    const Chip<ImageFormat> formats[] = {{ImageFormat::png, "PNG"},
                                         {ImageFormat::jpeg, "JPEG"},
                                         {ImageFormat::webp, "WebP"},
                                         {ImageFormat::bmp, "BMP"},
                                         {ImageFormat::tga, "TGA"}};
    choose_chip(ui, sheet.format, formats);
    const SheetRoom kept(rows_height(ui, 1));
    if (sheet.format == ImageFormat::png) {
        sheet_row(ui, "Depth", "Levels of each value: 256 or 65,536. Default 8 bit.");
        const Chip<bool> depths[] = {{false, "8 bit"}, {true, "16 bit"}};
        choose_chip(ui, sheet.sixteen_bit, depths);
    } else if (sheet.format == ImageFormat::jpeg) {
        sheet_row(ui, "Quality",
                  fmt::format("1 to 100. Default {}. Higher looks better and is larger.",
                              ExportSheet{}.quality));
        std::string taken;
        if (text_field(ui, "##quality", std::to_string(sheet.quality), ui.px(72), taken))
            if (const auto value = parse_number(taken))
                sheet.quality = int(std::clamp(*value, 1.0, 100.0));
    }
}

// Lists the files that will be written, or shows why none can be written.
void draw_plan(Ui& ui, const std::vector<ExportSpec>& plan, const std::string& problem) {
    constexpr std::size_t kListed = 4;
    const SheetRoom kept(note_height(ui, int(kListed) + 3) +
                         float(kListed + 1) * ImGui::GetStyle().ItemSpacing.y);
    if (!problem.empty()) return note(ui, problem, ui.palette.error);
    for (std::size_t i = 0; i < std::min(plan.size(), kListed); ++i)
        note(ui,
             shortened(ui.fonts.small,
                       fmt::format("{}, {}, about {}", plan[i].path.filename().string(),
                                   pixels_of(plan[i].size),
                                   bytes(estimated_bytes(plan[i], ui.status.target->channels))),
                       ImGui::GetContentRegionAvail().x),
             ui.palette.muted);
    if (plan.size() > kListed)
        note(ui, fmt::format("and {} more", plan.size() - kListed), ui.palette.muted);
    const bool waits = std::ranges::count(plan, Method::enlarging, &ExportSpec::method) > 0;
    const std::string waiting = waits ? waiting_text(ui.status, Method::enlarging) : "";
    std::string takes;
    if (!waiting.empty()) takes = waiting + ", before an enlarged file is written. ";
    if (const double seconds = estimated_seconds(plan, ui.status); seconds > 0)
        takes += "Takes about " + duration(seconds) +
                 (ui.running() ? "; training goes on meanwhile, a little slower." : ".");
    note(ui, takes, ui.palette.muted);
}

}  // namespace

std::string said_of_moment(const Ui& ui, const ExportSheet& sheet) {
    const std::string now = decibels(ui.status.psnr);
    if (!sheet.at_step) return "The drawing as it is when the export starts, now " + now + ".";
    const float then = psnr_at(ui.status, *sheet.at_step);
    const std::string when =
        fmt::format("The drawing as it was at epoch {}, step {}",
                    epoch_number(ui.epoch_of(*sheet.at_step)), thousands(*sheet.at_step));
    if (std::isnan(then)) return when + ": nothing was learned yet. Now it is " + now + ".";
    const bool softer = !(then >= ui.status.psnr);
    return fmt::format(
        "{}: {}, {}. Now it is {}.", when, decibels(then),
        softer ? "an earlier, softer moment, and no closer drawing" : "an earlier moment", now);
}

void prepare_export_sheet(Ui& ui) {
    ExportSheet& sheet = ui.state.sheets.export_picture;
    sheet.name = export_name(ui);
    sheet.method.reset();
    sheet.compared.reset();
    sheet.middle.reset();
    sheet.zoom = 1;
    sheet.at_step = ui.state.timelapse.at_step ? ui.state.timelapse.at_step : kept_step(ui);
    sheet.enlarging_asked = false;
    if (!sheet.custom && ui.has_run()) {  // initial values of the size fields
        sheet.width = ui.picture_size().width;
        sheet.height = ui.picture_size().height;
    }
}

void draw_export_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Export picture",
                     kExportRows + SheetColumns::kBetween + kExportPreview + kSheetEdges,
                     ui.has_run()))
        return;
    ExportSheet& sheet = ui.state.sheets.export_picture;
    const auto plan = plan_export(sheet, ui.status, export_folder(ui));
    const std::string problem = export_problem(sheet, plan);
    {
        SheetColumns columns(ui, kExportRows, kExportPreview);
        draw_detail_dial(ui, sheet);
        ImGui::Dummy({1, ui.px(2)});
        draw_sizes(ui, sheet);
        draw_format(ui, sheet);
        draw_target_rows(ui, "The size and the extension are added to it.", sheet.name,
                         Dialog::export_folder);
        draw_plan(ui, plan, problem);
        columns.next();
        draw_export_preview(ui, sheet);
        draw_export_worth(ui, sheet);
    }
    std::vector<std::filesystem::path> paths;
    for (const ExportSpec& spec : plan) paths.push_back(spec.path);
    if (draw_export_foot(ui, paths, sheet.replaced, problem.empty()))
        ui.requests.ask(command::ExportPictures{plan, sheet.at_step, edits_now(ui)});
    end_sheet(ui);
}

}  // namespace redraw::ui
