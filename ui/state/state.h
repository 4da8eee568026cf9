// The state that the window keeps between frames, a member for each of its parts.
#pragma once

#include "ui/look/fonts.h"
#include "ui/state/advice.h"
#include "ui/state/centre.h"
#include "ui/state/controls.h"
#include "ui/state/curves.h"
#include "ui/state/preferences.h"
#include "ui/state/schedule_drag.h"
#include "ui/state/settings.h"
#include "ui/state/sheets.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

struct NoticesState {
    std::string message;           // a sentence of the studio itself ("3 files were dropped...")
    std::string said;              // the session's notice being shown
    double said_at = 0;            // View::time
    std::filesystem::path copied;  // of what that notice is about
    double opening_since = -1;     // a file is read beside a run; below 0: none is
    bool hint_dismissed = false;   // "Drop a picture anywhere"
    AdviceMemory advice;
    float height = 0;  // of all of them, which float over the panes
};

// The recovered session: the run that was open when the studio was killed, and its view, until it
// is open again.
struct Interrupted {
    std::filesystem::path run;
    Canvas canvas;
};

struct UiState {
    Preferences preferences;
    Settings settings;
    ScheduleDrag schedule_drag;
    CentreState centre;
    Timelapse timelapse;
    CurvesState curves;
    SheetsState sheets;
    NoticesState notices;
    ControlsState controls;
    Glyphs glyphs;                               // letters the fonts need beyond Latin
    std::vector<std::filesystem::path> dropped;  // on the window, not looked at yet
    std::optional<Interrupted> interrupted;
    std::uint64_t run_serial = 0;
    std::uint64_t lookups = 0;     // questions about files so far (actions/look_up.h)
    bool black_and_white = false;  // the target has no other value
    bool presentation = false;     // the drawing and its number, nothing else (centre/stage.h)
};

}  // namespace redraw::ui
