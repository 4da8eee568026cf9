// What the user asked for in this frame. The app turns it into calls of Session.
#pragma once

#include "engine/export/export.h"
#include "engine/film/film.h"
#include "engine/session/status.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

enum class Against;  // state.h

// A file or a folder to be chosen in the desktop's own dialog.
struct FileQuestion {
    enum class Kind { open, save, folder } kind = Kind::open;
    std::string title, act;        // the dialog's title and its button
    std::filesystem::path folder;  // where it starts
    std::string name;              // suggested, when saving
};

struct Requests {
    std::optional<std::filesystem::path> open;
    bool open_copy = false;  // of the run that is viewed
    std::optional<FileQuestion> ask_desktop;
    bool leave_desktop_dialog = false;  // its answer is not wanted any more
    std::optional<bool> running;
    std::optional<Config> restart;
    std::optional<Schedule> schedule;
    bool schedule_final = true;  // else the handle is still held
    std::optional<std::int64_t> continue_from;
    std::optional<std::vector<ExportSpec>> export_pictures;
    std::optional<std::int64_t> export_step;  // with export_pictures: a keyframe; absent: now
    std::optional<FilmSpec> export_film;
    std::optional<std::filesystem::path> save_copy;
    std::optional<std::filesystem::path> export_curves;   // .csv or .png
    std::optional<std::filesystem::path> compare_with;    // a run
    std::optional<std::filesystem::path> reuse_settings;  // of that run, for the open picture
    std::optional<Config> race;
    bool leave_companion = false;
    bool refresh_runs = false;                       // the list of runs is shown: read it again
    std::vector<std::filesystem::path> cards;        // runs in sight, whose drawings are wanted
    std::optional<std::filesystem::path> trash_run;  // not one that is open
    bool preview_cool_down = false, drop_cool_down = false;
    bool measure_held_out = false, drop_held_out = false;
    bool learn_enlargement = false;
    Look look;  // always what the centre wants to see
    bool open_sample = false;
    bool paste_picture = false;  // the clipboard holds no text: perhaps a picture
    bool single_step = false;
    bool cool_down = false;
    bool cancel_job = false;
    bool dismiss_error = false;
    bool difference = false;  // the difference texture is wanted
    float difference_gain = 1;
    bool difference_signed = false;
    Against difference_to{};  // the picture
    bool toggle_fullscreen = false;
    bool quit = false;
    bool rebuild_fonts = false;
    double redraw_within = 1e9;  // seconds until the window should draw again by itself

    void redraw_after(double seconds) { redraw_within = std::min(redraw_within, seconds); }
};

}  // namespace redraw
