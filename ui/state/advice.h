// Suggests what to do now, from the session's status: at most one sentence with buttons. It
// disappears when it no longer applies. Once dismissed it does not return in that run. Pure
// functions; notices.cpp carries out the buttons.
#pragma once

#include "engine/doctor/doctor.h"
#include "engine/session/status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

enum class AdviceAct {
    lower_rate,  // halves the highest rate and continues
    save_copy,   // saves the run in another place
    open_another,
    train_longer,  // doubles the epochs or the time limit and continues
    learn_larger,  // starts a run at twice the size
    export_picture,
    replay,  // replays the birth of the drawing
    go_on,
    remedy,  // applies the remedy in Status::diagnosis
};

struct AdviceButton {
    AdviceAct act;
    std::string label;
};

struct Advice {
    std::string sentence;
    bool error_kind = false;  // shows Status::error
    std::vector<AdviceButton> buttons;
    std::optional<Condition> condition{};  // set if the advice shows a diagnosis
};

// Facts about a run that advice on it needs.
struct AdviceMemory {
    std::uint64_t run_serial = 0;
    bool trained = false;                // trained while open; otherwise no advice that it finished
    bool dismissed = false;              // the advice about a finished run was dismissed
    bool interrupted = false;            // this run was open when the studio was killed
    std::optional<Condition> refused{};  // the diagnosis that the user dismissed
};

// Returns the configuration at twice the size, but at most the picture's own. A time limit becomes
// the next longer one. Precondition: the status has a picture.
Config learned_larger(Config config, const Status& status);

void remember(AdviceMemory& memory, const Status& status);
std::optional<Advice> advice(const Status& status, const AdviceMemory& memory);

}  // namespace redraw::ui
