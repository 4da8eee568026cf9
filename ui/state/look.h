// What was kept as the look of the run and let go again, so that it can be taken back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace redraw::ui {

struct KeptChange {
    std::optional<std::int64_t> before, after;  // steps; absent: no moment is kept
    std::size_t setting = 0;                    // Settings::position when it was made
};

// Of the run that is open. Between them and the settings the order is that in which they were made.
struct LookHistory {
    std::vector<KeptChange> done, undone;
};

}  // namespace redraw::ui
