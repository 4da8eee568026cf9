#include "ui/sheets/sheets.h"

#include "engine/features/neurons/poster.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/keymap.h"
#include "ui/kit/sheet.h"

namespace redraw::ui {
namespace fs = std::filesystem;
namespace {

void draw_shortcuts_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Shortcuts", 640)) return;
    const Fonts& fonts = ui.fonts;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float column = ui.px(304), line = ui.px(19);
    const bool beside = ImGui::GetContentRegionAvail().x >= 2 * column - ui.px(40);
    float y[2] = {at.y, at.y};
    int side = 0;
    std::string_view group;
    for (const Shortcut& shortcut : shortcuts()) {
        const std::string keys = text_of(shortcut.chord);
        if (keys.empty()) continue;
        if (group != shortcut.group) {
            group = shortcut.group;
            // Puts the two longest groups into the right column, which balances the columns.
            side = beside && (group == "View" || group == "Timelapse");
            if (y[side] > at.y) y[side] += ui.px(6);
            draw_text(ui, fonts.caption, {at.x + side * column, y[side]}, ui.palette.muted,
                      shortcut.group);
            y[side] += line;
        }
        const float x = at.x + side * column, what = x + ui.px(96);
        draw_text(ui, fonts.body, {x, y[side]}, ui.palette.accent_text,
                  shortened(fonts.body, keys, ui.px(92)));
        const float width =
            draw_text(ui, fonts.body, {what, y[side]}, ui.palette.text, shortcut.what);
        read_out(ui, shortcut.what, {x, y[side], what + width, y[side] + line},
                 with_keys(shortcut.help, shortcut.action));
        y[side] += line;
    }
    ImGui::SetCursorScreenPos({at.x, std::max(y[0], y[1]) + ui.px(4)});
    std::string hints =
        "Tab moves through the controls, Space or Enter presses one, Esc leaves them.\n"
        "The mouse wheel zooms, dragging pans.";
    hints += " In a lesson, digits guess and Enter goes on.";
    for (const CentreView& view : ui.views)
        if (view.keys) hints += std::string("\n") + view.keys;
    note(ui, hints);
    end_sheet(ui);
}

void draw_about(Ui& ui) {
    if (!begin_sheet(ui, "Redraw " REDRAW_VERSION, 420)) return;
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        "Drop a picture; watch a small neural network learn to redraw it; scrub back through its "
        "learning; export the drawing at any size.");
    ImGui::PopTextWrapPos();
    note(ui,
         "MIT licence. Drawn with Dear ImGui, GLFW and OpenGL; runs are SQLite files. Screen "
         "readers cannot read this window; the command line, redraw, can do nearly everything it "
         "does.");
    if (!ui.status.backend.empty()) note(ui, "Training on " + ui.status.backend);
    end_sheet(ui);
}

void draw_quit_question(Ui& ui) {
    if (!begin_sheet(ui, "Redraw is not finished", 420)) return;
    ImGui::PushTextWrapPos(0);
    if (ui.status.job)
        ImGui::TextUnformatted("Quitting now cancels the export. The run itself is saved.");
    if (is_at_work(ui.view.batch.open))
        ImGui::TextUnformatted(
            "Finished pictures stay. The batch continues from here when Redraw is opened again.");
    ImGui::PopTextWrapPos();
    ImGui::Dummy({1, ui.px(6)});
    if (button(ui, "quit", "Quit anyway", ButtonStyle::plain, {0, 0},
               {.help = "Ends the work and quits."})) {
        ui.requests.ask(request::Quit{});
        close_dialog(ui);
    }
    ImGui::SameLine();
    if (button(ui, "stay", "Stay", ButtonStyle::accent, {0, 0},
               {.help = "Goes back; the work continues."}))
        close_dialog(ui);
    end_sheet(ui);
}

template <class Asked>
void ask(Ui& ui, const fs::path& chosen) {
    ui.requests.ask(Asked{chosen});
}

void export_poster(Ui& ui, const fs::path& chosen) {
    const ExportSpec poster{
        .path = chosen, .size = {kPosterSide, kPosterSide}, .encoding = {}, .poster = true};
    ui.requests.ask(command::ExportPictures{
        {poster}, ui.state.timelapse.at_step, ui.state.settings.history.present().network});
}

using Kind = FileQuestion::Kind;
constexpr auto kOpened = &Preferences::open_folder, kExported = &Preferences::export_folder;
constexpr std::string_view kRunExtension[] = {".redraw"}, kCurveExtensions[] = {".csv"};

