// The requests of one frame: commands to the session and requests to the window, in order, and what
// the panels want to see.
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

// A file or a folder to be chosen in the desktop's own dialog.
struct FileQuestion {
    enum class Kind { open, save, folder } kind = Kind::open;
    std::string title, act;        // the dialog's title and its button
    std::filesystem::path folder;  // where it starts
    std::string name;              // suggested, when saving
};

namespace request {

struct Open {  // a picture, with settings that are chosen for it, or a run
    std::filesystem::path path;
};
struct OpenSample {};
struct Paste {};                          // View::pasted has it, perhaps later
struct CopyDrawing {                      // onto the clipboard, as a picture
    std::optional<std::int64_t> at_step;  // a keyframe; absent: now
    NetworkEdits edits;
};
struct CloseFileDialog {};  // the desktop's: its answer is not wanted any more
struct ExportCurves {
    std::filesystem::path path;  // .csv or .png
};
struct ReuseSettings {  // of that run, for the open picture
    std::filesystem::path run;
};
struct RefreshRuns {};  // the list of runs is shown: read it again
struct TrashRuns {      // none that is open
    std::vector<std::filesystem::path> runs;
};
struct RestoreRuns {};  // what was moved to the trash last
struct RenameRun {
    std::filesystem::path run;
    std::string name;
};
struct FreeSpace {  // packs them and keeps fewer moments; not one that is open
    std::vector<std::filesystem::path> runs;
};
struct OpenOutside {  // a file that was saved, or its folder: in the program the desktop has for it
    std::filesystem::path path;
};
struct CopyFile {  // one that was saved, onto the clipboard
    std::filesystem::path path;
};
struct OpenGuide {};  // as OpenOutside
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

// The difference texture that is wanted.
struct DifferenceView {
    bool wanted = false;
    float gain = 1;
    bool with_sign = false;
    Reference to{};  // the picture
    bool operator==(const DifferenceView&) const = default;
};

struct Requests {
    std::vector<Request> asked;
    ViewRequest view;  // always what the centre wants to see
    DifferenceView difference;
    bool squares = false;  // the picture's own pixels are seen closely, and shown as squares
    std::vector<std::filesystem::path> cards;  // runs in sight, whose drawings are wanted
    std::vector<std::filesystem::path> files;  // the same of many pictures and their results
    bool rebuild_fonts = false;
    bool expects_field = false;  // one is about to take what is typed: keys wait for it
    double redraw_within = 1e9;  // seconds until the window should draw again by itself

    void ask(Command command) { asked.emplace_back(std::move(command)); }
    template <class R>
    requires(!std::is_constructible_v<Command, R>) void ask(R request) {
        asked.emplace_back(std::move(request));
    }
    void redraw_after(double seconds) { redraw_within = std::min(redraw_within, seconds); }
};

}  // namespace redraw::ui
