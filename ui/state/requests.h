// The requests of one frame: commands to the session and requests to the app, in order, and which
// renderings the panels need.
#pragma once

#include "engine/batch/batch_view.h"
#include "engine/network/parameters.h"
#include "engine/session/command.h"
#include "ui/state/lookup.h"
#include "ui/state/presets.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace redraw::ui {

enum class Reference;  // state.h

// A request to choose a file or folder in the desktop's own dialog.
struct FileQuestion {
    enum class Kind { open, save, folder } kind = Kind::open;
    std::string title, act;        // the dialog's title and its button's label
    std::filesystem::path folder;  // the folder it opens in
    std::string name;              // the suggested file name, for saving
};

namespace request {

struct Open {  // opens a run, or a picture with automatically chosen settings
    std::filesystem::path path;
};
struct OpenSample {};
struct Paste {};      // the text arrives in View::pasted, perhaps some frames later
struct CopyDrawing {  // copies the drawing to the clipboard as a picture
    std::optional<std::int64_t> at_step;  // a keyframe; absent: the present network
    NetworkEdits edits;
};
struct CloseFileDialog {};  // closes the desktop's dialog and ignores its answer
struct ExportCurves {
    std::filesystem::path path;  // .csv or .png
};
struct ReuseSettings {  // applies that run's settings to the open picture
    std::filesystem::path run;
};
struct RefreshRuns {};  // reads the list of runs again, when it is shown
struct TrashRuns {      // moves runs to the trash; never an open one
    std::vector<std::filesystem::path> runs;
};
struct RestoreRuns {};  // restores the runs that were last moved to the trash
struct RenameRun {
    std::filesystem::path run;
    std::string name;
};
struct FreeSpace {  // packs runs and thins out their keyframes; never an open one
    std::vector<std::filesystem::path> runs;
};
struct OpenOutside {  // opens a saved file, or its folder, with the desktop's default program
    std::filesystem::path path;
};
struct CopyFile {  // copies a saved file to the clipboard
    std::filesystem::path path;
};
struct OpenGuide {};  // opens the guide with the desktop's default program
struct ToggleFullscreen {};
struct Quit {};

}  // namespace request

using Request =
    std::variant<Command, FileQuestion, FileLookup, PresetRequest, BatchRequest, request::Open,
                 request::OpenSample, request::Paste, request::CopyDrawing,
                 request::CloseFileDialog, request::ExportCurves, request::ReuseSettings,
                 request::RefreshRuns, request::TrashRuns, request::RestoreRuns, request::RenameRun,
                 request::FreeSpace, request::OpenOutside, request::OpenGuide, request::CopyFile,
                 request::ToggleFullscreen, request::Quit>;

// The difference texture to compute.
struct DifferenceView {
    bool wanted = false;
    float gain = 1;
    bool with_sign = false;
    Reference to{};  // default: the picture
    bool operator==(const DifferenceView&) const = default;
};

struct Requests {
    std::vector<Request> asked;
    ViewRequest view;  // the renderings that the centre needs
    DifferenceView difference;
    bool squares = false;  // magnified so far that the picture's pixels are shown as squares
    std::vector<std::filesystem::path> cards;  // visible runs whose thumbnails are needed
    std::vector<std::filesystem::path> files;  // visible batch files whose thumbnails are needed
    bool rebuild_fonts = false;
    bool expects_field = false;  // a text field is about to get the focus: hold keys back
    double redraw_within = 1e9;  // seconds until the next redraw without input

    void ask(Command command) { asked.emplace_back(std::move(command)); }
    template <class R>
    requires(!std::is_constructible_v<Command, R>) void ask(R request) {
        asked.emplace_back(std::move(request));
    }
    void redraw_after(double seconds) { redraw_within = std::min(redraw_within, seconds); }
};

}  // namespace redraw::ui
