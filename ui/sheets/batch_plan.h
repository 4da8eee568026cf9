// The state of the sheets about a batch, and the batch that the choices describe.
#pragma once

#include "engine/features/batch/batch_view.h"
#include "engine/network/config.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

// The result that a batch makes of each picture: a run with automatic settings, with the open run's
// settings or with a preset's settings, or an enlarged picture.
enum class BatchMaking { learn, learn_alike, learn_by_preset, enlarge };

struct BatchSheet {
    std::vector<std::filesystem::path> paths{};  // pictures, or folders with pictures
    BatchMaking making = BatchMaking::learn;
    std::string preset{};  // name of the user's preset
    int times = 2;         // enlargement factor
    // Each picture is learned to this finish or, if not 0, for these seconds (Preferences::finish).
    double finish = kLikeness, seconds = 0;
    std::string settings{};      // the settings on the left as a preset's text; empty: no open run
    std::filesystem::path to{};  // the folder for the results; empty until the preview suggests one
    bool to_chosen = false;      // the user chose the results folder: keep it when `making` changes
    // The number of dropped files, of which the user can open one instead of starting the batch.
    // 0: the batch does not come from dropped files.
    std::size_t listed = 0;
    std::optional<PlanOrder> scouted{};  // the batch that the last preview was requested for
};

PlanOrder order_of(const BatchSheet& sheet);
// Returns the request that counts and examines the pictures of a batch. If the user chose no folder
// for the results, the request also suggests one: beside the pictures, or else in `otherwise`.
batch::Preview preview_of(const BatchSheet& sheet, const std::filesystem::path& otherwise);
// Estimates the time for all pictures of the batch in seconds, with `at_once` of them in parallel.
// Returns 0 if it is unknown: only training with a time limit is estimated.
double estimated_seconds(const BatchSheet& sheet, std::int64_t pictures, int at_once);

// The filter of the list of a batch's pictures: all, or those in one state.
enum class BatchShown { all, being_made, waiting, done, failed };
struct BatchList {
    BatchShown shown = BatchShown::all;
    // Index of the selected picture in the batch plan; absent: none.
    std::optional<std::size_t> chosen{};
    bool scroll = false;  // scroll to the selected picture
};
// Returns the state under which the batch's list shows a picture. `being_made`: this process is
// working on the picture now.
BatchShown kind_of(PictureState state, bool being_made);

}  // namespace redraw::ui
