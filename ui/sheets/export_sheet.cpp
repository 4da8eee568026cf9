#include "ui/sheets/export_preview.h"
#include "ui/sheets/export_worth.h"
#include "ui/sheets/sheets.h"

#include "ui/actions/dialogs.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/kit/fields.h"
#include "ui/sheets/export_plan.h"
#include "ui/sheets/share_sheet.h"
#include "ui/sheets/sheet_rows.h"
#include "ui/state/advice.h"

namespace redraw::ui {
namespace {

constexpr float kPercent = 44, kMoments = 128, kDialRow = 26, kKnob = 7;  // layout units
constexpr double kCatches = 0.015;  // the dial snaps to a bookmark within this share of its length

constexpr const char* kDialHelp =
    "How far the drawing had come: 0 % is untrained, 100 % is now. Left is more of a sketch, "
    "right more of a likeness.";

void turn_by_mouse(Ui& ui, ExportSheet& sheet, float left, float width) {
    const double to =
        std::clamp(double(ImGui::GetIO().MousePos.x - left) / double(width), 0.0, 1.0);
    sheet.dragged_to = to;
    sheet.at_step = step_of_detail(ui, to);
    for (const Bookmark& bookmark : bookmarks(ui))
        if (std::abs(detail_of_step(ui, bookmark.step) - to) <= kCatches)
            sheet.at_step = bookmark.step;
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
    for (const Bookmark& bookmark : bookmarks(ui))
        kept_mark(ui, {x_of(detail_of_step(ui, bookmark.step)), y - knob});
    list.AddCircleFilled({x, y}, knob, hot ? p.text : p.accent);
    list.AddCircle({x, y}, knob, p.panel, 0, ui.px(1.5f));
}

// Draws the drop-down list of networks to export: the present one and the bookmarked checkpoints.
// The last entry sets or removes a bookmark at the chosen checkpoint.
void choose_moment(Ui& ui, ExportSheet& sheet) {
    const auto& at = sheet.at_step;
    const std::string shown = at ? moment_name(ui, *at) : "Now";
    if (!begin_choice(
            ui, "##moment", shown, ui.px(kMoments),
            "The moment to export: now, the one on screen, or a bookmark (K over the drawing)."))
        return;
    if (choice(ui, "Now", !at)) sheet.at_step.reset();
    std::vector<Bookmark> marks(bookmarks(ui).begin(), bookmarks(ui).end());
    std::ranges::sort(marks, {}, &Bookmark::step);
    for (const Bookmark& mark : marks) {
        ImGui::PushID(int(mark.step));
        if (choice(ui, moment_name(ui, mark.step), at == mark.step)) sheet.at_step = mark.step;
        ImGui::PopID();
    }
    if (at && ui.can_train()) {
        ImGui::Separator();
        const bool marked = bookmark_at(ui, at) != nullptr;
        if (choice(ui, marked ? "Remove this bookmark" : "Bookmark this moment", false))
            set_bookmark(ui, *at, marked ? std::nullopt : std::optional(std::string()));
    }
    ImGui::EndCombo();
}

// Draws the dial and the list that choose which checkpoint is exported, and a sentence that
// describes the checkpoint.
void draw_detail_dial(Ui& ui, ExportSheet& sheet) {
    sheet.at_step = nearest_step(ui, sheet.at_step);
    const double known = dial_known(ui);
    const bool can_turn = known >= kDialKnown;
    sheet_row(ui, "Detail", kDialHelp);
    const float gap = ui.px(6), room = ImGui::GetContentRegionAvail().x;
    draw_slider(ui, sheet, room - ui.px(kPercent) - ui.px(kMoments) - 2 * gap, can_turn);
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
    choose_moment(ui, sheet);
    std::string said = said_of_moment(ui, sheet);
    if (!can_turn && known > 0)
        said = fmt::format("Loading moments: {:.0f} %. {}", 100 * known, said);
    draw_problem(ui, 2, "", said);
}

constexpr int kMultiples = 4;  // the first presets are multiples of the picture's size
constexpr int kRarePreset = kExportPresets - 1;          // "50", hidden until More is pressed
constexpr float kMultipleWidth = 190, kSideWidth = 140;  // layout units

// Records that the user ticked or unticked a size. The first ticked size replaces the proposed size
// "Original".
void touch_sizes(ExportSheet& sheet, const bool& size) {
    if (!std::exchange(sheet.sizes_touched, true) && size && &size != &sheet.chosen[0])
        sheet.chosen[0] = false;
}

void draw_sizes(Ui& ui, ExportSheet& sheet) {
    sheet_row(ui, "Sizes",
              "One file for each ticked size. Original, 2×, 4× and 8× multiply the picture's own "
              "size; the others are the longer side in pixels. Default Original, which the first "
              "size that you tick replaces.");
    const bool rare = ui.state.preferences.more_export || sheet.chosen[kRarePreset];
    const auto tick = [&](int preset, float width) {
        const char* name = export_preset_name(preset);
        bool& chosen = sheet.chosen[std::size_t(preset)];
        if (check_box(ui, name, name, pixels_of(export_preset_size(preset, ui.status)), chosen,
                      ui.px(width)))
            touch_sizes(sheet, chosen);
    };
    for (int i = 0; i < kMultiples; ++i) {
        if (i > 0) next_line_of_row(ui);
        tick(i, kMultipleWidth);
        if (i + kMultiples >= (rare ? kExportPresets : kRarePreset)) continue;
        ImGui::SameLine(0, ui.px(6));
        tick(i + kMultiples, kSideWidth);
    }
    sheet_row(ui, "Custom size", "Any width and height. Keep aspect adjusts one to the other.");
    if (check_box(ui, "custom", "W × H", "", sheet.custom)) touch_sizes(sheet, sheet.custom);
    for (const bool width : {true, false}) {
        int& side = width ? sheet.width : sheet.height;
        ImGui::SameLine(0, ui.px(6));
        if (!number_field(ui, width ? "##w" : "##h", side, 0, 1e9, 64, thousands(side))) continue;
        keep_aspect(sheet, ui.status, width);
        sheet.custom = true;
        touch_sizes(sheet, sheet.custom);
    }
    ImGui::SameLine(0, ui.px(6));
    if (check_box(ui, "aspect", "Keep aspect", "", sheet.keep_aspect))
        keep_aspect(sheet, ui.status, true);
}

// Draws the choice of the file format, bit depth and JPEG quality. Rare choices are shown after
// pressing "More", or while they are in use.
void draw_format(Ui& ui, ExportSheet& sheet) {
    const ExportSheet plain;
    bool& more = ui.state.preferences.more_export;
    sheet_row(ui, "Format", "PNG and WebP are lossless; JPEG files are smaller. Default PNG.");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 corner{at.x + ImGui::GetContentRegionAvail().x, at.y + ui.px(4)};
    std::vector<Chip<ImageFormat>> formats{
        {ImageFormat::png, "PNG"}, {ImageFormat::jpeg, "JPEG"}, {ImageFormat::webp, "WebP"}};
    using Rare = Chip<ImageFormat>;
    for (const Rare& rare : {Rare{ImageFormat::bmp, "BMP"}, Rare{ImageFormat::tga, "TGA"}})
        if (more || sheet.format == rare.value) formats.push_back(rare);
    choose_chip(ui, sheet.format, ImageFormat(sheet.format), formats);
    more_button(ui, "more export", more, corner);
    if (!more && !sheet.sixteen_bit && sheet.quality == plain.quality) return;
    const SheetRoom kept(rows_height(ui, 1));
    if (sheet.format == ImageFormat::png) {
        chip_row(ui, "Depth", "256 or 65,536 levels a channel. Default 8 bit.", sheet.sixteen_bit,
                 {{false, "8 bit"}, {true, "16 bit"}});
    } else if (sheet.format == ImageFormat::jpeg) {
        sheet_row(
            ui, "Quality",
            fmt::format("1 to 100. Default {}. Higher looks better and is larger.", plain.quality));
        number_field(ui, "##quality", sheet.quality, 1, 100);
    }
}

void draw_metadata(Ui& ui, ExportSheet& sheet) {
    if (!ui.status.metadata) return;
    const SheetRoom kept(rows_height(ui, 1));
    if (std::ranges::none_of(chosen_sizes(sheet, ui.status), [&](PixelSize size) {
            return can_keep_metadata(sheet, ui.status, size);
        }))
        return;
    sheet_row(ui, "Metadata",
              "Copies EXIF and resolution from the picture's file into enlargements, not into the "
              "network's drawing. Runs do not store them. Default off.");
    check_box(ui, "metadata", "Keep date, place and camera", "", sheet.keep_metadata);
}

// Lists the files that will be written, or shows why none can be written.
void draw_plan(Ui& ui, const std::vector<ExportSpec>& plan, const std::string& problem) {
    constexpr std::size_t kListed = 3;
    const SheetRoom kept(note_height(ui, int(kListed) + 3) +
                         float(kListed + 1) * ImGui::GetStyle().ItemSpacing.y);
    if (!problem.empty()) return note(ui, problem, ui.palette.error);
    for (std::size_t i = 0; i < std::min(plan.size(), kListed); ++i)
        note_file(ui, plan[i], ui.status.target->channels);
    if (plan.size() > kListed) note(ui, fmt::format("and {} more", plan.size() - kListed));
    const auto waits = std::ranges::count(plan, Method::enlarging, &ExportSpec::method);
    const std::string waiting = waits > 0 ? waiting_text(ui.status, Method::enlarging) : "";
    std::string takes;
    if (!waiting.empty())
        takes = fmt::format("{} then the enlarged {} written. ",
                            waiting.ends_with("…") ? waiting : waiting + ";",
                            waits == 1 ? "file is" : "files are");
    if (const double seconds = estimated_seconds(plan, ui.status); seconds > 1)
        takes += "Takes about " + about_time(seconds) +
                 (ui.running() ? "; learning continues, a little slower." : ".");
    note(ui, takes);
}

}  // namespace

void note_file(Ui& ui, const ExportSpec& spec, int channels) {
    const PixelRect written = spec.written();
    note(ui, shortened(ui.fonts.small,
                       fmt::format("{}, {}, about {}", spec.path.filename().string(),
                                   pixels_of({written.width, written.height}),
                                   bytes(estimated_bytes(spec, channels))),
                       ImGui::GetContentRegionAvail().x));
}

std::string said_of_moment(const Ui& ui, const ExportSheet& sheet) {
    if (!sheet.at_step) {
        const bool finished = ui.status.phase == Phase::finished;
        return fmt::format("{}, {}.{}", finished ? "The finished drawing" : "Now",
                           closeness_at(ui.status, ui.status.step),
                           ui.running() ? " Learning may improve it until the export starts." : "");
    }
    const std::int64_t step = *sheet.at_step;
    const std::string name = moment_name(ui, step);
    if (step == 0) return name + ": before the first step.";
    const float then = psnr_at(ui.status, step);
    const bool unknown = std::isnan(then) && !is_tile(ui.status, step);
    return fmt::format(
        "{}{}: {}.", name, unknown ? "" : ", " + closeness_at(ui.status, step),
        then < ui.status.psnr ? "softer and more painterly than now" : "an earlier moment");
}

void prepare_export_sheet(Ui& ui) {
    ExportSheet& sheet = ui.state.sheets.export_picture;
    sheet.name = export_name(ui);
    sheet.method.reset();
    sheet.compared.reset();
    sheet.middle.reset();
    sheet.zoom = 1;
    sheet.at_step = ui.state.timelapse.at_step;  // the checkpoint on the screen
    sheet.enlarging_asked = false;
    if (!sheet.custom && ui.has_run()) {  // initial values of the size fields
        sheet.width = ui.picture_size().width;
        sheet.height = ui.picture_size().height;
    }
}

void draw_export_sheet(Ui& ui) {
    if (!begin_share(ui)) return;
    ExportSheet& sheet = ui.state.sheets.export_picture;
    sheet.edited = !ui.edits().empty();
    const auto plan = plan_export(sheet, ui.status, export_folder(ui));
    const std::string problem = export_problem(sheet, plan);
    {
        SheetColumns columns(ui, kShareRows, kSharePreview);
        draw_detail_dial(ui, sheet);
        ImGui::Dummy({1, ui.px(2)});
        draw_sizes(ui, sheet);
        draw_format(ui, sheet);
        draw_metadata(ui, sheet);
        draw_target_rows(ui, "Moment, size and extension are added to the name.", sheet.name);
        draw_plan(ui, plan, problem);
        columns.next();
        draw_export_preview(ui, sheet);
        draw_export_worth(ui, sheet);
    }
    if (draw_export_foot(ui, sheet.name, paths_of(plan), problem.empty()))
        ui.requests.ask(command::ExportPictures{plan, sheet.at_step, ui.edits()});
    end_sheet(ui);
}

}  // namespace redraw::ui
