// BatchStatus: the pictures of a plan that are done, failed or left, as its folder shows. Read from
// files, so it includes the work of any program on any machine. One owner, one thread; copies share
// the plan.
#pragma once

#include "engine/batch/batch_plan.h"
#include "engine/batch/picture_record.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redraw {

// A picture that a process of this program makes.
struct PictureBeingMade {
    std::size_t index = 0;  // in the plan
    double progress = 0;    // 0 to 1
    double seconds = 0;     // so far
};

class BatchStatus {
public:
    explicit BatchStatus(BatchPlan plan);
    // Reads all pictures that are not done, or one. True if anything has changed.
    bool look();
    bool look_at(std::size_t index);

    const BatchPlan& plan() const { return *plan_; }
    const std::vector<PictureStatus>& pictures() const { return pictures_; }  // in the plan's order
    std::int64_t total() const { return std::ssize(pictures_); }
    std::int64_t count(PictureState state) const { return counts_[std::size_t(state)]; }
    std::int64_t over() const { return count(PictureState::done) + count(PictureState::failed); }
    bool complete() const;  // every picture has its result, and every folder was read
    bool ended() const { return over() == total(); }

    // The first picture from `from` on that may be begun: waiting, stopped, or failed if asked for.
    std::optional<std::size_t> next(std::size_t from, bool failed_too) const;
    // Seconds, from what the pictures took that are done, or while none is, from the progress of
    // the first; as many at work as there are now. NaN: unknown.
    double seconds_left(std::span<const PictureBeingMade> being_made = {}) const;
    // The done and failed part of all pictures, with the progress of the others: 0 to 1.
    double progress(std::span<const PictureBeingMade> being_made = {}) const;
    std::string counted() const;  // "40 pictures"
    std::string tally() const;    // "12 of 40 pictures are done, 2 failed"

private:
    std::shared_ptr<const BatchPlan> plan_;
    std::vector<PictureStatus> pictures_;
    std::array<std::int64_t, 5> counts_{};
};

// A row a picture (RFC 4180), in the plan's order: number, picture, result, psnr, width, height,
// seconds, state, reason. Throws Error.
void write_results_csv(const BatchStatus& batch, const std::filesystem::path& path);

}  // namespace redraw
