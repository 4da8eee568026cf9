// Which picture of a plan is begun next, and what there is to be seen of all. A plan's commands may
// be given again and leave behind how they came out (job_record.h), so this remembers next to
// nothing: whoever opens the folder later goes on from the files. Plain values; any thread.
#pragma once

#include "engine/plan/make_plan.h"
#include "engine/plan/survey.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace redraw {

// A walk through the plan, which begins each picture once at most: what ends without a word is not
// begun again and again.
class QueueWalk {
public:
    // From the plan's beginning: what waits and what was stopped, or what has failed as well.
    void go_on(bool failed_too);
    void pause() { going_ = false; }
    bool going() const { return going_; }
    // The next one, where so many may be made at once and so many are; it is begun now. Nothing
    // while it is paused or enough are being made, and when there is none left.
    std::optional<std::size_t> next(const Survey& survey, int at_once, int being_made);

private:
    bool going_ = false, failed_too_ = false;
    std::size_t at_ = 0;
};

// A picture that this process makes.
struct PictureBeingMade {
    std::size_t index = 0;
    double progress = 0;  // 0 to 1
    double seconds = 0;   // so far
};

// What there is to be seen. Immutable, a moment of it each.
struct QueueStatus {
    Survey survey;
    std::vector<PictureBeingMade> being_made{};
    bool going = false;
    // The user has chosen the plan's settings, or has seen them. Somebody else's plan could have
    // any: it goes on only when GoOn says that they were shown.
    bool settings_known = false;
    std::filesystem::path pictures_folder{};  // that all of its pictures lie below
    int at_once = 1;
    double seconds_left = std::numeric_limits<double>::quiet_NaN();  // of the whole
    std::string problem{};  // why it is paused, where nobody paused it: a sentence
};

// Something is made, or about to be. Also of none.
bool is_at_work(const std::shared_ptr<const QueueStatus>& status);
// How much of the whole is over, done or failed, with parts of what is being made: 0 to 1.
double progress_of(const QueueStatus& status);
// Of the whole: by what those took that are done, or while there is none, by how far the first are;
// with as many at work as there are now. NaN while that is unknown.
double seconds_left(const Survey& survey, std::span<const PictureBeingMade> being_made = {});
// The folder that all pictures of the plan lie below.
std::filesystem::path common_folder(const Plan& plan);
// "40 pictures".
std::string counted_pictures(const Survey& survey);
// "12 of 40 pictures are done, 2 failed", for a person.
std::string tally(const Survey& survey);

// What a plan would hold, told before it is made.
struct QueueScout {
    PlanOrder order;             // as it was asked
    std::filesystem::path to{};  // the folder of the results: the order's, or a free one beside it
    std::int64_t pictures = -1;  // -1: it is being looked
    Found found{};
    std::string problem{};  // why it cannot be made: a sentence
};

// What can be asked of a queue.
namespace queue {
struct Scout {
    PlanOrder order;
    bool free_folder = false;  // as with_free_folder() finds it, where nobody chose one
};
struct Start {  // makes the plan, or adds to it, and goes on
    PlanOrder order;
};
struct Open {  // one that is there, paused
    std::filesystem::path folder;
    std::string known_settings{};  // of it, as shell_line(), where the user has seen them before
};
struct GoOn {
    bool failed_too = false;
    bool settings_shown = false;
};
struct Pause {};
struct AtOnce {
    int pictures = 1;
};
struct Leave {};  // pauses, and has none open
}  // namespace queue
using QueueRequest = std::variant<queue::Scout, queue::Start, queue::Open, queue::GoOn,
                                  queue::Pause, queue::AtOnce, queue::Leave>;

// What a command says of itself with --json, a line: how far it is, 0 to 1. Nothing in others.
std::optional<double> progress_in(std::string_view line);
// The last sentence on its standard error.
std::string last_sentence(std::string_view said);

}  // namespace redraw
