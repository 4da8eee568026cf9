#include "engine/text/display_name.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/keymap.h"
#include "ui/kit/fields.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/sheet_rows.h"
#include "ui/sheets/sheets.h"

namespace redraw::ui {

namespace {

constexpr float kKeysWidth = 150, kKeysRow = 30, kResetWidth = 52, kQuestion = 72;  // layout units

void draw_row(Ui& ui, const Shortcut& row) {
    PreferencesSheet& sheet = ui.state.sheets.preferences;
    Preferences& preferences = ui.state.preferences;
    const Chord chord = chord_of(preferences, row);
    const bool waits = sheet.waits_for == row.name, changed = chord != row.chord;
    const bool fixed = row.action == Action::close;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x - ui.px(14);
    ImGui::PushID(row.name);
    read_out(
        ui, row.what, ui.fonts.body, {at.x, at.y + ui.px(5)}, ui.palette.text,
        shortened(ui.fonts.body, row.what, right - at.x - ui.px(kKeysWidth + kResetWidth + 16)),
        with_keys(ui, row.help, row.action));
    ImGui::SetCursorScreenPos({right - ui.px(kKeysWidth), at.y});
    const std::string keys = text_of(chord);
    const std::string shown = waits ? "Press keys…"
                              : keys.empty()
                                  ? "None"
                                  : shortened(ui.fonts.body, keys, ui.px(kKeysWidth - 16));
    if (toggle_chip(ui, row.name, shown, waits || changed, {ui.px(kKeysWidth), ui.px(26)}, !fixed))
        sheet = {.keys = true, .waits_for = waits ? "" : row.name};
    tooltip(ui, fixed ? "Esc always closes what is open; this cannot be changed."
                      : "Click, then press the new keys. A bright frame marks changed keys.");
    if (changed) {
        ImGui::SetCursorScreenPos({right - ui.px(kKeysWidth + kResetWidth), at.y + ui.px(4)});
        if (text_button(ui, "reset", "Reset", false)) {
            reset_keys(preferences, row);
            sheet = {.keys = true};
        }
        const std::string own = text_of(row.chord);
        tooltip(ui, own.empty() ? "It has no key by default." : "Back to " + own + ".");
    }
    ImGui::PopID();
    ImGui::SetCursorScreenPos({at.x, at.y + ui.px(kKeysRow)});
}

void draw_list(Ui& ui, float height) {
    ImGui::BeginChild("keys", {0, height});
    std::string_view group;
    for (const Shortcut& row : shortcuts()) {
        if (group != row.group) {
            group = row.group;
            ImGui::Dummy({1, ui.px(4)});
            draw_text(ui, ui.fonts.caption, ImGui::GetCursorScreenPos(), ui.palette.muted,
                      row.group);
            ImGui::Dummy({1, ui.px(18)});
        }
        draw_row(ui, row);
    }
    ImGui::EndChild();
}

// Draws a button of the page of key bindings. A press ends any question about a key binding.
bool key_button(Ui& ui, const char* id, const char* label, ButtonStyle style, const char* help,
                bool enabled = true) {
    const bool pressed =
        button(ui, id, label, style, {ui.px(90), ui.px(28)}, {.enabled = enabled, .help = help});
    if (pressed) ui.state.sheets.preferences = {.keys = true};
    return pressed;
}

// Draws the prompt to press a new key binding, or the question about a conflict. The height is
// always the same.
void draw_question(Ui& ui, const Shortcut& row) {
    PreferencesSheet& sheet = ui.state.sheets.preferences;
    Preferences& preferences = ui.state.preferences;
    const std::string what = std::string("“") + row.what + "”";
    if (sheet.wanted) {
        const Chord wanted = *sheet.wanted;
        const Shortcut* holder = holder_of(preferences, wanted, row);
        note(ui,
             text_of(wanted) + " is used for “" + (holder ? holder->what : "") + "”. Use it for " +
                 what + " instead?",
             ui.palette.text);
        if (key_button(ui, "take keys", "Use it", ButtonStyle::accent,
                       "Assigns it to this action; the other one then has none (Enter)."))
            give_keys(preferences, row, wanted);
        ImGui::SameLine(0, ui.px(6));
        key_button(ui, "leave keys", "Cancel", ButtonStyle::plain,
                   "Both actions keep their keys (Esc).");
        return;
    }
    note(ui,
         sheet.said.empty()
             ? "Press the keys for " + what + ". Esc cancels, Backspace removes its keys."
             : sheet.said + " Press other keys for " + what + ".",
         ui.palette.text);
    if (key_button(ui, "no keys", "No key", ButtonStyle::plain,
                   "Removes the keys; menus and buttons still work (Backspace)."))
        give_keys(preferences, row, {});
}

// Draws the page of key bindings: every action with its keys, which the user can change or remove.
void draw_keys_page(Ui& ui, float height) {
    PreferencesSheet& sheet = ui.state.sheets.preferences;
    draw_list(ui, height - ui.px(kQuestion));
    const SheetRoom kept(ui.px(kQuestion) - ImGui::GetStyle().ItemSpacing.y);
    ImGui::Dummy({1, ui.px(4)});
    const auto row = std::ranges::find(shortcuts(), std::string_view(sheet.waits_for),
                                       [](const Shortcut& r) { return std::string_view(r.name); });
    if (row != shortcuts().end()) {
        draw_question(ui, *row);
    } else {
        KeyChanges& changed = ui.state.preferences.keys;
        note(ui, "Click an action's keys, then press the new ones.");
        if (key_button(ui, "reset all keys", "Reset all", ButtonStyle::plain,
                       "Restores the default keys of every action.", !changed.empty()))
            changed.clear();
    }
}

constexpr float kSettingsWidth = 580, kSettingLabels = 150, kSettingField = 230;  // layout units
constexpr float kPageHeight = 420, kAroundPage = 188;

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
        with_keys(ui,
                  "The size of text and everything else, in percent of the monitor's default. {} "
                  "and ",
                  Action::text_larger) +
            with_keys(ui, "{} change it as well. ", Action::text_smaller) +
            fmt::format("Default {} %.", Preferences{}.text_percent),
        p.text_percent, kTextSizes, [](int value) { return fmt::format("{} %", value); });
    setting(ui, "Pixels",
            "Shows the learned pixels as squares. Off by default: the network draws every screen "
            "pixel.");
    check_box(ui, "training pixels", "Show training pixels", "", p.training_pixels);
    setting(ui, "Finish",
            with_keys(ui,
                      "Replays the learning of the first picture as soon as it is finished. On by "
                      "default. {} replays any picture.",
                      Action::replay));
    check_box(ui, "replay birth", "Replay the learning when a picture is finished", "",
              p.replay_birth);
}

