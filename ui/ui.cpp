#include "ui/ui.h"
#include "ui/time/compared_curves.h"

#include "engine/drawing/pace.h"
#include "ui/actions/action_controls.h"
#include "ui/actions/comparison.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/keymap.h"
#include "ui/actions/lesson.h"
#include "ui/actions/neurons.h"
#include "ui/actions/replay.h"
#include "ui/actions/shortcuts.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/centre/centre.h"
#include "ui/centre/stage.h"
#include "ui/kit/fields.h"
#include "ui/panels.h"
#include "ui/settings/schedule_panel.h"
#include "ui/settings/settings_panels.h"
#include "ui/sheets/batch_row.h"
#include "ui/sheets/sheets.h"
#include "ui/time/curves.h"
#include "ui/time/timelapse.h"

namespace redraw::ui {
namespace {

constexpr float kBar = 52, kSide = 304, kPage = 440, kPad = 20;
// Height in layout units of the left panel's settings below which they get less spacing.
constexpr float kRoomy = 760;

// Fades the lower edge of a panel that can be scrolled further down.
void fade_what_goes_on(Ui& ui) {
    if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) return;
    const ImVec2 from = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const ImU32 ground = ui.palette.panel, clear = with_alpha(ground, 0);
    const float end = from.y + size.y;
    ImGui::GetWindowDrawList()->AddRectFilledMultiColor({from.x, end - ui.px(40)},
                                                        {from.x + size.x - ui.px(12), end}, clear,
                                                        clear, ground, ground);
}

void draw_side(Ui& ui, Rect side) {
    side.y0 += draw_lesson_strip(ui, side);
    const float foot = ui.px(60);
    begin_area("side", {side.x0, side.y0, side.x1, side.y1 - foot}, ui.palette.panel,
               {ui.px(kPad), ui.px(12)});
    ui.compact = side.height() - foot < ui.px(kRoomy);
    ImGui::SetCursorPosY(ui.px(ui.compact ? 12 : kPad));
    const float apart = ImGui::GetStyle().ItemSpacing.y;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {ImGui::GetStyle().ItemSpacing.x, ui.compact ? ui.px(3) : apart});
    draw_picture_panel(ui);
    hairline(ui);
    draw_network_panel(ui);
    hairline(ui);
    draw_schedule_panel(ui);
    ImGui::PopStyleVar();
    fade_what_goes_on(ui);
    ImGui::End();

    begin_area("side foot", {side.x0, side.y1 - foot, side.x1, side.y1}, ui.palette.panel,
               {ui.px(kPad), ui.px(12)}, ImGuiWindowFlags_NoScrollbar);
    // The export button is painted as the window's main button once the run cannot be trained
    // further.
    const bool main = ui.status.phase == Phase::finished || !ui.can_train();
    const float share = ui.px(100), gap = ui.px(8);
    action_button(ui, Action::export_picture, "export", "Export picture…",
                  main ? ButtonStyle::accent : ButtonStyle::plain,
                  ImVec2{side.width() - 2 * ui.px(kPad) - share - gap, ui.px(36)});
    ImGui::SameLine(0, gap);
    action_button(ui, Action::share_clip, "share clip", "Share clip…", ButtonStyle::plain,
                  ImVec2{share, ui.px(36)}, {.enabled = ui.has_run()});
    fill({side.x1 - ui.hair(), side.y0, side.x1, side.y1}, ui.palette.line);
    ImGui::End();
}

struct Regions {
    Rect centre, bar, curves, film;
};