constexpr Purpose kOpenFile{Kind::open, "Open a picture or a run", "Open", opened_folder, open_file,
                            kOpened};
constexpr Purpose kOpenFolder{Kind::folder,
                              "Open a folder of pictures",
                              "Open this folder",
                              opened_folder,
                              [](Ui& ui, const fs::path& chosen) { ui.state.dropped = {chosen}; },
                              kOpened};
// Returns to the sheet that asked for the folder.
template <Dialog Back>
constexpr Purpose kExportFolder{
    Kind::folder, "Choose a folder", "Choose this folder", export_folder, nullptr, kExported, Back};
constexpr Purpose kSaveCopy{Kind::save,
                            "Save a copy of the run",
                            "Save",
                            export_folder,
                            ask<command::SaveCopy>,
                            nullptr,
                            Dialog::none,
                            kRunExtension,
                            [](const Ui& ui) { return export_name(ui) + ".redraw"; }};
constexpr Purpose kCurvesFile{Kind::save,
                              "Export the learning curves",
                              "Save",
                              export_folder,
                              ask<command::ExportCurves>,
                              kExported,
                              Dialog::none,
                              kCurveExtensions,
                              [](const Ui& ui) { return export_name(ui) + "-curves.csv"; }};
constexpr std::string_view kPosterExtension[] = {".png"};
constexpr Purpose kPosterFile{Kind::save,
                              "Export a poster of the neurons",
                              "Save",
                              export_folder,
                              export_poster,
                              kExported,
                              Dialog::none,
                              kPosterExtension,
                              [](const Ui& ui) { return export_name(ui) + "-neurons.png"; }};

constexpr Sheet kSheets[] = {
    {Dialog::open_file, draw_file_browser, nullptr, &kOpenFile},
    {Dialog::open_folder, draw_file_browser, nullptr, &kOpenFolder},
    {Dialog::save_copy, draw_file_browser, nullptr, &kSaveCopy},
    {Dialog::export_folder, draw_file_browser, nullptr, &kExportFolder<Dialog::export_picture>},
    {Dialog::film_folder, draw_file_browser, nullptr, &kExportFolder<Dialog::export_film>},
    {Dialog::page_folder, draw_file_browser, nullptr, &kExportFolder<Dialog::export_page>},
    {Dialog::curves_file, draw_file_browser, nullptr, &kCurvesFile},
    {Dialog::poster_file, draw_file_browser, nullptr, &kPosterFile},
    {Dialog::batch_folder, draw_file_browser, nullptr, &kBatchFolder},
    {Dialog::preset_file, draw_file_browser, nullptr, &kPresetFile},
    {Dialog::import_preset, draw_file_browser, nullptr, &kImportedPreset},
    {Dialog::choose_dropped, draw_drop_sheet},
    {Dialog::batch_order, draw_batch_order_sheet},
    {Dialog::batch, draw_batch_sheet},
    {Dialog::race, draw_race_sheet, prepare_race_sheet},
    {Dialog::looks, draw_looks_sheet},
    {Dialog::explanation, draw_explanation_sheet},
    {Dialog::lessons, draw_lessons_sheet, prepare_lessons_sheet},
    {Dialog::runs, draw_runs_sheet,
     [](Ui& ui) {
         ui.state.sheets.runs = {};
         ui.requests.ask(request::RefreshRuns{});
     }},
    {Dialog::presets, draw_presets_sheet,
     [](Ui& ui) { ui.requests.ask(PresetRequest{presets::Refresh{}}); }},
    {Dialog::export_picture, draw_export_sheet, prepare_export_sheet},
    {Dialog::export_film, draw_film_sheet, prepare_film_sheet},
    {Dialog::export_page, draw_page_sheet, prepare_page_sheet},
    {Dialog::share_clip, draw_clip_sheet},
    {Dialog::preferences, draw_preferences_sheet,
     [](Ui& ui) { ui.requests.ask(request::RefreshRuns{}); }},
    {Dialog::palette, draw_palette_sheet, prepare_palette_sheet},
    {Dialog::shortcuts, draw_shortcuts_sheet},
    {Dialog::about, draw_about},
    {Dialog::confirm_quit, draw_quit_question},
};

}  // namespace

std::span<const Sheet> sheet_table() {
    return kSheets;
}

void draw_sheets(Ui& ui) {
    ui.state.sheets.field_yields = false;
    if (ui.state.sheets.dialog == Dialog::none)
        ui.state.sheets.close = false;
    else
        open_sheet_row(ui)->draw(ui);
}

}  // namespace redraw::ui
