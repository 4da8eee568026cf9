// Many pictures at once: what is filled in before they are begun, and what is looked at then.
#pragma once

#include "engine/plan/queue.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace redraw::ui {

// What becomes of each: a run, by itself or with settings, or a larger picture.
enum class QueueMaking { learn, learn_alike, learn_by_preset, enlarge };

struct QueueSheet {
    std::vector<std::filesystem::path> paths{};  // folders, or pictures
    QueueMaking making = QueueMaking::learn;
    std::string preset{};        // of one's own, by name
    int times = 2;               // as large
    double seconds = 0;          // each is learned for; 0: by epochs
    std::string settings{};      // of the open run, for another picture: a preset's text; or empty
    std::filesystem::path to{};  // the folder of the results
    std::filesystem::path beside{};      // the same before it gets a number, if its name is taken
    bool to_chosen = false;              // by hand: what is made does not move it
    std::size_t listed = 0;              // of what was dropped: one of them can be opened instead
    std::optional<PlanOrder> scouted{};  // was asked for
};

// Where results go that nobody says otherwise of: beside the folder, or where that cannot be
// written below `otherwise`. Whether the name is free is looked up elsewhere (with_free_folder()).
std::filesystem::path results_beside(const QueueSheet& sheet,
                                     const std::filesystem::path& otherwise);
PlanOrder order_of(const QueueSheet& sheet);
// What is looked up for the sheet: the same, before the results' folder got a number.
queue::Scout scout_of(const QueueSheet& sheet);
// Seconds that so many pictures take, so many at once; 0 where that is not known before.
double estimated_seconds(const QueueSheet& sheet, std::int64_t pictures, int at_once);

// Which of them are listed.
enum class QueueShown { all, being_made, waiting, done, failed };
struct QueueList {
    QueueShown shown = QueueShown::all;
    std::optional<std::size_t> chosen{};  // of the plan
    bool scroll = false;                  // to the chosen one
};
bool is_shown(QueueShown shown, PictureState state, bool being_made);

// Where the studio was left: of its settings.
struct KeptQueue {
    std::filesystem::path folder;  // the newest
    bool open = false;
    int at_once = 1;
    std::string known_settings{};  // of its plan, as shell_line(): chosen, or seen and gone on with
    bool operator==(const KeptQueue&) const = default;
};

}  // namespace redraw::ui
