// The state of the sheets, which lie over the window, with what is filled in there.
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
    shortcuts,
    about,
    confirm_quit,
};

struct Ui;

// One row of the table of sheets (ui/sheets/sheets.cpp). Those that only choose a file or a folder
// are rows of the table in ui/actions/dialogs.cpp.
struct Sheet {
    Dialog dialog;
    void (*draw)(Ui&);
    void (*prepare)(Ui&) = nullptr;  // sets its fields when it opens; null: they stay
    Key own_key = Key::none;         // a function key that it uses itself
};

// A path whose kind is being looked up.
struct AwaitedPath {
    std::filesystem::path path;
    std::uint64_t lookup = 0;  // 0: none
    double since = 0;          // View::time
};

struct Browser {
    std::filesystem::path folder;
    std::vector<BrowserEntry> entries;
    std::string filter, typed, problem;
    int selected = -1;
    bool all_files = false;
    bool stale = true;    // the folder has to be read again
    bool scroll = false;  // to the selected entry
    bool replace_asked = false;
    std::uint64_t listing = 0;  // the lookup of the entries that is awaited; 0: none
    double listing_since = 0;   // View::time
    AwaitedPath taken;          // chosen or typed: a folder is entered, a file ends the browser
};

// Several files that were dropped at once: a list of them, of which one is chosen.
struct DropSheet {
    std::vector<std::filesystem::path> paths;  // as they were dropped
    std::uint64_t lookup = 0;                  // of these paths, awaited; 0: none
    double since = 0;                          // View::time
    std::string refused;                       // what else was dropped and cannot be: a sentence
    std::vector<DroppedFile> files;
    bool more = false;  // than are listed
    int selected = 0;
    bool scroll = false;  // to the selected one
};

// Whether files that are about to be written replace others.
struct ReplaceQuestion {
    std::vector<std::filesystem::path> paths;
    std::uint64_t lookup = 0;  // of these paths, awaited; 0: none
    double since = 0;          // View::time
    std::size_t existing = 0;  // so many exist: the user is asked
    std::string first;         // the name of the first of them
};

inline constexpr int kExportPresets = 7;

struct ExportSheet {
    std::array<bool, kExportPresets> chosen{true};  // the picture's own size
    bool custom = false, keep_aspect = true;
    int width = 800, height = 600;
    ImageFormat format = ImageFormat::png;
    bool sixteen_bit = false;
    int quality = 92;
    // The method for sizes that are larger than the picture; absent: the one that measured best.
    std::optional<Method> method{};
    std::optional<Method> compared{};  // in the preview; absent: what suits the method
    bool enlarging_asked = false;
    PixelSize previewed;                    // one of the chosen sizes; another: the first of them
    int zoom = 1;                           // of the preview: screen pixels a pixel of the file
    std::optional<Point> middle{};          // of it (ExportView); absent: where most is going on
    std::optional<std::int64_t> at_step{};  // the keyframe that is exported; absent: now
    std::optional<double> dragged_to{};     // of the dial that chooses it, while it is held
    std::string name;
    ReplaceQuestion replaced{};
};

struct TilesExportSheet {  // of a picture in tiles
    bool seen = false;     // what is looked at; else the whole
    int percent = 0;       // of the picture's own size; 0: not chosen yet
    ImageFormat format = ImageFormat::png;
    std::string name;
    ReplaceQuestion replaced{};
};

// The subject of a film. `before_after`: the learning, beside the picture.
enum class FilmSubject { learning, before_after, dive, race };

struct FilmSheet {
    FilmFormat format = FilmFormat::mp4;  // GIF where that cannot be written
    int longer_side = 512;
    int frames_per_second = 25;
    double seconds = 8;
    double hold = 1;  // seconds that the first and the last drawing stay
    Pace pace = Pace::change;
    bool caption = false;
    FilmSubject subject = FilmSubject::learning;
    bool there_and_back = false;
    std::optional<std::int64_t> last;  // the keyframe it ends with; absent: now
    double played_since = 0;           // of the preview, on the clock of the view
    std::string name;
    ReplaceQuestion replaced{};
};

// Each picture becomes a run with chosen or given settings, or a larger picture.
enum class QueueMaking { learn, learn_alike, learn_by_preset, enlarge };

struct QueueSheet {
    std::vector<std::filesystem::path> paths{};  // folders, or pictures
    QueueMaking making = QueueMaking::learn;
    std::string preset{};        // the name of the user's preset
    int times = 2;               // as large
    double seconds = 0;          // of learning each; 0: by epochs
    std::string settings{};      // of the open run, as a preset's text; or empty
    std::filesystem::path to{};  // the folder of the results; empty until the preview finds one
    bool to_chosen = false;      // by the user: it stays when what is made changes
    std::size_t listed = 0;      // dropped files of which one can be opened instead
    std::optional<PlanOrder> scouted{};  // of the newest preview that was asked for
};

PlanOrder order_of(const QueueSheet& sheet);
// The request that looks through the pictures, and finds a folder for the results where the user
// chose none: beside the pictures, else in `otherwise`.
batch::Preview preview_of(const QueueSheet& sheet, const std::filesystem::path& otherwise);
// For all pictures, `at_once` at a time; 0: unknown before the first is made.
double estimated_seconds(const QueueSheet& sheet, std::int64_t pictures, int at_once);

// The pictures that the list shows: all, or those of one kind.
enum class QueueShown { all, being_made, waiting, done, failed };
struct QueueList {
    QueueShown shown = QueueShown::all;
    std::optional<std::size_t> chosen{};  // an index in the plan
    bool scroll = false;                  // to the chosen one
};
// The kind of a picture. `being_made`: by this process.
QueueShown kind_of(PictureState state, bool being_made);

struct RunChoice {
    std::vector<std::filesystem::path> runs;
    std::filesystem::path at, anchor;  // arrows go on from one, Shift chooses from the other
};

struct RunsSheet {
    std::string filter;
    RunChoice choice;
    bool scroll = false;                  // to where the choice is
    bool free_asked = false;              // the question about space
    std::optional<std::string> new_name;  // being typed
    bool name_asked = false;              // just now
    float buttons_y = 0;                  // in the sheet, below the line of what is said
};

struct RaceSheet {
    std::vector<Config> rivals{Config{}};  // one to kMostRivals
    std::size_t at = 0;                    // whose settings are shown
    std::optional<double> finish_line{};
    std::string problem{};
};

struct PreferencesSheet {
    bool keys = false;              // the page of keys
    std::string waits_for{};        // keys, by the action's name
    std::optional<Chord> wanted{};  // those that were pressed, and are another action's
    std::string said{};             // why those that were pressed cannot be
};

struct SheetsState {
    Dialog dialog = Dialog::none;
    Dialog back_to = Dialog::none;        // opens again when this one closes
    bool close = false;                   // asked by Escape; done by the sheet itself
    Dialog asked_desktop = Dialog::none;  // the desktop's own dialog is open for this
    Dialog named_for = Dialog::none;      // what `named` is for
    AwaitedPath named;                    // chosen there, with an extension added since
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
};

}  // namespace redraw::ui
