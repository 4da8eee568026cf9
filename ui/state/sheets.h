// The state of the sheets (modal panels over the window) and of the fields in them.
#pragma once

#include "engine/drawing/method.h"
#include "engine/image/image_writer.h"
#include "engine/network/config.h"
#include "ui/state/keys.h"
#include "ui/state/lookup.h"
#include "ui/state/preferences.h"
#include "ui/state/presets.h"
#include "ui/state/requests.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

enum class Dialog {
    none,
    open_file,
    open_folder,
    choose_dropped,
    batch_order,
    batch_folder,
    batch,
    race,
    looks,
    runs,
    lessons,
    presets,
    preset_file,
    import_preset,
    export_folder,
    save_copy,
    export_picture,
    export_film,
    export_page,
    export_poster,
    export_curves,
    share_clip,
    preferences,
    palette,
    shortcuts,
    confirm_quit,
};

struct Ui;

// What a sheet that chooses a file or a folder is for.
struct Purpose {
    FileQuestion::Kind kind;
    const char *title, *act;                     // the sheet's title; its button's label
    std::filesystem::path (*folder)(const Ui&);  // returns the folder that the file dialog opens in
    void (*accept)(Ui&, const std::filesystem::path& chosen) = nullptr;
    // The member of Preferences that stores the chosen folder, or the folder of the chosen file;
    // null: neither is stored.
    std::filesystem::path Preferences::*remembers = nullptr;
    bool returns = false;  // the sheet that was open opens again when the file dialog closes
    // File extensions. When saving: the allowed ones, the default first. When opening: the ones
    // listed; empty: every format that Redraw opens.
    std::span<const std::string_view> extensions = {};
    std::string (*name)(const Ui&) = nullptr;  // when saving: returns the suggested file name
    bool saving() const { return kind == FileQuestion::Kind::save; }
};

// One page of the sheet "Share" (ui/sheets/share_sheet.h).
struct Share {
    const char* tab = nullptr;   // the page's name in the row of tabs; null: the sheet is no page
    const char* what = nullptr;  // what the page does, in the list of actions
    const char* help = nullptr;
    const char* synonyms = "";              // other words by which people look for the page
    bool (*possible)(const Ui&) = nullptr;  // null: for every run
};

// One sheet: a row of the table of sheets (ui/sheets/sheets.cpp). A sheet that chooses a file or a
// folder has a purpose and is drawn by the file browser, unless the desktop's dialog opens instead.
struct Sheet {
    Dialog dialog;
    void (*draw)(Ui&);
    // Fills the fields when the sheet opens; null: the fields keep their values.
    void (*prepare)(Ui&) = nullptr;
    const Purpose* purpose = nullptr;
    Share share{};
};

// A question about files that waits for its answer (ui/state/lookup.h).
struct PendingLookup {
    std::uint64_t serial = 0;  // of the question; 0: none is pending
    double since = 0;          // View::time at which the question was asked
    explicit operator bool() const { return serial != 0; }
};

struct AwaitedPath {
    std::filesystem::path path;
    PendingLookup lookup;
};

struct Browser {
    std::filesystem::path folder;
    std::vector<BrowserEntry> entries;
    std::string filter, typed, problem;
    int selected = -1;
    bool all_files = false;
    bool stale = true;    // the folder's entries are out of date and must be read again
    bool scroll = false;  // scroll to the selected entry
    bool focus = false;   // give the filter field the keyboard focus in the next frame
    int visits = 0;       // number of folders entered so far; part of the filter field's ImGui ID
    bool replace_asked = false;
    PendingLookup listing;
    // The path that the user chose or typed, until the app answers whether it is a file or a
    // folder. A folder is then listed in the browser; a file is the result and closes the browser.
    AwaitedPath taken;
};

// The list of several files dropped at once, of which the user chooses one.
struct DropSheet {
    std::vector<std::filesystem::path> paths;  // the paths dropped on the window
    PendingLookup lookup;                      // what those paths are
    std::string refused;  // a sentence about dropped URLs, which cannot be opened; or empty
    std::vector<DroppedFile> files;
    bool more = false;  // more files were dropped than `files` lists
    int selected = 0;
    bool scroll = false;  // scroll to the selected file
};

// The question whether an export may replace existing files.
struct ReplaceQuestion {
    std::vector<std::filesystem::path> paths;
    PendingLookup lookup;      // whether `paths` exist
    std::size_t existing = 0;  // number of existing files; if above 0, the user is asked
    std::string first;         // name of the first existing file
    bool keep_both = false;    // the user wants a name that is not in use
};

inline constexpr int kExportPresets = 7;

struct ExportSheet {
    // The sizes to export; default: the picture's own size.
    std::array<bool, kExportPresets> chosen{true};
    bool custom = false, keep_aspect = true;
    // The user ticked or typed a size. Until then, the picture's own size is only a proposal.
    bool sizes_touched = false;
    int width = 800, height = 600;
    ImageFormat format = ImageFormat::png;
    bool sixteen_bit = false;
    int quality = 92;
    bool keep_metadata = false;  // of the picture's file, in enlargements
    // The method that enlarges the picture for sizes above its own; absent: best_enlargement().
    std::optional<Method> method{};
    // The method whose result is shown beside the exported one in the preview; absent: chosen
    // automatically.
    std::optional<Method> compared{};
    bool enlarging_asked = false;
    // The size shown in the preview. If the user has not chosen it for export, the first chosen
    // size is shown.
    PixelSize previewed;
    int zoom = 1;  // preview zoom: screen pixels per file pixel if View::scale is 1
    // The point of the picture in the middle of the preview; absent: the most detailed place.
    std::optional<Point> middle{};
    std::optional<std::int64_t> at_step{};  // the keyframe to export; absent: the present network
    bool edited = false;                    // neurons are muted or weights changed in the drawing
    std::optional<double> dragged_to{};     // detail dial's value during a drag, 0 to 1
    std::string name;
};

struct RunChoice {
    std::vector<std::filesystem::path> runs;
    // `at`: the run from which the arrow keys move. `anchor`: the run at the other end of a
    // selection made with Shift.
    std::filesystem::path at, anchor;
};

struct RunsSheet {
    std::string filter;
    RunChoice choice;
    bool scroll = false;      // scroll to the selected runs
    bool focus = true;        // give the filter field the keyboard focus in the next frame
    bool free_asked = false;  // the question whether to free space is open
    std::optional<std::string> new_name;  // the name being typed; absent: no run is renamed
    bool name_asked = false;              // renaming started in this frame
    // Vertical position of the row of buttons inside the sheet, in pixels. The message area above
    // it has a fixed height.
    float buttons_y = 0;
};

struct SheetsState {
    Dialog dialog = Dialog::none;
    Dialog back_to = Dialog::none;  // the sheet that opens when the open sheet closes
    bool close = false;             // Escape was pressed: the open sheet should close itself
    float foot_y = 0;  // the open sheet's foot is drawn at this height or lower, in pixels
    // The sheet for which the desktop's file dialog is open; none: no file dialog is open.
    Dialog asked_desktop = Dialog::none;
    Dialog named_for = Dialog::none;  // the sheet for which the path in `named` was chosen
    // The focused text field leaves Esc and the navigation keys to the sheet, as an empty filter
    // field and the palette's field do.
    bool field_yields = false;
    // The path chosen in the desktop's file dialog, with the default extension appended.
    AwaitedPath named;
    Browser browser;
    DropSheet drop;
    ExportSheet export_picture;
    ReplaceQuestion replaced;  // the question of the open export sheet
    RunsSheet runs;
    PresetsSheet presets;
};

}  // namespace redraw::ui
