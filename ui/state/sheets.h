// The state of the sheets (dialogs over the window) and of their fields.
#pragma once

#include "engine/batch/batch_view.h"
#include "engine/drawing/method.h"
#include "engine/film/film.h"
#include "engine/image/image_writer.h"
#include "engine/network/config.h"
#include "ui/state/keys.h"
#include "ui/state/lookup.h"
#include "ui/state/presets.h"

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
    queue_order,
    queue_folder,
    queue,
    race,
    runs,
    curves_file,
    page_file,
    presets,
    preset_file,
    import_preset,
    export_folder,
    film_folder,
    save_copy,
    export_picture,
    export_film,
    preferences,
    palette,
    shortcuts,
    about,
    confirm_quit,
};

struct Ui;

// One row of the table of sheets (ui/sheets/sheets.cpp). Sheets that only choose a file or folder
// are in the table of ui/actions/dialogs.cpp.
struct Sheet {
    Dialog dialog;
    void (*draw)(Ui&);
    void (*prepare)(Ui&) = nullptr;  // fills the fields when it opens; null: they keep their values
    Key own_key = Key::none;         // a function key that the sheet handles itself
};

// A path that waits for a lookup of its kind.
struct AwaitedPath {
    std::filesystem::path path;
    std::uint64_t lookup = 0;  // serial number; 0: none
    double since = 0;          // View::time of the lookup
};

struct Browser {
    std::filesystem::path folder;
    std::vector<BrowserEntry> entries;
    std::string filter, typed, problem;
    int selected = -1;
    bool all_files = false;
    bool stale = true;    // the folder must be read again
    bool scroll = false;  // scroll to the selected entry
    bool focus = false;   // the filter has yet to get the focus
    int visits = 0;       // folders entered so far; each has a filter field of its own
    bool replace_asked = false;
    std::uint64_t listing = 0;  // serial number of the awaited listing; 0: none
    double listing_since = 0;   // View::time of that lookup
    AwaitedPath taken;  // the path chosen or typed; a folder is entered, a file closes the browser
};

// Several files that were dropped at once; the user chooses one from a list.
struct DropSheet {
    std::vector<std::filesystem::path> paths;  // the dropped paths
    std::uint64_t lookup = 0;                  // serial number of the awaited lookup; 0: none
    double since = 0;                          // View::time of the lookup
    std::string refused;  // a sentence about dropped files that cannot be opened
    std::vector<DroppedFile> files;
    bool more = false;  // more files were dropped than are listed
    int selected = 0;
    bool scroll = false;  // scroll to the selected file
};

// Asks the user before an export replaces existing files.
struct ReplaceQuestion {
    std::vector<std::filesystem::path> paths;
    std::uint64_t lookup = 0;  // serial number of the awaited lookup; 0: none
    double since = 0;          // View::time of the lookup
    std::size_t existing = 0;  // number of existing files; above 0 the user is asked
    std::string first;         // name of the first existing file
};

inline constexpr int kExportPresets = 7;

struct ExportSheet {
    std::array<bool, kExportPresets> chosen{true};  // default: the picture's own size
    bool custom = false, keep_aspect = true;
    int width = 800, height = 600;
    ImageFormat format = ImageFormat::png;
    bool sixteen_bit = false;
    int quality = 92;
    // The enlarging method for sizes larger than the picture; absent: the best measured one.
    std::optional<Method> method{};
    std::optional<Method> compared{};  // method compared with in the preview; absent: automatic
    bool enlarging_asked = false;
    PixelSize previewed;  // the size shown in the preview; the first chosen size if this one is not
                          // chosen
    int zoom = 1;         // preview zoom: screen pixels per pixel of the file
    std::optional<Point> middle{};          // preview's middle; absent: the most detailed place
    std::optional<std::int64_t> at_step{};  // the keyframe to export; absent: the present network
    std::optional<double> dragged_to{};     // value of the detail dial while it is dragged
    std::string name;
    ReplaceQuestion replaced{};
};

struct TilesExportSheet {  // the export sheet for a picture in tiles
    bool seen = false;     // export only the visible part, not the whole picture
    int percent = 0;       // size in percent of the picture's own; 0: not chosen yet
    ImageFormat format = ImageFormat::png;
    std::string name;
    ReplaceQuestion replaced{};
};

// The subject of a film. `before_after`: the learning, beside the picture.
enum class FilmSubject { learning, before_after, dive, race };

