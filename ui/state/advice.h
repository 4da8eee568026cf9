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
    learn_larger,  // starts a run at the picture's full size
    export_picture,
    race,  // races other networks on the same picture
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

// Returns true if the open run learns its picture smaller than it was opened.
bool learns_smaller(const Status& status);
// Returns the seconds in which every pixel of the picture is seen as often as this run sees its
// pixels, rounded up; 0 if unknown. Precondition of both functions: learns_smaller().
double full_size_seconds(const Status& status);
// Returns the configuration at the picture's full size. A time limit becomes full_size_seconds().
Config learned_larger(Config config, const Status& status);

void remember(AdviceMemory& memory, const Status& status);
std::optional<Advice> advice(const Status& status, const AdviceMemory& memory);

}  // namespace redraw::ui
