#include "ui/sheets/keys_page.h"

#include "ui/actions/action_help.h"
#include "ui/actions/keymap.h"
#include "ui/kit/widgets.h"
#include "ui/sheets/sheet_room.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace redraw::ui {
namespace {

constexpr float kKeysWidth = 150, kKeysRow = 30, kResetWidth = 52, kQuestion = 72;  // units

void draw_row(Ui& ui, const Shortcut& row) {
    PreferencesSheet& sheet = ui.state.sheets.preferences;
    Preferences& preferences = ui.state.preferences;
    const Chord chord = chord_of(preferences, row);
    const bool waits = sheet.waits_for == row.name, changed = chord != row.chord;
    const bool fixed = row.action == Action::close;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x - ui.px(14);
    ImGui::PushID(row.name);
    read_out(ui, row.what, ui.view.fonts.body, {at.x, at.y + ui.px(5)}, ui.palette.text,
             shortened(ui.view.fonts.body, row.what,
                       right - at.x - ui.px(kKeysWidth + kResetWidth + 16)),
             action_help(ui, row.action));
    ImGui::SetCursorScreenPos({right - ui.px(kKeysWidth), at.y});
    const std::string keys = text_of(chord);
    const std::string shown = waits ? "Press keys…"
                              : keys.empty()
                                  ? "None"
                                  : shortened(ui.view.fonts.body, keys, ui.px(kKeysWidth - 16));
    if (toggle_chip(ui, row.name, shown, waits || changed, {ui.px(kKeysWidth), ui.px(26)},
                    {.enabled = !fixed}))
        sheet = {.keys = true, .waits_for = waits ? "" : row.name};
    tooltip(ui, fixed ? "Esc closes what is open, everywhere; this cannot be changed."
                      : "A click, and the next keys that are pressed are for this. In an amber "
                        "frame: they were changed.");
    if (changed) {
        ImGui::SetCursorScreenPos({right - ui.px(kKeysWidth + kResetWidth), at.y + ui.px(4)});
        if (text_button(ui, "reset", "Reset", false)) {
            reset_keys(preferences, row);
            sheet = {.keys = true};
        }
        const std::string own = text_of(row.chord);
        tooltip(ui, own.empty() ? "It has no key of its own." : "Back to " + own + ".");
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
            draw_text(ui, ui.view.fonts.caption, ImGui::GetCursorScreenPos(), ui.palette.muted,
                      row.group);
            ImGui::Dummy({1, ui.px(18)});
        }
        draw_row(ui, row);
    }
    ImGui::EndChild();
}

// Draws which keys are awaited, or the question about them, always with the same height.
void draw_question(Ui& ui, const Shortcut& row) {
    PreferencesSheet& sheet = ui.state.sheets.preferences;
    Preferences& preferences = ui.state.preferences;
    const std::string what = std::string("“") + row.what + "”";
    if (sheet.wanted) {
        const Shortcut* holder = holder_of(preferences, *sheet.wanted, row);
        note(ui,
             text_of(*sheet.wanted) + " is for “" + (holder ? holder->what : "") +
                 "” so far: take it from there for " + what + "?",
             ui.palette.text);
        if (button(ui, "take keys", "Take it", ButtonStyle::accent, {ui.px(90), ui.px(28)})) {
            give_keys(preferences, row, *sheet.wanted);
            sheet = {.keys = true};
        }
        tooltip(ui, "Gives it to this action; the other then has no key (Enter).");
        ImGui::SameLine(0, ui.px(6));
        if (button(ui, "leave keys", "Leave it", ButtonStyle::plain, {ui.px(90), ui.px(28)}))
            sheet = {.keys = true};
        tooltip(ui, "Both actions keep the keys they have (Esc).");
        return;
    }
    note(ui,
         sheet.said.empty()
             ? "Press the keys for " + what + ". Esc leaves it as it is, Backspace gives it none."
             : sheet.said + " Press others for " + what + ".",
         ui.palette.text);
    if (button(ui, "no keys", "No key", ButtonStyle::plain, {ui.px(90), ui.px(28)})) {
        give_keys(preferences, row, {});
        sheet = {.keys = true};
    }
    tooltip(ui, "The action has no key then; menus and buttons still do it (Backspace).");
}

}  // namespace

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
        note(ui, "A click on an action's keys, and the next that are pressed are for it.",
             ui.palette.muted);
        if (button(ui, "reset all keys", "Reset all", ButtonStyle::plain, {ui.px(90), ui.px(28)},
                   {.enabled = !ui.state.preferences.keys.empty()}))
            ui.state.preferences.keys.clear();
        tooltip(ui, "Every action has its own keys again.");
    }
}

}  // namespace redraw::ui