void draw_learning(Ui& ui) {
    Preferences& p = ui.state.preferences;
    section_head(ui, "LEARNING", "For pictures opened from now on.");
    setting_choice(ui, "Time for a picture", "##time for a picture",
                   "How long each new picture is learned; its size follows from this. The open run "
                   "has its own Time, on the left. Default " +
                       time_text(Preferences{}.seconds) + ".",
                   p.seconds, kTimes, time_text);
    setting_choice(ui, "Quiet mode", "##quiet mode",
                   "Trains only part of the time, so that the machine stays cool. The drawing "
                   "after an epoch is the same. Default off.",
                   p.training_percent, std::array{100, 50, 25}, [](int share) {
                       return share == 100  ? "Off: train all the time"
                              : share == 50 ? "Train half of the time"
                              : share == 25 ? "Train a quarter of the time"
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
    PreferencesSheet& sheet = ui.state.sheets.preferences;
    bool keys = sheet.keys;
    if (choose_chip(ui, keys,
                    {{false, "General", "Appearance, learning and files."},
                     {true, "Keys", "The keys of every action."}},
                    {ui.px(90), ui.px(28)}))
        sheet = {.keys = keys};
    ImGui::Dummy({1, ui.px(4)});
    // Both pages have the same height, so that nothing moves when the user switches pages.
    const float height = std::min(ui.px(kPageHeight), ui.view.window.y - ui.px(kAroundPage));
    if (keys) {
        draw_keys_page(ui, height);
    } else {
        ImGui::BeginChild("general", {0, height});
        const ImVec2 between{1, ui.px(8)};
        draw_looks(ui);
        ImGui::Dummy(between);
        draw_learning(ui);
        ImGui::Dummy(between);
        draw_files(ui);
        ImGui::EndChild();
    }
    note(ui, keys ? "Esc, Tab, Enter and Backspace cannot be changed. Plain keys do not act while "
                    "you type."
                  : "Changes apply immediately.");
    end_sheet(ui);
}

}  // namespace redraw::ui
