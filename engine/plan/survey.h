// How far the pictures of a plan have come, by what lies in its folder: nobody has to be asked, and
// whoever works at it, on whichever machine, is seen. One owner, one thread.
#pragma once

#include "engine/plan/job_record.h"
#include "engine/plan/plan.h"
#include "engine/text/names.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace redraw {

enum class PictureState { done, running, failed, stopped, waiting };
template <>
inline constexpr auto kNames<PictureState> =
    names<PictureState>({{PictureState::done, "done"},
                         {PictureState::running, "running"},
                         {PictureState::failed, "failed"},
                         {PictureState::stopped, "stopped"},
                         {PictureState::waiting, "waiting"}});

struct PictureStatus {
    PictureState state = PictureState::waiting;
    JobOutcome outcome{};  // `reason` says why it is not done
};

// Of the picture with this result.
PictureStatus status_of(const std::filesystem::path& result);

class Survey {
public:
    explicit Survey(Plan plan);
    // Once more at all that was not done, or at one. True where something is otherwise now.
    bool look();
    bool look_at(std::size_t index);

    const Plan& plan() const { return *plan_; }
    const std::vector<PictureStatus>& pictures() const { return pictures_; }  // in the plan's order
    std::int64_t count(PictureState state) const { return counts_[std::size_t(state)]; }
    bool complete() const;  // every picture has its result, and no folder was left out
    bool ended() const;     // every picture is done or has failed

private:
    std::shared_ptr<const Plan> plan_;  // copies of a survey share it
    std::vector<PictureStatus> pictures_;
    std::array<std::int64_t, 5> counts_{};
};

}  // namespace redraw
