#include "ui/panels.h"

#include "ui/actions/action_controls.h"
#include "ui/actions/comparison.h"
#include "ui/actions/keymap.h"
#include "ui/actions/race.h"
#include "ui/actions/reference.h"
#include "ui/actions/shortcuts.h"
#include "ui/actions/timelapse_moves.h"
#include "ui/centre/centre.h"
#include "ui/kit/fields.h"
#include "ui/runs/run_card.h"
#include "ui/sheets/batch_row.h"
#include "ui/sheets/sheet_rows.h"
#include "ui/state/advice.h"
#include "ui/time/timelapse.h"

#include <initializer_list>

namespace redraw::ui {
namespace {

// Draws a menu entry that opens a submenu. Call ImGui::EndMenu() if it returns true.
bool begin_submenu(Ui& ui, const char* name, const char* help, bool enabled = true) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(10), ui.px(8)});
    const bool open = ImGui::BeginMenu(name, enabled);
    ImGui::PopStyleVar();
    if (open) return true;
    name_control(ui, name);
    tooltip(ui, help);
    return false;
}

// Draws the submenu "Recent": the newest runs with their thumbnails.
void recent_menu(Ui& ui) {
    constexpr std::size_t kMost = 9;
    bool any = !ui.view.recent.empty();
    any |= !ui.view.batch.newest.folder.empty();
    if (!begin_submenu(ui, "Recent", "What was open last.", any)) return;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(4)});
    draw_recent_batch(ui);
    const std::size_t count = std::min(ui.view.recent.size(), kMost);
    for (std::size_t i = 0; i < count; ++i) run_menu_row(ui, ui.view.recent[i]);
    ImGui::PopStyleVar();
    ImGui::Separator();
    menu_item(ui, Action::runs, "All runs…");
    ImGui::EndMenu();
}

void items(Ui& ui, std::initializer_list<Action> actions) {
    for (const Action action : actions) menu_item(ui, action);
}

void file_menu(Ui& ui) {
    using enum Action;
    items(ui, {open, open_folder, open_sample});
    recent_menu(ui);
    items(ui, {runs, race, looks});
    ImGui::Separator();
    items(ui, {save_copy, share, presets});
    ImGui::Separator();
    items(ui, {quit});
}

void edit_menu(Ui& ui) {
    using enum Action;
    items(ui, {copy, paste});
    ImGui::Separator();
    items(ui, {undo, redo});
    ImGui::Separator();
    items(ui, {train_or_pause, restart, learn_full_size});
    ImGui::Separator();
    items(ui, {palette, settings});
}

void reference_menu(Ui& ui) {
    if (!begin_submenu(ui, "Compare with", "What the drawing is compared with.", ui.has_run()))
        return;
    const Reference shown = shown_reference(ui);
    for (const Reference reference : references(ui)) {
        const ReferenceView offered = reference_view(ui, reference);
        if (menu_entry(ui, offered.name.c_str(), {.ticked = reference == shown}))
            ui.state.centre.reference = reference;
        tooltip(ui, "Compares the drawing with " + offered.phrase + ".");
    }
    ImGui::Separator();
    menu_item(ui, Action::next_reference);
    ImGui::EndMenu();
}

void view_menu(Ui& ui) {
    using enum Action;
    for (const CentreView& view : ui.views) menu_item(ui, view.action);
    ImGui::Separator();
    reference_menu(ui);
    items(ui, {fit, dive, actual_size, zoom_in, zoom_out});
    ImGui::Separator();
    if (begin_submenu(ui, "Timelapse", "How the timelapse is played.", ui.has_run())) {
        timelapse_menu(ui);
        ImGui::EndMenu();
    }
    items(ui, {replay, text_larger, text_smaller});
    ImGui::Separator();
    items(ui, {side_panel, curves, presentation, fullscreen});
}

void help_menu(Ui& ui) {
    using enum Action;
    items(ui, {lessons, what_is_this, guide, shortcuts});
}

// Returns the progress of training as text, "epoch 120 / 1,000" or "tile 5 of 24". Shortens a text
// of epochs to fit `room` pixels; fractions of an epoch appear only in runs of few epochs.
std::string epochs_done(const Ui& ui, float room) {
    constexpr double kFew = 20;
    if (ui.status.whole) return whole_progress(*ui.status.whole);
    const double all = ui.status.config.schedule.epochs;
    const bool finished = ui.status.phase == Phase::finished;
    std::string done = finished && all < kFew ? epoch_number(ui.status.epoch)
                                              : thousands(std::int64_t(ui.status.epoch));
    const std::string of_all =
        done + " / " + (all < kFew ? epoch_number(all) : thousands(std::int64_t(all)));
    for (const std::string& text : {"epoch " + of_all, of_all})
        if (text_size(ui.fonts.small, text).x <= room) return text;
    return done;
}

