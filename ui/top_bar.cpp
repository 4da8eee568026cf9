#include "ui/panels.h"

#include "engine/text/display_name.h"
#include "ui/actions/keymap.h"
#include "ui/actions/reference.h"
#include "ui/actions/shortcuts.h"
#include "ui/kit/fields.h"
#include "ui/runs/run_card.h"
#include "ui/sheets/queue_row.h"
#include "ui/time/time_panels.h"

#include <initializer_list>

namespace redraw::ui {
namespace {

// Opens a submenu; call EndMenu if it returns true.
bool begin_submenu(Ui& ui, const char* name, const char* help, bool enabled = true) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(10), ui.px(8)});
    const bool open = ImGui::BeginMenu(name, enabled);
    ImGui::PopStyleVar();
    if (open) return true;
    name_control(ui, name);
    tooltip(ui, help);
    return false;
}

// Lists the newest runs with their thumbnails.
void recent_menu(Ui& ui) {
    constexpr std::size_t kMost = 9;
    if (!begin_submenu(ui, "Recent",
                       "The newest runs, with their drawings, and the last queue of many pictures.",
                       !ui.view.recent.empty() || !ui.view.last_queue.empty()))
        return;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, ui.px(4)});
    if (!ui.view.last_queue.empty()) {
        const std::string name = "Queue: " + display_name(ui.view.last_queue.filename());
        ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, name);
        if (menu_entry(ui, name.c_str())) open_queue(ui, ui.view.last_queue);
        tooltip(ui, "Many pictures, as they were left: what is done, what has failed and why.");
        ImGui::Separator();
    }
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
    items(ui, {runs, race});
    ImGui::Separator();
    items(ui, {save_copy, export_picture, export_film, export_page, export_curves});
    ImGui::Separator();
    items(ui, {presets, import_preset});
    ImGui::Separator();
    items(ui, {quit});
}

void edit_menu(Ui& ui) {
    using enum Action;
    items(ui, {copy, paste});
    ImGui::Separator();
    items(ui, {undo, redo});
    ImGui::Separator();
    items(ui, {settings});
}

