#include "ui/sheets/sheets.h"

#include "engine/network/presets.h"
#include "ui/actions/dialogs.h"
#include "ui/kit/sheet.h"
#include "ui/runs/run_card.h"

#include <imgui_stdlib.h>

namespace redraw::ui {
namespace {

constexpr std::string_view kPresetExtensions[] = {kPresetExtension, ".json"};

constexpr float kRow = 46;

// Returns the list index of the preset with this name; -1 if there is none.
int place_of(const Ui& ui, const std::string& name) {
    const auto found = std::ranges::find(ui.view.presets, name, &PresetEntry::name);
    return found == ui.view.presets.end() ? -1 : int(found - ui.view.presets.begin());
}

std::string about(const Config& config, bool has_time) {
    std::string text = settings_line(config);
    const Schedule& schedule = config.schedule;
    if (!has_time) return text;
    return text + ", " +
           (schedule.seconds > 0 ? time_span(schedule.seconds)
                                 : thousands(schedule.epochs) + " epochs");
}

// Draws the name field and the button that save the current settings as a preset.
void draw_save(Ui& ui) {
    PresetsSheet& sheet = ui.state.sheets.presets;
    const float act = ui.px(110);
    ImGui::SetNextItemWidth(-act - ui.px(8));
    const bool entered = ImGui::InputTextWithHint("##preset name", "A name", &sheet.name,
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    focus_stop(ui, "preset name", true);
    tooltip(ui, "The name of the preset, and of its file.");
    ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, sheet.name);
    ImGui::SameLine();
    const std::string why = why_no_preset_name(sheet.name);
    const bool there = place_of(ui, sheet.name) >= 0, can = ui.has_run() && why.empty();
    const char* help = !ui.has_run() ? "Open a picture first: a preset saves its settings."
                       : there       ? "Replaces the preset of this name with these settings."
                                     : "Saves the current settings under this name.";
    const bool pressed = button(ui, "save preset", there ? "Replace" : "Save", ButtonStyle::plain,
                                {act, ui.px(26)}, {.enabled = can, .help = help});
    const Config& now = ui.state.settings.edited;
    note(ui, !sheet.name.empty() && !why.empty() ? why
             : ui.has_run()
                 ? "Now: " + about(now, true) + ". Size and colours are not part of a preset."
                 : "Open a picture to save its settings here.");
    if (!can || !(pressed || entered)) return;
    ui.requests.ask(PresetRequest{presets::Save{sheet.name, preset_json(now)}});
    sheet.chosen = sheet.name;
}

void choose(PresetsSheet& sheet, const PresetEntry& entry) {
    sheet.chosen = sheet.name = entry.name;
}

void draw_row(Ui& ui, const PresetEntry& entry, const Rect& place, bool chosen) {
    const Fonts& fonts = ui.fonts;
    const bool fine = entry.problem.empty();
    const std::string line = fine ? about(entry.preset.config, entry.preset.has_time)
                                  : "Cannot be used: " + entry.problem;
    if (list_row(ui, entry.name, place, chosen, "")) choose(ui.state.sheets.presets, entry);
    if (!fine) tooltip(ui, line);
    const float x = place.x0 + ui.px(12), room = place.width() - ui.px(24);
    draw_text(ui, fonts.body, {x, place.y0 + ui.px(5)}, ui.palette.text,
              shortened(fonts.body, entry.name, room));
    draw_text(ui, fonts.small, {x, place.y0 + ui.px(25)},
              fine ? ui.palette.muted : ui.palette.error, shortened(fonts.small, line, room));
}

// Draws the list of presets; the arrow keys change the selection. Returns true if the selected
// preset should be applied, after a double click or Enter.
bool draw_list(Ui& ui) {
    PresetsSheet& sheet = ui.state.sheets.presets;
    const int rows = int(ui.view.presets.size());
    int chosen = place_of(ui, sheet.chosen);
    bool used = false;
    if (!ui.state.controls.keyboard_focus && !ImGui::GetIO().WantTextInput) {
        used = walk_rows(ui, rows, chosen, sheet.scroll);
        if (sheet.scroll) choose(sheet, ui.view.presets[std::size_t(chosen)]);
    }
    const float height = std::clamp(ui.view.window.y - ui.px(330), ui.px(100), ui.px(5 * kRow));
    const int twice =
        draw_rows(ui, "presets",
                  {.height = height,
                   .line = ui.px(kRow),
                   .when_empty = "None yet. Saved presets appear in the preset list and in "
                                 "redraw fit --preset."},
                  rows, chosen, sheet.scroll, [&](int row, const Rect& place) {
                      draw_row(ui, ui.view.presets[std::size_t(row)], place, row == chosen);
                  });
    return used || twice >= 0;
}

void use_preset(Ui& ui, const PresetEntry& entry) {
    Settings& settings = ui.state.settings;
    settings.edited = with_own_preset(settings.edited, entry.text, ui.picture_size());
    commit(settings, ui.requests);
    close_dialog(ui);
}

void draw_buttons(Ui& ui, bool use_asked) {
    PresetsSheet& sheet = ui.state.sheets.presets;
    const int place = place_of(ui, sheet.chosen);
    const PresetEntry* chosen = place < 0 ? nullptr : &ui.view.presets[std::size_t(place)];
    const bool usable = chosen && chosen->problem.empty();
    const bool can_use = usable && ui.can_train();
    const bool pressed = main_button(
        ui, "use preset", "Use", 70, can_use,
        ui.view_only() ? ui.status.view_only
                       : "Starts a new run with this preset (Enter, or a double click).");
    if (pressed || (use_asked && can_use)) return use_preset(ui, *chosen);
    const bool renames = chosen && sheet.name != chosen->name && place_of(ui, sheet.name) < 0 &&
                         why_no_preset_name(sheet.name).empty();
    if (next_button(ui, "rename preset", "Rename", 90, renames,
                    "Renames the selected preset to the name typed above.")) {
        ui.requests.ask(PresetRequest{presets::Rename{chosen->path, sheet.name}});
        sheet.chosen = sheet.name;
    }
    if (next_button(ui, "export preset", "Export…", 90, usable,
                    "Saves the preset as a file to share; drop it on Redraw to add it.")) {
        sheet.exported = chosen->path;
        return go_to_dialog(ui, Dialog::preset_file);
    }
    if (next_button(ui, "trash preset", "Move to trash", 124, chosen != nullptr,
                    "Moves the preset to the desktop's trash."))
        ui.requests.ask(PresetRequest{presets::Trash{chosen->path}});
    if (end_button(ui, "import preset", "Import…", 96, true,
                   "Adds an exported preset. Dropping it on the window does the same."))
        go_to_dialog(ui, Dialog::import_preset);
}

}  // namespace

const Purpose kPresetFile{
    FileQuestion::Kind::save,
    "Export a preset",
    "Save",
    export_folder,
    [](Ui& ui, const std::filesystem::path& chosen) {
        ui.requests.ask(PresetRequest{presets::Export{ui.state.sheets.presets.exported, chosen}});
    },
    &Preferences::export_folder,
    true,
    kPresetExtensions,
    [](const Ui& ui) { return ui.state.sheets.presets.chosen + std::string(kPresetExtension); }};

const Purpose kImportedPreset{FileQuestion::Kind::open,
                              "Import a preset",
                              "Import",
                              opened_folder,
                              [](Ui& ui, const std::filesystem::path& chosen) {
                                  ui.requests.ask(PresetRequest{presets::Import{chosen}});
                              },
                              &Preferences::open_folder,
                              true,
                              kPresetExtensions};

void draw_presets_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Your presets", 560)) return;
    draw_save(ui);
    ImGui::Dummy({1, ui.px(2)});
    const bool used = draw_list(ui);
    const std::string& said = ui.state.notices.message;
    note(ui, said.empty() ? " " : said, ui.palette.text);
    draw_buttons(ui, used);
    end_sheet(ui);
}

}  // namespace redraw::ui
