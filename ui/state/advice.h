// Advice on what is worth doing now: at most one sentence with its buttons, from the session's
// status. It goes away when it no longer holds, and once dismissed does not come back in that run.
// Pure functions; its buttons act in notices.cpp.
#pragma once

#include "engine/doctor/doctor.h"
#include "engine/session/status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

enum class AdviceAct {
    lower_rate,  // halves rate max and goes on
    save_copy,   // to another place
    open_another,
    train_longer,  // doubles the epochs or the time and goes on
    learn_larger,  // a new run at twice the size
    export_picture,
    race,  // against other networks
    go_on,
    remedy,  // Status::diagnosis says which
};

struct AdviceButton {
    AdviceAct act;
    std::string label;
};

struct Advice {
    std::string sentence;
    bool error_kind = false;  // it says Status::error
    std::vector<AdviceButton> buttons;
    std::optional<Condition> condition{};  // of the diagnosis that it says
};

// Facts about a run that advice on it needs.
struct AdviceMemory {
    std::uint64_t run_serial = 0;
    bool trained = false;      // while somebody watched: a run opened finished is not news
    bool dismissed = false;    // of being finished
    bool interrupted = false;  // the studio was killed while it had it open
    std::optional<Condition> refused{};  // the diagnosis that was dismissed
};

// Returns the settings at twice the size, or the picture's own where that is smaller, and with the
// next longer time limit where there is one. Precondition: the status has a picture.
Config learned_larger(Config config, const Status& status);

void remember(AdviceMemory& memory, const Status& status);
std::optional<Advice> advice(const Status& status, const AdviceMemory& memory);

}  // namespace redraw::ui
