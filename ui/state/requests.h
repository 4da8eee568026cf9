// The requests of the window in one frame: commands to the session and requests to the app, in
// order, and the renders that the panels need.
#pragma once

#include "engine/features/batch/batch_view.h"
#include "engine/network/parameters.h"
#include "engine/session/command.h"
#include "ui/state/lookup.h"
#include "ui/state/presets.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace redraw::ui {

enum class Reference;  // defined in state.h

// A request to let the user choose a file or folder in the desktop's own file dialog.
struct FileQuestion {
    enum class Kind { open, save, folder } kind = Kind::open;
    std::string title, act;        // the dialog's title and its button's label
    std::filesystem::path folder;  // the folder that the dialog opens in
    std::string name;              // the suggested file name, for saving
};

namespace request {

// Opens a run, opens a picture and trains on it with automatic settings, or imports a preset.
struct Open {
    std::filesystem::path path;
};
struct OpenSample {};
// Pastes the clipboard; its text arrives in View::pasted, perhaps some frames later.
struct Paste {};
struct CopyDrawing {  // copies the network's render to the clipboard as a picture
    // Training step of the keyframe (saved network) to render; absent: the present network.
    std::optional<std::int64_t> at_step;
    NetworkEdits edits;
};
struct CloseFileDialog {};  // closes the desktop's file dialog and ignores its answer
// Applies a run's settings to the open picture, or without one to that run's own picture.
struct ReuseSettings {
    std::filesystem::path run;
};

// The requests of RunRequest. Each also reads the folder of runs again.
struct RefreshRuns {};  // only that, as the list of runs opens
struct TrashRuns {      // moves runs to the desktop's trash, except open runs
    std::vector<std::filesystem::path> runs;
};
struct RestoreRuns {};  // moves the runs of the last TrashRuns back from the trash
struct RenameRun {      // renames the picture inside the run; the file keeps its path and date
    std::filesystem::path run;
    std::string name;
};
// Makes run files smaller by packing them and removing most keyframes; skips open runs.
struct FreeSpace {
    std::vector<std::filesystem::path> runs;
};

struct OpenOutside {  // opens a saved file or its folder in the desktop's default program
    std::filesystem::path path;
};
struct CopyFile {  // copies a saved file to the clipboard
    std::filesystem::path path;
};
struct OpenGuide {};  // opens the user guide in the desktop's default program
struct ToggleFullscreen {};
struct Quit {};

}  // namespace request

using RunRequest = std::variant<request::RefreshRuns, request::TrashRuns, request::RestoreRuns,
                                request::RenameRun, request::FreeSpace>;
using Request =
    std::variant<Command, FileQuestion, FileLookup, PresetRequest, BatchRequest, RunRequest,
                 request::Open, request::OpenSample, request::Paste, request::CopyDrawing,
                 request::CloseFileDialog, request::ReuseSettings, request::OpenOutside,
                 request::OpenGuide, request::CopyFile, request::ToggleFullscreen, request::Quit>;

// The difference picture (render minus reference) that the window needs as a texture.
struct DifferenceView {
    bool wanted = false;
    float gain = 1;
    bool with_sign = false;
    Reference to{};  // the reference that is subtracted; default: the picture itself
    bool operator==(const DifferenceView&) const = default;
};

// A run or a picture that is visible in a list, and needs a thumbnail.
struct FileInSight {
    std::filesystem::path file;
    int side = 0;  // longer side of a run's thumbnail, in pixels
    bool operator==(const FileInSight&) const = default;
};
using FileThumbnails = std::map<std::filesystem::path, std::shared_ptr<const Image>>;

struct Requests {
    std::vector<Request> asked;
    ViewRequest view;  // the renders that the centre of the window needs
    DifferenceView difference;
    // The picture is enlarged so far that its pixels are painted as squares.
    bool squares = false;
    std::vector<FileInSight> in_sight;
    bool rebuild_fonts = false;
    // A text field is about to get the keyboard focus. The app holds key events back until the
    // field has the focus.
    bool expects_field = false;
    double redraw_within = 1e9;  // seconds after which the window is redrawn even without input

    void ask(Command command) { asked.emplace_back(std::move(command)); }
    template <class R>
    requires(!std::is_constructible_v<Command, R>) void ask(R request) {
        asked.emplace_back(std::move(request));
    }
    void redraw_after(double seconds) { redraw_within = std::min(redraw_within, seconds); }
};

}  // namespace redraw::ui
