#include "ui/sheets/sheets.h"

#include "ui/actions/kept_look.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/sheets/sheet_rows.h"

namespace redraw::ui {
namespace {

constexpr float kPercent = 44, kKeep = 68, kRow = 26, kKnob = 7;  // units
constexpr double kCatches = 0.015;  // of the dial: the kept moment is easy to come back to

constexpr const char* kDialHelp =
    "How far the drawing had come: 0 % is the untrained network, 100 % now. Equal turns change "
    "what one sees equally. Less is softer, not closer: a photograph becomes a painting.";

// Returns the place under the mouse, or of the moment.
double dial_at(const Ui& ui, const ExportSheet& sheet) {
    return sheet.dragged_to.value_or(detail_of_step(ui, sheet.at_step));
}

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
    ImGui::InvisibleButton("dial", {width, ui.px(kRow)});
    const bool held = ImGui::IsItemActive() && known;
    const bool hot = (held || ImGui::IsItemHovered()) && known;
    sheet.dragged_to.reset();
    if (held) turn_by_mouse(ui, sheet, left, length);
    focus_ring(ui, "dial");
    const Arrows arrows = known ? take_arrows(ui) : Arrows();
    if (const int by = arrows.x + arrows.y; by != 0)
        sheet.at_step = turned(ui, sheet.at_step, by > 0 ? 1 : -1);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float y = std::floor(at.y + ui.px(kRow) / 2), r = ui.px(2);
    const auto x_of = [&](double detail) { return left + float(detail) * length; };
    list.AddRectFilled({left, y - r}, {left + length, y + r}, p.line, r);
    if (!known) return;
    const float x = x_of(dial_at(ui, sheet));
    list.AddRectFilled({left, y - r}, {x, y + r}, p.accent, r);
    if (const auto kept = kept_step(ui)) kept_mark(ui, {x_of(detail_of_step(ui, kept)), y - knob});
    list.AddCircleFilled({x, y}, knob, hot ? p.text : p.accent);
    list.AddCircle({x, y}, knob, p.panel, 0, ui.px(1.5f));
}

void draw_keep(Ui& ui, const ExportSheet& sheet) {
    const bool kept = sheet.at_step && sheet.at_step == kept_step(ui);
    const bool possible = sheet.at_step && ui.can_train();
    if (toggle_chip(ui, "keep", kept ? "Kept" : "Keep", kept, {ui.px(kKeep), ui.px(kRow)},
                    possible))
        keep(ui, kept ? std::nullopt : sheet.at_step);
    tooltip(ui, ui.help(kept ? "This moment is kept with the run: exports start from it, and the "
                               "timelapse has a mark there. Again lets it go."
                             : "Keeps this moment with the run: exports start from it from now on, "
                               "and the timelapse has a mark there."));
}

}  // namespace

std::string said_of_moment(const Ui& ui, const ExportSheet& sheet) {
    const std::string now = decibels(ui.status.psnr);
    if (!sheet.at_step) return "The drawing as it is when the export starts, now " + now + ".";
    const float then = psnr_at(ui.status, *sheet.at_step);
    const auto steps = double(std::max<std::int64_t>(1, ui.status.steps_per_epoch));
    const std::string when =
        fmt::format("The drawing as it was at epoch {}, step {}",
                    epoch_number(double(*sheet.at_step) / steps), thousands(*sheet.at_step));
    if (std::isnan(then)) return when + ": nothing was learned yet. Now it is " + now + ".";
    const bool softer = !(then >= ui.status.psnr);
    return fmt::format(
        "{}: {}, {}. Now it is {}.", when, decibels(then),
        softer ? "an earlier, softer moment, and no closer drawing" : "an earlier moment", now);
}

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
    ImFont* font = ui.view.fonts.body;
    read_out(ui, "detail percent", font,
             {at.x + ui.px(kPercent) - text_size(font, percent).x,
              at.y + std::floor((ui.px(kRow) - font->FontSize) / 2)},
             ui.palette.text, percent, "");
    ImGui::Dummy({ui.px(kPercent), ui.px(kRow)});
    extend_label(ui);
    ImGui::SameLine(0, gap);
    draw_keep(ui, sheet);
    const SheetRoom kept(note_height(ui, 2));
    std::string said = said_of_moment(ui, sheet);
    if (!can_turn && dial_known(ui) > 0)
        said = fmt::format("Measuring what changes: {:.0f} %. {}", 100 * known, said);
    note(ui, said, ui.palette.muted);
}

}  // namespace redraw::ui
