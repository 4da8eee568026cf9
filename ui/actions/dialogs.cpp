#include "ui/actions/dialogs.h"

#include "engine/network/preset_name.h"
#include "engine/text/words.h"
#include "ui/actions/folder_listing.h"
#include "ui/actions/kept_look.h"
#include "ui/actions/look_up.h"
#include "ui/kit/sheet.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace redraw::ui {
namespace fs = std::filesystem;
namespace {

using Kind = FileQuestion::Kind;

constexpr std::string_view kRunExtension[] = {".redraw"}, kCurveExtensions[] = {".csv", ".png"},
                           kPageExtensions[] = {".html", ".htm"},
                           kPresetExtensions[] = {kPresetExtension, ".json"};
constexpr Purpose kPurposes[] = {
    {Dialog::open_file, Kind::open, "Open a picture or a run", "Open"},
    {Dialog::open_folder, Kind::folder, "Open a folder of pictures", "Open this folder"},
    {Dialog::queue_folder, Kind::folder, "Choose a folder for the results", "Choose this folder"},
    {Dialog::export_folder, Kind::folder, "Choose a folder", "Choose this folder"},
    {Dialog::film_folder, Kind::folder, "Choose a folder", "Choose this folder"},
    {Dialog::save_copy, Kind::save, "Save a copy of the run", "Save", ".redraw", kRunExtension},
    {Dialog::curves_file, Kind::save, "Export the learning curves", "Save", "-curves.csv",
     kCurveExtensions},
    {Dialog::page_file, Kind::save, "Export a page for the browser", "Save", ".html",
     kPageExtensions},
    {Dialog::preset_file, Kind::save, "Export a preset", "Save", kPresetExtension.data(),
     kPresetExtensions},
    {Dialog::import_preset, Kind::open, "Import a preset", "Import", "", kPresetExtensions}};

// The sheet's fields for the run at hand.
void prepare(Ui& ui, Dialog dialog) {
    UiState& s = ui.state;
    s.sheets.export_picture.replaced = {};
    s.sheets.export_film.replaced = {};
    s.sheets.export_tiles.replaced = {};
    // What exports are called: the run's picture without its extension.
    const std::string name = dialog == Dialog::preset_file
                                 ? s.sheets.presets.chosen
                                 : fs::path(ui.status.picture_name).stem().string();
    if (const Purpose* purpose = purpose_of(dialog)) {
        const fs::path& opened = s.preferences.open_folder;
        browse(s.sheets.browser,
               dialog == Dialog::queue_folder ? s.sheets.queue_order.to.parent_path()
               : purpose->kind != Kind::open && dialog != Dialog::open_folder ? export_folder(ui)
               : opened.empty() ? ui.view.pictures_folder
                                : opened,
               purpose->saving() ? name + purpose->ending : "");
    } else if (dialog == Dialog::export_picture && ui.status.tiled) {
        const ImageFormat format = s.sheets.export_tiles.format;
        s.sheets.export_tiles = {};
        s.sheets.export_tiles.format = format;
        s.sheets.export_tiles.name = name;
    } else if (dialog == Dialog::export_picture) {
        ExportSheet& sheet = s.sheets.export_picture;
        sheet.name = name;
        sheet.method.reset();
        sheet.compared.reset();
        sheet.middle.reset();
        sheet.zoom = 1;
        sheet.at_step = s.timelapse.at_step ? s.timelapse.at_step : kept_step(ui);
        sheet.enlarging_asked = false;
        if (!sheet.custom && ui.has_run()) {  // to start from
            sheet.width = ui.picture_size().width;
            sheet.height = ui.picture_size().height;
        }
    } else if (dialog == Dialog::export_film) {
        s.sheets.export_film.name = name + "-film";
        s.sheets.export_film.pace = s.preferences.timelapse_pace;  // the film is what was played
        s.sheets.export_film.last = kept_step(ui);
        s.sheets.export_film.played_since = ui.view.time;
    } else if (dialog == Dialog::runs) {
        s.sheets.runs = {};
        ui.requests.ask(request::RefreshRuns{});
    } else if (dialog == Dialog::settings) {
        s.sheets.settings = {};
        ui.requests.ask(request::RefreshRuns{});
    } else if (dialog == Dialog::presets) {
        ui.requests.ask(PresetRequest{presets::Refresh{}});
    } else if (dialog == Dialog::race) {
        s.sheets.race = {.rivals = {s.settings.edited}, .finish_line = s.sheets.race.finish_line};
    }
}

void open_sheet(Ui& ui, Dialog dialog) {
    prepare(ui, dialog);
    ui.state.sheets.close = false;
    ui.state.sheets.dialog = dialog;
    ui.requests.redraw_after(0);
}

// True when the desktop was asked.
bool ask_desktop(Ui& ui, Dialog dialog) {
    UiState& s = ui.state;
    if (std::exchange(s.sheets.asked_desktop, Dialog::none) != Dialog::none) {
        ui.requests.ask(request::CloseFileDialog{});
        return false;
    }
    if (!ui.view.system_dialogs || !s.preferences.system_dialog) return false;
    prepare(ui, dialog);
    s.sheets.asked_desktop = dialog;
    s.sheets.named = {};
    const Purpose& purpose = *purpose_of(dialog);
    ui.requests.ask(FileQuestion{purpose.kind, purpose.title, purpose.act, s.sheets.browser.folder,
                                 s.sheets.browser.typed});
    return true;
}

}  // namespace