// Divides the area right of the left panel into centre, compared runs' bar, learning curves and
// timelapse. In a low window the curves and the timelapse shrink, then take their smallest form. If
// the centre is still too low, first the curves and then the timelapse are hidden.
Regions divide(const Ui& ui, const Rect& main) {
    // Layout units. kLeast: least height of the centre. kLow: height to which curves and timelapse
    // shrink. kSmallest: height of their smallest form.
    constexpr float kLeast = 106, kLow = 92, kSmallest = 56;
    const float height = main.height() / ui.view.scale;
    float curves = std::clamp(height * 0.2f, 118.0f, 190.0f);
    float film = std::clamp(height * 0.2f, 118.0f, 170.0f);
    float bar = 0;
    bar += comparison_bar_height(ui) / ui.view.scale;
    const float spare = height - bar - curves - film;
    if (spare < 190) curves = film = std::clamp(curves - (190 - spare) / 2, kLow, curves);
    for (float* least : {&curves, &film})
        if (height - bar - curves - film < kLeast) *least = kSmallest;
    for (float* least : {&curves, &film})
        if (height - bar - curves - film < kLeast) *least = 0;
    const float end = main.y1 - ui.px(curves) - ui.px(film), top = end - ui.px(bar);
    return {{main.x0, main.y0, main.x1, top},
            {main.x0, top, main.x1, end},
            {main.x0, end, main.x1, end + ui.px(curves)},
            {main.x0, end + ui.px(curves), main.x1, main.y1}};
}

