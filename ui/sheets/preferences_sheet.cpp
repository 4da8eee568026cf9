#include "engine/text/display_name.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/keymap.h"
#include "ui/kit/fields.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/sheet_rows.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {

namespace {

constexpr float kSettingsWidth = 580, kSettingLabels = 150, kSettingField = 230;  // layout units
constexpr float kPageHeight = 420, kAroundPage = 152;

void setting(Ui& ui, const char* label, const std::string& help) {
    sheet_row(ui, label, help, kSettingLabels);
}

// Draws a row with a drop-down list of values, whose texts `name` returns.
template <class T, class Values, class Name>
void setting_choice(Ui& ui, const char* label, const char* id, const std::string& help, T& value,
                    const Values& values, const Name& name) {
    setting(ui, label, help);
    choose(ui, id, name(value), value, values, name, ui.px(kSettingField));
}

void draw_looks(Ui& ui) {
    Preferences& p = ui.state.preferences;
    section_head(ui, "APPEARANCE", "How the window looks.");
    setting(ui, "Theme", "Dark, or light for a bright room. Default dark.");
    choose_chip(ui, p.theme, {{ThemeKind::dark, "Dark"}, {ThemeKind::light, "Light"}},
                {ui.px(70), ui.px(26)});
    setting_choice(
        ui, "Text size", "##text size",
        with_keys("The size of text and everything else, in percent of the monitor's default. {} "
                  "and ",
                  Action::text_larger) +
            with_keys("{} change it as well. ", Action::text_smaller) +
            fmt::format("Default {} %.", Preferences{}.text_percent),
        p.text_percent, kTextSizes, [](int value) { return fmt::format("{} %", value); });
    setting(ui, "Pixels",
            "Shows the learned pixels as squares. Off by default: the network draws every screen "
            "pixel.");
    check_box(ui, "training pixels", "Show training pixels", "", p.training_pixels);
    setting(ui, "Finish",
            with_keys("Replays the learning of the first picture as soon as it is finished. On by "
                      "default. {} replays any picture.",
                      Action::replay));
    check_box(ui, "replay birth", "Replay the first picture after each start", "", p.replay_birth);
}

void draw_learning(Ui& ui) {
    Preferences& p = ui.state.preferences;
    section_head(ui, "LEARNING", "For pictures opened from now on.");
    setting_choice(ui, "Until", "##until",
                   "How far each new picture is learned. The open run has its own slider, on the "
                   "left. Default " +
                       finish_text(Preferences{}.finish) + ".",
                   p.finish, std::array{kSketch, kLikeness, kPerfect}, finish_text);
    setting_choice(ui, "Quiet mode", "##quiet mode",
                   "Learns only part of the time, so that the machine stays cool. The drawing "
                   "after an epoch is the same. Default off.",
                   p.training_percent, std::array{100, 50, 25}, [](int share) {
                       return share == 100  ? "Off: learn all the time"
                              : share == 50 ? "Learn half of the time"
                              : share == 25 ? "Learn a quarter of the time"
                                            : "";
                   });
}

void draw_files(Ui& ui) {
    Preferences& p = ui.state.preferences;
    section_head(ui, "FILES", "How files are chosen, and where runs are saved.");
    setting(ui, "Choosing files",
            ui.view.system_dialogs
                ? "Uses the desktop's own dialog for files and folders, or Redraw's if that fails. "
                  "On by default."
                : "This desktop has no file dialog, so Redraw uses its own.");
    ImGui::BeginDisabled(!ui.view.system_dialogs);
    check_box(ui, "system dialog", "Use the system's file dialog", "", p.system_dialog);
    ImGui::EndDisabled();
    const std::string folder = display_name(ui.view.runs_folder);
    setting(ui, "Runs", "Every run is a file in this folder, saved while it learns.");
    const Fonts& fonts = ui.fonts;
    row_text(ui, "runs folder", fonts.body, ui.palette.text, folder.empty() ? "No folder" : folder,
             folder.empty() ? "There is no home folder to save runs in." : folder + ".", ui.px(14));
    double taken = 0;
    for (const RecentEntry& run : ui.view.recent) taken += run.bytes;
    next_line_of_row(ui, kSettingLabels);
    row_text(ui, "room of runs", fonts.body, ui.palette.text,
             bytes(taken) + " in " + counted(std::ssize(ui.view.recent), "run"),
             "The disk space of all runs.", ui.px(14));
    next_line_of_row(ui, kSettingLabels);
    if (button(ui, "show runs folder", "Show the folder", ButtonStyle::plain, {0, ui.px(28)},
               {.enabled = !folder.empty(),
                .help = "Opens the folder in the desktop's file manager."}))
        ui.requests.ask(request::OpenOutside{ui.view.runs_folder});
    ImGui::SameLine(0, ui.px(6));
    if (button(ui, "all runs of settings", "All runs…", ButtonStyle::plain, {0, ui.px(28)},
               {.help = "Lists the runs, to free space or move some to the trash."}))
        go_to_dialog(ui, Dialog::runs);
}

}  // namespace

void draw_preferences_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Settings", kSettingsWidth)) return;
    const float height = std::min(ui.px(kPageHeight), ui.view.window.y - ui.px(kAroundPage));
    ImGui::BeginChild("general", {0, height});
    const ImVec2 between{1, ui.px(8)};
    draw_looks(ui);
    ImGui::Dummy(between);
    draw_learning(ui);
    ImGui::Dummy(between);
    draw_files(ui);
    ImGui::EndChild();
    note(ui, "Changes apply immediately.");
    end_sheet(ui);
}

}  // namespace redraw::ui