void draw_progress(Ui& ui, const Rect& area) {
    const Status& status = ui.status;
    const Fonts& fonts = ui.fonts;
    const Palette& p = ui.palette;
    const float mid = std::floor((area.y0 + area.y1) / 2);
    const std::string right = status.phase == Phase::finished ? "done"
                              : status.steps_per_second > 0 && status.seconds_left > 0
                                  ? duration(status.seconds_left) + " left"
                                  : "";
    const float top = mid - ui.px(15), width = text_size(fonts.small, right).x;
    read_out(ui, "epochs done", fonts.small, {area.x0, top}, p.muted,
             epochs_done(ui, area.width() - width - ui.px(10)),
             "In one epoch the network sees every pixel of the picture once. Shown: epochs done, "
             "of all in this run.");
    read_out(ui, "time left", fonts.small, {area.x1 - width, top}, p.muted, right,
             "How long the rest of the run takes at this speed.");
    const float y = mid + ui.px(8), r = ui.px(2);
    const double part =
        status.total_steps > 0 ? double(status.step) / double(status.total_steps) : 0;
    progress_bar(ui, {area.x0, y - r, area.x1, y + r}, part, p.muted);
}

}  // namespace

void draw_menus(Ui& ui, const Rect& area) {
    ImFont* font = ui.fonts.menu;
    ImGui::PushFont(font);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {ui.px(8), std::floor((area.height() - font->FontSize) / 2)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(12), ui.px(8)});
    begin_area("menus", area, ui.palette.panel, {ui.px(12), 0},
               ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_MenuBar);
    if (ImGui::BeginMenuBar()) {
        const auto menu = [&](const char* name, const char* help, void (*draw)(Ui&)) {
            ImGui::PushStyleColor(ImGuiCol_Text, ui.palette.muted);
            ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(10), ui.px(8)});
            const bool open = ImGui::BeginMenu(name);
            ImGui::PopStyleVar();
            ImGui::PopStyleColor();
            if (!open) {
                focus_stop(ui, name);
                return tooltip(ui, help);
            }
            ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(4)});
            ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(16), ui.px(8)});
            draw(ui);
            ImGui::PopStyleVar(2);
            ImGui::EndMenu();
        };
        menu("File", "Open, save and export.", file_menu);
        menu("Edit", "Copy, paste, undo, learn and settings.", edit_menu);
        menu("View", "How the picture and the window are shown.", view_menu);
        menu("Help", "Guide, keys, explanations and version.", help_menu);
        ImGui::EndMenuBar();
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.min(), area.max());
    fill({area.x0, area.y1 - ui.hair(), area.x1, area.y1}, ui.palette.line);
    list.PopClipRect();
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::PopFont();
}

void draw_top_bar(Ui& ui, const Rect& area) {
    const Status& status = ui.status;
    fill({area.x0, area.y1 - ui.hair(), area.x1, area.y1}, ui.palette.line);
    if (!ui.has_run()) return;
    const float y = std::floor((area.y0 + area.y1 - ui.px(32)) / 2);
    const auto next = further(status);
    const bool running = ui.running(), finished = status.phase == Phase::finished;
    action_button_at(
        ui, Action::train_or_pause, "train",
        running    ? "Pause"
        : finished ? "Go on"
                   : "Learn",
        finished ? ButtonStyle::plain : ButtonStyle::accent,
        box(area.x0 + ui.px(24), y, ui.px(92), ui.px(32)),
        {.icon = running ? Icon::pause : Icon::play,
         .enabled = can_perform(ui, Action::train_or_pause),
         .help = next ? with_keys(next->label + " ({}). Ctrl+Z undoes it.", Action::train_or_pause)
                      : ""});
    const float buttons = area.x0 + ui.px(24 + 92), right = area.x1 - ui.px(20);
    const bool wide = right - buttons > ui.px(520);
    const float number_x = right - ui.px(wide ? 300 : 100);
    const Rect progress{buttons + ui.px(28), area.y0,
                        std::min(number_x - ui.px(36), buttons + ui.px(28 + 460)), area.y1};
    if (progress.width() > ui.px(80)) draw_progress(ui, progress);
    if (status.step == 0 || number_x < buttons + ui.px(12) || shows_picture_alone(ui)) return;
    const Fonts& fonts = ui.fonts;
    const float mid = (area.y0 + area.y1) / 2;
    Closeness now = closeness_now(status);
    if (is_race(status)) now = closeness_of_leader(status);
    if (const auto& at = ui.state.timelapse.at_step) now = closeness_of_moment(ui, *at);
    const float number =
        read_out(ui, "closeness", fonts.number, {number_x, mid - fonts.number->FontSize / 2},
                 ui.palette.text, now.psnr, kDecibels);
    if (wide)
        read_out(ui, "likeness", fonts.small,
                 {number_x + number + ui.px(12), mid - fonts.small->FontSize / 2 + 1},
                 ui.palette.muted, now.beside, kDecibels);
}

}  // namespace redraw::ui
