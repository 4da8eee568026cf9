// The thumbnails of the timelapse.
#pragma once

#include "engine/features/studies/study.h"
#include "engine/run/keyframes.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace redraw {

struct Thumbnail {
    std::int64_t step = 0;
    std::shared_ptr<const Image> image;
};

// By step: of keyframes evenly spread over log(1 + step) of the run, of bookmarks and others.
struct Thumbnails : std::vector<Thumbnail> {
    using vector::vector;
};

// Makes the thumbnails of the timelapse: of keyframes evenly spread over log(1 + step) of the run,
// of the bookmarks, and of requested keyframes. Many are kept for reuse, because a time limit
// changes the run's end again and again. While the run trains, also renders the present step every
// 0.4 seconds, coarsely, so that the timelapse hardly shows an old render as the newest one.
class KeyframeThumbnails : public StudyOf<Thumbnails> {
public:
    static constexpr int kPlaces = 16;
    // Longer side of a usual thumbnail (kSide) and of one requested large (kLargeSide), in pixels.
    static constexpr int kSide = 96, kLargeSide = 320;

    bool update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) override;
    int drawn() const { return draws_; }  // number of keyframes rendered so far

private:
    // The values on which the thumbnails depend: step of the newest keyframe, total steps of the
    // run, number of its events, steps of the keyframes requested large.
    using Known = std::tuple<std::int64_t, std::int64_t, std::size_t, std::vector<std::int64_t>>;
    bool draw_live(Trainer& trainer, ShareOfTime* training);
    std::shared_ptr<const Image> draw(Trainer& trainer, std::int64_t step, int side);
    void publish();

    static constexpr std::size_t kKept = 8 * kPlaces;
    // Most and fewest pixels of a live thumbnail, which shows the present step of training.
    static constexpr double kMostLive = 9216, kLeastLive = 256;

    int draws_ = 0;
    // Thumbnails by step and longer side in pixels; null: the keyframe no longer exists.
    std::map<std::pair<std::int64_t, int>, std::shared_ptr<const Image>> drawn_;
    std::vector<std::int64_t> steps_;  // steps whose thumbnails are shown
    Known known_{-1, -1, 0, {}};       // values for which all thumbnails have been made
    // Thumbnails of the present step made while training runs, by place on the timelapse. They
    // stand in for keyframes that have no thumbnail yet.
    std::map<int, Thumbnail> live_;
    double live_pixels_ = kMostLive;
    std::chrono::steady_clock::time_point live_at_{};
};

// Returns the steps of the keyframes to show, ascending. There are `places` places, evenly spread
// over log(1 + step) of the run; each shows the newest keyframe at or before it.
std::vector<std::int64_t> thumbnail_steps(const std::vector<Keyframe>& keyframes,
                                          std::int64_t total_steps, int places);

}  // namespace redraw
