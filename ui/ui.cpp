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
#include "ui/settings/settings_panels.h"
#include "ui/sheets/batch_row.h"
#include "ui/sheets/sheets.h"
#include "ui/time/curves.h"
#include "ui/time/dock.h"
#include "ui/time/timelapse.h"

namespace redraw::ui {
namespace {

constexpr float kBar = 48, kSide = 304, kPage = 440, kMargin = 20;
constexpr float kLowBar = 40, kLowWindow = 320;
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
               {ui.px(kMargin), ui.px(12)});
    ui.compact = side.height() - foot < ui.px(kRoomy);
    ImGui::SetCursorPosY(ui.px(ui.compact ? 12 : kMargin));
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
               {ui.px(kMargin), ui.px(12)}, ImGuiWindowFlags_NoScrollbar);
    // The export button is painted as the window's main button once the run cannot be trained
    // further.
    const bool main = ui.status.phase == Phase::finished || !ui.can_train();
    action_button(ui, Action::share, "export", "Export at any size…",
                  main ? ButtonStyle::accent : ButtonStyle::plain,
                  ImVec2{side.width() - 2 * ui.px(kMargin), ui.px(36)});
    fill({side.x1 - ui.hair(), side.y0, side.x1, side.y1}, ui.palette.line);
    ImGui::End();
}

void draw_main(Ui& ui, const Rect& main) {
    begin_area("main", main, ui.palette.window, {0, 0},
               ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const Dock dock = dock_in(ui, main);
    const Rect above{main.x0, main.y0, main.x1, dock.top()};
    const bool alone = ui.has_run() && shows_picture_alone(ui);
    if (!ui.has_run() || alone) {
        if (opening_is_seen(ui) || alone)
            draw_centre(ui, above);
        else
            draw_empty_centre(ui, above);
        ImGui::End();
        const Rect& row = dock.caption;
        draw_notices(ui, {row.x0 + ui.px(kMargin), row.y0, row.x1 - ui.px(kMargin), row.y1},
                     dock.all());
        return;
    }
    const TimeAxis axis = time_axis(ui, main);
    scrub_timelapse(ui, dock.film, axis);
    float bar = above.y1;
    bar -= comparison_bar_height(ui);
    draw_centre(ui, {above.x0, above.y0, above.x1, bar});
    draw_comparison_bar(ui, {above.x0, bar, above.x1, above.y1});
    if (dock.curves.height() > 0) draw_curves(ui, dock.curves, axis);
    draw_timelapse(ui, dock.film, axis);
    const Rect row = draw_dock_caption(ui, dock);
    ImGui::End();
    draw_notices(ui, row, {dock.all().x0, dock.caption.y0, dock.all().x1, dock.all().y1});
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
    const float bar = ui.px(window.height() < ui.px(kLowWindow) ? kLowBar : kBar),
                menus = ui.px(226);
    draw_menus(ui, {0, 0, menus, bar});
    begin_area("bar", {menus, 0, window.x1, bar}, ui.palette.panel, {0, 0},
               ImGuiWindowFlags_NoScrollbar);
    draw_top_bar(ui, {menus, 0, window.x1, bar});
    ImGui::End();
    // Without a run there is nothing to set, so the left panel is hidden.
    const bool beside = ui.panel_open();
    const SidePage* page = ui.state.page;
    const float side = page     ? std::min(ui.px(kPage), std::floor(window.width() / 2))
                       : beside ? ui.px(kSide)
                                : 0;
    if (page)
        page->draw(ui, {0, bar, side, window.y1});
    else if (beside)
        draw_side(ui, {0, bar, side, window.y1});
    if (!page) focus_found_setting(ui);  // a page hides the settings until the next frame
    draw_main(ui, {side, bar, window.x1, window.y1});
}

// Draws the page, the podium of a race, or the picture alone. Returns the place for notices.
Rect draw_rest(Ui& ui, const Rect& window) {
    if (ui.state.presentation && ui.state.page) return ui.state.page->present(ui, window);
    if (ui.state.presentation && is_race(ui.status)) return draw_podium(ui, window);
    return draw_stage(ui, window);
}

// Draws the window without panels: the full-screen picture, a presentation, or the podium of a
// race.
void draw_alone(Ui& ui, const Rect& window) {
    begin_area("main", window, ui.palette.window, {0, 0},
               ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const Rect place = draw_rest(ui, window);
    ImGui::End();
    draw_notices(ui, place, place);
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
