// Asks about files (ui/state/lookup.h) and finds the answer some frames later.
#pragma once

#include "ui/state/context.h"

namespace redraw::ui {

// Seconds without an answer after which the window says that it waits for one.
inline constexpr double kLookupPatience = 0.3;

// Returns the serial number that the answer has.
template <class Question>
std::uint64_t look_up(Ui& ui, Question question) {
    ui.requests.ask(FileLookup{++ui.state.lookups, std::move(question)});
    return ui.state.lookups;
}

// Null while there is none.
template <class Found>
const Found* answer_to(const Ui& ui, std::uint64_t serial) {
    for (const auto& answer : ui.view.lookups)
        if (answer && answer->serial == serial) return std::get_if<Found>(&answer->found);
    return nullptr;
}

// True when an answer to what was asked at `since` (View::time) is late; until then the window
// draws again in time.
inline bool is_late(Ui& ui, double since) {
    const double left = since + kLookupPatience - ui.view.time;
    if (left > 0) ui.requests.redraw_after(left);
    return left <= 0;
}

}  // namespace redraw::ui