struct FilmSheet {
    FilmFormat format = FilmFormat::mp4;  // GIF if MP4 cannot be written
    int longer_side = 512;
    int frames_per_second = 25;
    double seconds = 8;
    double hold = 1;  // seconds that the first and last drawing are held
    Pace pace = Pace::change;
    bool caption = false;
    FilmSubject subject = FilmSubject::learning;
    bool there_and_back = false;
    std::optional<std::int64_t> last;  // the film's last keyframe; absent: the present network
    double played_since = 0;           // View::time at which the preview started
    std::string name;
    ReplaceQuestion replaced{};
};

// The output for each picture of a batch: a run with automatic settings, with the open run's
// settings or a preset's, or an enlarged picture.
enum class QueueMaking { learn, learn_alike, learn_by_preset, enlarge };

struct QueueSheet {
    std::vector<std::filesystem::path> paths{};  // folders or pictures
    QueueMaking making = QueueMaking::learn;
    std::string preset{};        // name of the user's preset
    int times = 2;               // enlargement factor
    double seconds = 0;          // time limit for each picture; 0: limited by epochs
    std::string settings{};      // the open run's settings as the text of a preset; or empty
    std::filesystem::path to{};  // the folder for results; empty until the preview chooses one
    bool to_chosen = false;      // chosen by the user: kept when `making` changes
    std::size_t listed = 0;      // dropped files; one can be opened instead of a batch
    std::optional<PlanOrder> scouted{};  // the order of the newest preview requested
};

PlanOrder order_of(const QueueSheet& sheet);
// Returns the request that examines the pictures of a batch. It also chooses a folder for the
// results if the user chose none: beside the pictures, else in `otherwise`.
batch::Preview preview_of(const QueueSheet& sheet, const std::filesystem::path& otherwise);
// Estimates the time for all pictures, with `at_once` in parallel; 0 before the first one is done.
double estimated_seconds(const QueueSheet& sheet, std::int64_t pictures, int at_once);

// The pictures that the batch's list shows: all, or those in one state.
enum class QueueShown { all, being_made, waiting, done, failed };
struct QueueList {
    QueueShown shown = QueueShown::all;
    std::optional<std::size_t> chosen{};  // index into the batch plan
    bool scroll = false;                  // scroll to the selected picture
};
// Returns the group of the batch's list that a picture belongs to. `being_made`: in work by this
// process.
QueueShown kind_of(PictureState state, bool being_made);

struct RunChoice {
    std::vector<std::filesystem::path> runs;
    std::filesystem::path at, anchor;  // the arrow keys' position; the Shift selection's other end
};

struct RunsSheet {
    std::string filter;
    RunChoice choice;
    bool scroll = false;                  // scroll to the selected runs
    bool focus = true;                    // the filter has yet to get the focus
    bool free_asked = false;              // the question about freeing space is open
    std::optional<std::string> new_name;  // being typed; absent: no run is renamed
    bool name_asked = false;              // renaming started in this frame
    float buttons_y = 0;                  // y of the buttons inside the sheet, below the notice
};

struct RaceSheet {
    std::vector<Config> rivals{Config{}};  // 1 to kMostRivals
    std::size_t at = 0;                    // index of the rival whose settings are shown
    std::optional<double> finish_line{};
    std::string problem{};
};

struct PaletteSheet {
    std::string query{};
    int chosen = 0;       // row
    bool scroll = false;  // scroll to the chosen row
    bool focus = true;    // the field has yet to get the focus
};

struct PreferencesSheet {
    bool keys = false;              // the page of keys is shown
    std::string waits_for{};        // name of the action that waits for its new key
    std::optional<Chord> wanted{};  // the pressed key, which another action has already
    std::string said{};             // why the pressed key cannot be assigned
};

struct SheetsState {
    Dialog dialog = Dialog::none;
    Dialog back_to = Dialog::none;        // the sheet to open when this one closes
    bool close = false;                   // Escape asked to close; the sheet closes itself
    Dialog asked_desktop = Dialog::none;  // the dialog for which the desktop's own dialog is open
    Dialog named_for = Dialog::none;      // the dialog that `named` belongs to
    bool field_yields = false;  // the focused field leaves Esc and the list's keys to the sheet
    AwaitedPath named;          // chosen in the desktop's dialog, with the default extension added
    Browser browser;
    DropSheet drop;
    QueueSheet queue_order;
    QueueList queue;
    ExportSheet export_picture;
    TilesExportSheet export_tiles;
    FilmSheet export_film;
    RunsSheet runs;
    RaceSheet race;
    PresetsSheet presets;
    PreferencesSheet preferences;
    PaletteSheet palette;
};

}  // namespace redraw::ui