const Purpose* purpose_of(Dialog dialog) {
    const auto* found = std::ranges::find(kPurposes, dialog, &Purpose::dialog);
    return found == std::end(kPurposes) ? nullptr : found;
}

void open_dialog(Ui& ui, Dialog dialog) {
    ui.state.notices.message.clear();
    if (!purpose_of(dialog) || !ask_desktop(ui, dialog)) open_sheet(ui, dialog);
}

void ask_to_quit(Ui& ui) {
    if (ui.status.job || is_at_work(ui.view.queue))
        open_dialog(ui, Dialog::confirm_quit);
    else
        ui.requests.ask(request::Quit{});
}

fs::path export_folder(const Ui& ui) {
    const auto& wanted = ui.state.preferences.export_folder;
    return wanted.empty() ? ui.view.pictures_folder : wanted;
}

fs::path named_for(const Purpose& purpose, fs::path path) {
    const std::string extension = lower(path.extension().string());
    if (std::ranges::find(purpose.extensions, extension) == purpose.extensions.end())
        path += purpose.extensions.front();
    return path;
}

void finish_with(Ui& ui, const fs::path& chosen) {
    UiState& s = ui.state;
    if (s.sheets.dialog == Dialog::open_file) {
        s.preferences.open_folder = s.sheets.browser.folder;
        ui.requests.ask(request::Open{chosen});
    } else if (s.sheets.dialog == Dialog::open_folder) {
        s.preferences.open_folder = chosen;
        s.dropped = {chosen};  // one means the same by it
    } else if (s.sheets.dialog == Dialog::queue_folder) {
        s.sheets.queue_order.to = chosen;
        s.sheets.queue_order.to_chosen = true;
    } else if (s.sheets.dialog == Dialog::import_preset) {
        s.preferences.open_folder = s.sheets.browser.folder;
        ui.requests.ask(PresetRequest{presets::Import{chosen}});
    } else if (s.sheets.dialog == Dialog::save_copy) {
        ui.requests.ask(command::SaveCopy{chosen});
    } else {
        s.preferences.export_folder = s.sheets.browser.folder;
        if (s.sheets.dialog == Dialog::curves_file) ui.requests.ask(request::ExportCurves{chosen});
        if (s.sheets.dialog == Dialog::preset_file)
            ui.requests.ask(PresetRequest{presets::Export{s.sheets.presets.exported, chosen}});
        if (s.sheets.dialog == Dialog::page_file) ui.requests.ask(command::ExportPage{chosen});
    }
    close_dialog(ui);
}

namespace {

void finish_chosen(Ui& ui, Dialog dialog, const fs::path& chosen) {
    const bool folder = purpose_of(dialog)->kind == Kind::folder;
    ui.state.sheets.dialog = dialog;
    ui.state.sheets.browser.folder = folder ? chosen : chosen.parent_path();
    finish_with(ui, chosen);
}

// Saves under the name that got its extension here, or asks first in the browser.
void finish_named(Ui& ui) {
    SheetsState& sheets = ui.state.sheets;
    const auto* kinds = answer_to<PathKinds>(ui, sheets.named.lookup);
    if (!kinds) return;
    const fs::path chosen = std::exchange(sheets.named, {}).path;
    if (kinds->front() == PathKind::nothing) return finish_chosen(ui, sheets.named_for, chosen);
    open_sheet(ui, sheets.named_for);
    browse(sheets.browser, chosen.parent_path(), chosen.filename().string());
}

}  // namespace

void take_file_answer(Ui& ui) {
    UiState& s = ui.state;
    finish_named(ui);
    if (!ui.view.file_answer || s.sheets.asked_desktop == Dialog::none) return;
    const FileAnswer& answer = *ui.view.file_answer;
    const Dialog dialog = std::exchange(s.sheets.asked_desktop, Dialog::none);
    if (answer.outcome == FileAnswer::Outcome::cancelled) return;
    if (answer.outcome == FileAnswer::Outcome::failed) return open_sheet(ui, dialog);
    const Purpose& purpose = *purpose_of(dialog);
    const fs::path chosen = purpose.saving() ? named_for(purpose, answer.path) : answer.path;
    if (chosen == answer.path) return finish_chosen(ui, dialog, chosen);
    // The desktop asked about replacing what was typed, not about what it became.
    s.sheets.named_for = dialog;
    s.sheets.named = {chosen, look_up(ui, PathsLookup{{chosen}}), ui.view.time};
}

}  // namespace redraw::ui
