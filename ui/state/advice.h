// Suggests what the user could do now, from the session's status: at most one sentence with
// buttons. The advice disappears when it no longer applies. Once dismissed, it does not return for
// that run. Pure functions; notices.cpp carries out the buttons.
#pragma once

#include "engine/doctor/doctor.h"
#include "engine/session/status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

enum class AdviceAct {
    lower_rate,  // halves the highest learning rate and continues training
    save_copy,   // saves the run as another file
    open_another,
    train_longer,  // doubles the number of epochs or the time limit, and continues training
    learn_larger,  // starts a run at the full size of the picture
    export_picture,
    replay,  // replays how the drawing was learned
    go_on,
    remedy,  // carries out the remedy in Status::diagnosis
};

struct AdviceButton {
    AdviceAct act;
    std::string label;
};

struct Advice {
    std::string sentence;
    bool error_kind = false;  // an error rather than a suggestion: the sentence is Status::error
    std::vector<AdviceButton> buttons;
    // The diagnosis that the advice shows; absent: the advice is not about one.
    std::optional<Condition> condition{};
};

// What advice() must remember about a run between frames.
struct AdviceMemory {
    std::uint64_t run_serial = 0;
    // The run trained while it was open; required for advice about a finished run.
    bool trained = false;
    bool dismissed = false;    // the user dismissed the advice about the finished run
    bool interrupted = false;  // the run was open when the studio was killed, and was recovered
    std::optional<Condition> refused{};  // the diagnosis whose advice the user dismissed
};

// Returns true if the open run learns its picture smaller than it was opened.
bool learns_smaller(const Status& status);
// Returns the seconds in which every pixel of the picture is seen as often as this run sees its
// pixels, rounded up; 0 if unknown. Precondition of both functions: learns_smaller().
double full_size_seconds(const Status& status);
// Returns the configuration at the full size of the picture. A time limit becomes
// full_size_seconds().
Config learned_larger(Config config, const Status& status);

void remember(AdviceMemory& memory, const Status& status);
std::optional<Advice> advice(const Status& status, const AdviceMemory& memory);

}  // namespace redraw::ui