void draw_main(Ui& ui, const Rect& main) {
    begin_area("main", main, ui.palette.window, {0, 0},
               ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const auto [centre, bar, curves, film] = divide(ui, main);
    if (!ui.has_run()) {
        ui.state.notices.end = main.y1 - ui.px(kPad);
        if (opening_is_seen(ui))
            draw_centre(ui, centre);
        else
            draw_empty_centre(ui, {main.x0, main.y0, main.x1, main.y1 - ui.state.notices.height});
        ImGui::End();
        return;
    }
    const TimeAxis axis = time_axis(ui, main);
    if (film.height() > 0) scrub_timelapse(ui, film, axis);
    draw_centre(ui, centre);
    draw_comparison_bar(ui, bar);
    if (curves.height() > 0) draw_curves(ui, curves, axis);
    if (film.height() > 0) draw_timelapse(ui, film, axis);
    ImGui::End();
}

// Returns true for a grey picture whose pixels are all black or white. Checks only a sample of a
// large picture's pixels, because it delays the frame.
bool is_black_and_white(const Image& picture) {
    if (picture.channels != 1) return false;
    const std::size_t count = picture.values.size(), stride = 1 + count / 50'000;
    for (std::size_t i = 0; i < count; i += stride)
        if (picture.values[i] != 0 && picture.values[i] != 1) return false;
    return true;
}

void follow_run(Ui& ui) {
    UiState& s = ui.state;
    follow(s.settings, ui.status);
    remember(s.notices.advice, ui.status);
    if (ui.status.run_serial != s.run_serial) {
        s.run_serial = ui.status.run_serial;
        s.timelapse = {};
        s.sheets.export_picture.at_step.reset();
        CanvasPicture picture;
        if (ui.has_run())
            picture = {ui.status.picture_name, ui.status.target->width, ui.status.target->height};
        s.centre.canvas = carried(s.centre.canvas, s.centre.canvas_picture, picture);
        s.centre.canvas_picture = std::move(picture);
        if (const auto before = std::exchange(s.interrupted, {});
            before && before->run == ui.status.run_path) {
            s.centre.canvas = before->canvas;
            s.notices.advice.interrupted = ui.has_run();
        }
        s.centre.edits.reset();
        s.settings.history.forget_network_changes();
        s.curves.steps_shown = {};
        s.schedule_drag.handle = Handle::none;
        s.flat_psnr = ui.has_run() ? flat_psnr(*ui.status.target) : 0;
        s.black_and_white = ui.has_run() && is_black_and_white(*ui.status.target);
    }
    for (const std::string_view text :
         {std::string_view(ui.status.picture_name), std::string_view(ui.status.error),
          std::string_view(ui.status.notice.text), std::string_view(ui.status.opening)})
        ui.requests.rebuild_fonts |= want_glyphs(s.glyphs, text);
}

void draw_panels(Ui& ui, const Rect& window) {
    const float bar = ui.px(kBar), menus = ui.px(226);
    draw_menus(ui, {0, 0, menus, bar});
    begin_area("bar", {menus, 0, window.x1, bar}, ui.palette.panel, {0, 0},
               ImGuiWindowFlags_NoScrollbar);
    draw_top_bar(ui, {menus, 0, window.x1, bar});
    ImGui::End();
    // Without a run there is nothing to set, so the left panel is hidden.
    const bool beside = ui.state.preferences.side_panel && ui.has_run();
    const SidePage* page = ui.state.page;
    const float side = page     ? std::min(ui.px(kPage), std::floor(window.width() / 2))
                       : beside ? ui.px(kSide)
                                : 0;
    if (page)
        page->draw(ui, {0, bar, side, window.y1});
    else if (beside)
        draw_side(ui, {0, bar, side, window.y1});
    if (!page) focus_found_setting(ui);  // a page hides the settings until the next frame
    const Rect main{side, bar, window.x1, window.y1};
    const float pad = ui.px(kPad);
    ui.state.notices.height = notices_height(ui, main.width() - 2 * pad);
    draw_main(ui, main);
    draw_notices(ui, {main.x0 + pad, main.y0, main.x1 - pad, ui.state.notices.end});
}

// Draws the podium of a race, or the picture alone.
void draw_rest(Ui& ui, const Rect& rest) {
    if (ui.state.presentation && is_race(ui.status)) return draw_podium(ui, rest);
    draw_stage(ui, rest);
}

// Draws the window without panels: the full-screen picture, a presentation, or the podium of a
// race. Notices lie at its bottom.
void draw_alone(Ui& ui, const Rect& window) {
    const float pad = ui.px(kPad);
    ui.state.notices.height = notices_height(ui, window.width() - 2 * pad);
    begin_area("main", window, ui.palette.window, {0, 0},
               ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ui.state.notices.end = window.y1;
    const Rect rest{window.x0, window.y0, window.x1, window.y1 - ui.state.notices.height};
    draw_rest(ui, rest);
    ImGui::End();
    draw_notices(ui, {window.x0 + pad, window.y0, window.x1 - pad, ui.state.notices.end});
}

}  // namespace

Requests draw_ui(UiState& state, const View& view) {
    Requests requests;
    Ui ui{state, view, requests, *view.status, palette_of(state.preferences.theme)};
    ui.sheets = sheet_table();
    ui.views = centre_views();
    ImGui::PushFont(view.fonts.body);
    begin_focus_order(ui);
    follow_run(ui);
    follow_compared(ui);
    follow_lesson(ui);
    take_dropped(ui);
    take_file_answer(ui);
    if (view.pasted) open_pasted(ui, *view.pasted);
    if (!follow_replay(ui)) handle_keys(ui);
    advance_timelapse(ui);
    follow_neurons(ui);

    const Rect window{0, 0, view.window.x, view.window.y};
    Rect panels = window;
    panels.y1 -= batch_band_height(ui);
    if (on_stage(ui))
        draw_alone(ui, window);
    else
        draw_panels(ui, panels);
    if (!on_stage(ui)) draw_batch_band(ui);
    let_go_of_handle(ui);
    keep_focus_in_sheet(ui);
    draw_sheets(ui);
    draw_tooltip(ui);
    end_focus_order(ui);

    if (ImGui::GetIO().WantTextInput) requests.redraw_after(0.4);  // the cursor blinks
    requests.view.at_step = state.timelapse.at_step;
    requests.view.changes = wants_changes(ui) || state.centre.dial ||
                            state.replay.stage == ReplayStage::waits ||
                            state.sheets.dialog == Dialog::export_picture;
    ImGui::PopFont();
    return requests;
}

std::string window_title(const Status& status, bool away, const std::string& other_work) {
    std::string title = "Redraw";
    const char* only = status.view_only.empty() ? "" : " (view only)";
    if (!status.picture_name.empty()) title = status.picture_name + only + " – " + title;
    // Round down, so that 100 % means finished.
    if (status.phase == Phase::training && status.total_steps > 0)
        return fmt::format("{:.0f} % – {}",
                           std::floor(100.0 * double(status.step) / double(status.total_steps)),
                           title);
    if (!other_work.empty()) return other_work + " – " + title;
    if (status.phase == Phase::finished && away)
        return fmt::format("Done, {} – {}",
                           std::isnan(psnr_of_original(status))
                               ? closeness(status, status.psnr)
                               : decibels(psnr_of_original(status)),
                           title);
    return title;
}

}  // namespace redraw::ui
