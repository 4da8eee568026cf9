#include "ui/sheets/sheets.h"

#include "ui/actions/dialogs.h"
#include "ui/actions/keymap.h"
#include "ui/kit/sheet.h"
#include "ui/sheets/share_sheet.h"

namespace redraw::ui {
namespace fs = std::filesystem;
namespace {

void draw_shortcuts_sheet(Ui& ui) {
    if (!begin_sheet(ui, "Redraw " REDRAW_VERSION, 640)) return;
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
    note(ui,
         "MIT licence. Drawn with Dear ImGui, GLFW and OpenGL; runs are SQLite files. Screen "
         "readers cannot read this window; the command line, redraw, can do nearly everything it "
         "does." +
             (ui.status.backend.empty() ? "" : "\nLearning on " + ui.status.backend + "."));
    end_sheet(ui);
}

// Quits as soon as nothing is at work any more, which may be when the question first appears.
void draw_quit_question(Ui& ui) {
    if (!begin_sheet(ui, "Redraw is not finished", 420)) return;
    bool busy = ui.status.job.has_value();
    busy |= is_at_work(ui.view.batch.open);
    ImGui::PushTextWrapPos(0);
    if (ui.status.job)
        ImGui::TextUnformatted("Quitting now cancels the export. The run itself is saved.");
    if (is_at_work(ui.view.batch.open))
        ImGui::TextUnformatted(
            "Finished pictures stay. The batch continues from here when Redraw is opened again.");
    note(ui, "Redraw quits by itself when it is finished.");
    ImGui::PopTextWrapPos();
    ImGui::Dummy({1, ui.px(6)});
    if (button(ui, "quit", "Quit anyway", ButtonStyle::plain, {0, 0},
               {.help = "Ends the work and quits."}) ||
        !busy) {
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

using Kind = FileQuestion::Kind;
constexpr auto kOpened = &Preferences::open_folder, kExported = &Preferences::export_folder;
constexpr std::string_view kRunExtension[] = {".redraw"};

constexpr Purpose kOpenFile{Kind::open, "Open a picture or a run", "Open", opened_folder, open_file,
                            kOpened};
constexpr Purpose kOpenFolder{Kind::folder,
                              "Open a folder of pictures",
                              "Open this folder",
                              opened_folder,
                              [](Ui& ui, const fs::path& chosen) { ui.state.dropped = {chosen}; },
                              kOpened};
constexpr Purpose kExportFolder{
    Kind::folder, "Choose a folder", "Choose this folder", export_folder, nullptr, kExported, true};
constexpr Purpose kSaveCopy{Kind::save,
                            "Save a copy of the run",
                            "Save",
                            export_folder,
                            ask<command::SaveCopy>,
                            nullptr,
                            false,
                            kRunExtension,
                            [](const Ui& ui) { return export_name(ui) + ".redraw"; }};
constexpr Sheet kSheets[] = {
    {Dialog::open_file, draw_file_browser, nullptr, &kOpenFile},
    {Dialog::open_folder, draw_file_browser, nullptr, &kOpenFolder},
    {Dialog::save_copy, draw_file_browser, nullptr, &kSaveCopy},
    {Dialog::export_folder, draw_file_browser, nullptr, &kExportFolder},
    {Dialog::batch_folder, draw_file_browser, nullptr, &kBatchFolder},
    {Dialog::preset_file, draw_file_browser, nullptr, &kPresetFile},
    {Dialog::import_preset, draw_file_browser, nullptr, &kImportedPreset},
    {Dialog::choose_dropped, draw_drop_sheet},
    {Dialog::batch_order, draw_batch_order_sheet},
    {Dialog::batch, draw_batch_sheet},
    {Dialog::race, draw_race_sheet, prepare_race_sheet},
    {Dialog::looks, draw_looks_sheet},
    {Dialog::lessons, draw_lessons_sheet, prepare_lessons_sheet},
    {Dialog::runs, draw_runs_sheet,
     [](Ui& ui) {
         ui.state.sheets.runs = {};
         ui.requests.ask(request::RefreshRuns{});
     }},
    {Dialog::presets, draw_presets_sheet,
     [](Ui& ui) { ui.requests.ask(PresetRequest{presets::Refresh{}}); }},
    {Dialog::export_picture,
     draw_export_sheet,
     prepare_export_sheet,
     nullptr,
     {"Picture", "Export the drawing",
      "The drawing at any size, as it is now or at the shown moment.",
      "enlarge bigger larger 2x 4x 8x upscale resize resolution save png jpeg print"}},
    {Dialog::export_film,
     draw_film_sheet,
     prepare_film_sheet,
     nullptr,
     {"Film", "Export a film", "The timelapse as a film: MP4, WebM, GIF or frames.",
      "video mp4 gif webm movie animation"}},
    {Dialog::share_clip,
     draw_clip_sheet,
     prepare_clip_sheet,
     nullptr,
     {"Clip", "Share a clip",
      "Six seconds to send: the drawing as it forms, then before and after.",
      "video mp4 gif send phone vertical"}},
    {Dialog::export_page,
     draw_page_sheet,
     prepare_page_sheet,
     nullptr,
     {"Web page", "Export a page for the browser",
      "The timelapse as one web page, which draws it live.", "html website interactive"}},
    {Dialog::export_poster,
     draw_poster_page,
     [](Ui& ui) { name_file(ui, "-neurons.png"); },
     nullptr,
     {"Neurons", "Export a poster of the neurons",
      "Every neuron's picture and the drawing as one picture of 4,096 pixels. A network that "
      "enlarges has none: its neurons see a few pixels only.",
      "print wall", has_poster}},
    {Dialog::export_curves,
     draw_curves_page,
     [](Ui& ui) { name_file(ui, "-curves.csv"); },
     nullptr,
     {"Curves", "Export the learning curves", "The learning curves as a table, CSV.",
      "csv table numbers plot"}},
    {Dialog::preferences, draw_preferences_sheet,
     [](Ui& ui) { ui.requests.ask(request::RefreshRuns{}); }},
    {Dialog::palette, draw_palette_sheet, prepare_palette_sheet},
    {Dialog::shortcuts, draw_shortcuts_sheet},
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
