// The window's view of a batch, and its requests. Plain values; any thread.
#pragma once

#include "engine/batch/batch_plan.h"
#include "engine/batch/batch_status.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace redraw {

// The open batch at one moment. Immutable.
struct BatchView {
    BatchStatus batch;
    std::vector<PictureBeingMade> being_made{};
    bool going = false;
    // The user has chosen or seen the plan's settings. An untrusted plan goes on only when GoOn
    // says that they were shown.
    bool settings_known = false;
    std::filesystem::path pictures_folder{};  // the lowest one above all pictures
    int at_once = 1;
    double seconds_left = std::numeric_limits<double>::quiet_NaN();
    std::string problem{};  // why it is paused, unless the user paused it: a sentence
};

// True while a picture is made or about to be. `view` may be null.
bool is_at_work(const std::shared_ptr<const BatchView>& view);

// The pictures that a plan would hold.
struct PlanPreview {
    PlanOrder order{};           // as it was asked for
    std::filesystem::path to{};  // the folder of the results: the order's, or a free one
    std::int64_t pictures = -1;  // -1: still looking
    Found found{};
    std::string problem{};  // why the plan cannot be made: a sentence
};

// The newest batch, as kept in the preferences.
struct KeptBatch {
    std::filesystem::path folder{};
    bool open = false;  // and not ended
    int at_once = 1;
    std::string known_settings{};  // of its plan, as shell_line(): chosen or seen by the user
    bool operator==(const KeptBatch&) const = default;
};

namespace batch {
struct Preview {
    // With an empty `to`, a free folder is chosen: results_folder() of these, with_free_folder().
    PlanOrder order;
    std::string suffix{};
    std::filesystem::path otherwise{};
};
struct Start {  // makes the plan, or adds to it, and goes on
    PlanOrder order;
};
struct Open {  // an existing plan, paused
    std::filesystem::path folder;
};
struct GoOn {
    bool failed_too = false;
    bool settings_shown = false;
};
struct Pause {};
struct AtOnce {
    int pictures = 1;
};
struct Leave {};  // pauses and closes the batch
}  // namespace batch
using BatchRequest = std::variant<batch::Preview, batch::Start, batch::Open, batch::GoOn,
                                  batch::Pause, batch::AtOnce, batch::Leave>;

// The progress in a line that a command prints with --json: 0 to 1. Nothing in other lines.
std::optional<double> progress_in(std::string_view line);
// The last line on a command's standard error, without the program's name.
std::string last_line(std::string_view errors);

}  // namespace redraw
