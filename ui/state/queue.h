// Many pictures: what the user fills in before they are begun, and which ones the list shows.
#pragma once

#include "engine/batch/batch_view.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

// What becomes of each picture: a run with chosen or given settings, or a larger picture.
enum class QueueMaking { learn, learn_alike, learn_by_preset, enlarge };

struct QueueSheet {
    std::vector<std::filesystem::path> paths{};  // folders, or pictures
    QueueMaking making = QueueMaking::learn;
    std::string preset{};        // the name of the user's preset
    int times = 2;               // as large
    double seconds = 0;          // of learning each; 0: by epochs
    std::string settings{};      // of the open run, as a preset's text; or empty
    std::filesystem::path to{};  // the folder of the results; empty until the preview finds one
    bool to_chosen = false;      // by the user: it stays when what is made changes
    std::size_t listed = 0;      // dropped files of which one can be opened instead
    std::optional<PlanOrder> scouted{};  // of the newest preview that was asked for
};

PlanOrder order_of(const QueueSheet& sheet);
// The request that looks through the pictures, and finds a folder for the results where the user
// chose none: beside the pictures, else in `otherwise`.
batch::Preview preview_of(const QueueSheet& sheet, const std::filesystem::path& otherwise);
// For all pictures, `at_once` at a time; 0: unknown before the first is made.
double estimated_seconds(const QueueSheet& sheet, std::int64_t pictures, int at_once);

// The pictures that the list shows: all, or those of one kind.
enum class QueueShown { all, being_made, waiting, done, failed };
struct QueueList {
    QueueShown shown = QueueShown::all;
    std::optional<std::size_t> chosen{};  // an index in the plan
    bool scroll = false;                  // to the chosen one
};
// The kind of a picture. `being_made`: by this process.
QueueShown kind_of(PictureState state, bool being_made);

}  // namespace redraw::ui