void reference_menu(Ui& ui) {
    if (!begin_submenu(ui, "Compare with", "What the drawing is compared with.", ui.has_run()))
        return;
    const Reference shown = shown_reference(ui);
    for (const Reference reference : kReferences) {
        if (!has_reference(ui, reference)) continue;
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
    items(ui, {view_side_by_side, view_wipe, view_difference, view_drawing, view_neurons});
    ImGui::Separator();
    reference_menu(ui);
    items(ui, {fit, dive, actual_size, zoom_in, zoom_out});
    ImGui::Separator();
    if (begin_submenu(ui, "Timelapse", "How the learning is played.", ui.has_run())) {
        timelapse_menu(ui);
        ImGui::EndMenu();
    }
    items(ui, {replay, text_larger, text_smaller});
    ImGui::Separator();
    items(ui, {side_panel, presentation, fullscreen});
}

void help_menu(Ui& ui) {
    using enum Action;
    items(ui, {what_is_this, guide, shortcuts, about});
}

// Returns the PSNR gained in the last second of training, or the state of the run.
std::string progress_note(const Status& status) {
    if (status.phase == Phase::finished) return "finished";
    if (!status.view_only.empty()) return "view only";
    if (status.phase == Phase::paused) return "paused";
    if (!status.measured || status.measured->size() < 2) return "";
    const auto& measured = *status.measured;
    const double before = measured.back().seconds - 1;
    const auto found = std::ranges::lower_bound(measured, before, {}, &MeasuredPsnr::seconds);
    if (before < 0 || found == measured.end() || !std::isfinite(status.psnr)) return "";
    return fmt::format("{:+.1f} dB in the last second", status.psnr - found->psnr);
}

// Returns the epochs done, shortened to fit `room` pixels. Fractions appear only in runs of few
// epochs.
std::string epochs_done(const Ui& ui, float room) {
    constexpr double kFew = 20;
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
                              : status.steps_per_second > 0
                                  ? duration(status.seconds_left) + " left"
                                  : "";
    const float top = mid - ui.px(20), width = text_size(fonts.small, right).x;
    read_out(ui, "epochs done", fonts.small, {area.x0, top}, p.muted,
             epochs_done(ui, area.width() - width - ui.px(10)),
             "An epoch is every pixel of the picture seen once. So many are done, of so many that "
             "the schedule asks for.");
    read_out(ui, "time left", fonts.small, {area.x1 - width, top}, p.muted, right,
             "How long the rest takes at the pace of now; done when every epoch is.");
    const float y = mid - ui.px(1), r = ui.px(2);
    const double part =
        status.total_steps > 0 ? double(status.step) / double(status.total_steps) : 0;
    progress_bar(ui, {area.x0, y - r, area.x1, y + r}, part, p.accent);
    const double epochs_per_second =
        status.steps_per_second / std::max<double>(1, double(status.steps_per_epoch));
    const std::string quiet =
        status.training_percent < 100 ? fmt::format(" (quiet, {} %)", status.training_percent) : "";
    if (status.phase == Phase::training && epochs_per_second > 0)
        read_out(ui, "pace", fonts.small, {area.x0, mid + ui.px(6)}, p.muted,
                 shortened(fonts.small, per_second(epochs_per_second) + " epochs/s" + quiet,
                           area.width()),
                 "How often in a second it sees every pixel of the picture.");
}

void draw_backend(Ui& ui, const Rect& area) {
    if (ui.status.backend.empty()) return;
    const Palette& p = ui.palette;
    ImFont* font = ui.fonts.body;
    const std::string text = shortened(font, ui.status.backend, area.width() - ui.px(44));
    const float width = text_size(font, text).x + ui.px(42), height = ui.px(28);
    const float x = area.x1 - width, y = std::floor((area.y0 + area.y1 - height) / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill({x, y, area.x1, y + height}, p.field, height / 2);
    frame({x, y, area.x1, y + height}, p.line, height / 2);
    const ImVec2 dot{x + ui.px(16), y + height / 2};
    if (ui.running())
        list.AddCircleFilled(dot, ui.px(4), p.running);
    else
        list.AddCircle(dot, ui.px(3.5f), p.muted, 0, ui.px(1.5f));
    draw_text(ui, font, {x + ui.px(28), y + (height - font->FontSize) / 2}, p.text, text);
    read_out(
        ui, "backend", {x, y, area.x1, y + height},
        std::string("The processor and arithmetic that train this network") +
            (ui.running() ? "; training now." : "; not training now.") +
            (ui.view.no_cuda.empty() ? "" : "\nCUDA is not available: " + ui.view.no_cuda + ".") +
            (ui.view.drawing_route.empty()
                 ? ""
                 : "\nDrawings reach the window by " + ui.view.drawing_route + ". " +
                       ui.view.drawing_route_reason) +
            (ui.status.training_percent < 100
                 ? fmt::format("\nQuiet mode: {} % of the time (Settings).",
                               ui.status.training_percent)
                 : ""));
}

void draw_step_and_restart(Ui& ui, float gap, bool finished) {
    ImGui::SameLine(0, gap);
    action_button(ui, Action::step, "step", "Step", ButtonStyle::plain,
                  ImVec2{ui.px(64), ui.px(32)}, {.enabled = ui.can_train() && !finished});
    ImGui::SameLine(0, gap);
    action_button(ui, Action::restart, "restart", "Restart", ButtonStyle::plain,
                  ImVec2{ui.px(80), ui.px(32)}, {.enabled = ui.can_train()});
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
        menu("File", "Opens pictures and runs, and writes them.", file_menu);
        menu("Edit", "Copies and pastes, and takes changes of settings back.", edit_menu);
        menu("View", "How the picture and the window are shown.", view_menu);
        menu("Help", "The guide, the keys, what everything is, and what Redraw is.", help_menu);
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
    const float y = std::floor((area.y0 + area.y1 - ui.px(32)) / 2), gap = ui.px(8);
    const bool running = ui.running(), finished = status.phase == Phase::finished;
    action_button_at(
        ui, Action::train_or_pause, "train", running ? "Pause" : "Train", ButtonStyle::accent,
        box(area.x0 + ui.px(24), y, ui.px(92), ui.px(32)),
        {.icon = running ? Icon::pause : Icon::play,
         .enabled = ui.can_train() && !finished,
         .help = finished ? ui.help("Every epoch is done. More epochs in the schedule go "
                                    "on from here.")
                          : ""});
    // If only one of them fits, draw the PSNR rather than the step and restart buttons.
    constexpr float kTrain = 24 + 92, kOthers = 64 + 80 + 16, kNumber = 120;
    const bool tight = area.width() < ui.px(kTrain + kOthers + kNumber);
    if (!tight) draw_step_and_restart(ui, gap, finished);
    const float buttons = area.x0 + ui.px(kTrain + (tight ? 0 : kOthers));
    const bool wide = area.x1 - buttons > ui.px(760), roomy = area.x1 - buttons > ui.px(300);
    const float pill_width = ui.px(wide ? 220 : roomy ? 150 : 0);
    const float number_width = ui.px(wide ? 232 : 100);
    const Rect pill{area.x1 - ui.px(20) - pill_width, area.y0, area.x1 - ui.px(20), area.y1};
    if (ui.has_run()) {
        const float number_x = pill.x0 - number_width;
        const Rect progress{buttons + ui.px(28), area.y0,
                            std::min(number_x - ui.px(36), buttons + ui.px(28 + 460)), area.y1};
        if (progress.width() > ui.px(80)) draw_progress(ui, progress);
        if (status.step > 0 && number_x > buttons + ui.px(12)) {
            const Fonts& fonts = ui.fonts;
            const float mid = (area.y0 + area.y1) / 2;
            const float end =
                number_x + read_out(ui, "closeness", fonts.number,
                                    {number_x, mid - fonts.number->FontSize / 2}, ui.palette.text,
                                    decibels(status.psnr), kDecibels);
            if (wide)
                read_out(ui, "progress", fonts.small,
                         {end + ui.px(12), mid - fonts.small->FontSize / 2 + 1}, ui.palette.muted,
                         progress_note(status),
                         "How many decibels the last second of training brought, or why there is "
                         "none.");
        }
    }
    if (roomy) draw_backend(ui, pill);
    fill({area.x0, area.y1 - ui.hair(), area.x1, area.y1}, ui.palette.line);
}

}  // namespace redraw::ui
