// Draws what the window looks at without slowing training down. Training's own forward pass is
// free; a zoomed region is drawn at once when the view changes and otherwise in its share of the
// time. Slow drawings come coarse first.
#pragma once

#include "engine/backend/surface.h"
#include "engine/image/grid.h"
#include "engine/session/status.h"
#include "engine/studies/results.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace redraw {

// Caches drawings of keyframes, so that scrubbing back and forth is immediate; the least recently
// used is dropped first. Owned by Preview, on the session thread.
class FrameCache {
public:
    explicit FrameCache(std::size_t budget = std::size_t(64) << 20) : budget_(budget) {}

    // Null when it is not there. What is found counts as the most recently used.
    std::shared_ptr<const Surface> find(std::int64_t step, const Grid& grid);
    void put(std::int64_t step, const Grid& grid, std::shared_ptr<const Surface> surface,
             std::size_t bytes);
    void forget(std::int64_t step) {  // a keyframe that was thinned out
        std::erase_if(entries_, [=](const Entry& entry) { return entry.step == step; });
    }
    void forget_after(std::int64_t step) {  // keyframes of a past that was taken back
        std::erase_if(entries_, [=](const Entry& entry) { return entry.step > step; });
    }
    void clear() { entries_.clear(); }
    std::size_t bytes() const;

private:
    struct Entry {
        std::int64_t step = 0;
        Grid grid;
        std::shared_ptr<const Surface> surface;
        std::size_t bytes = 0;
    };
    std::size_t budget_;
    std::list<Entry> entries_;  // most recently used first
};

// Screen pixels a side for one drawn pixel, 1, 2, 4 or 8, so that the first answer to a request
// comes within about a frame of the screen.
int first_coarseness(double pixels, double seconds_per_pixel);

class Preview {
public:
    using ShowFrame = std::function<void(std::shared_ptr<const Frame>)>;
    explicit Preview(ShowFrame show) : show_(std::move(show)) {}

    void set_view(const ViewRequest& view);
    // Shows the present and the whole picture of another run.
    void reset(std::uint64_t run_serial);
    // Shows a new frame when one is due. `training`: steps are trained between calls, and drawing
    // may take `share` of the time. True when something sharper is still to come.
    bool update(Trainer& trainer, bool training, double share = 0.1);
    double seconds_per_pixel() const { return seconds_per_pixel_; }  // of the last drawing; 0: none

private:
    using Clock = std::chrono::steady_clock;
    // Answers a new view request; true when something sharper can come at once.
    bool answer(Trainer& trainer, bool training);
    void draw(Trainer& trainer, int coarseness, bool training);
    Grid grid_of(const Trainer& trainer, int coarseness, bool training) const;
    bool is_past(const Trainer& trainer) const {
        return view_request_.at_step && *view_request_.at_step != trainer.step();
    }
    std::vector<float> edited_now(const Trainer& trainer) const;
    std::shared_ptr<const Surface> draw_past(Trainer& trainer, const Grid& grid);
    std::shared_ptr<const Surface> timed(Trainer& trainer, const Grid& grid,
                                         std::span<const float> parameters, int most_samples);
    std::shared_ptr<const Image> bicubic(const Trainer& trainer, const Grid& grid);
    void forget_undone(const Trainer& trainer);
    void show(const Trainer& trainer, Frame frame);

    ShowFrame show_;
    ViewRequest view_request_;
    std::uint64_t run_serial_ = 0;
    std::uint64_t serial_ = 0;
    bool new_request_ = false;
    int coarseness_ = 1;            // of the last frame
    std::int64_t shown_step_ = -1;  // of the last frame
    std::int64_t seen_step_ = -1;   // of the trainer: fewer than before after a divergence
    bool live_ = false;             // the last frame has fewer pixels because training goes on
    Clock::time_point shown_at_{};
    double drawing_seconds_ = 0;  // the last drawing took
    double seconds_per_pixel_ = 0;
    // A keyframe whose parameters are at hand: a scrubbed view is zoomed often.
    std::int64_t cached_step_ = -1;
    std::vector<float> cached_parameters_;
    FrameCache past_;
    // The target, interpolated to the grids of this view request, coarse and sharp.
    std::vector<std::pair<Grid, std::shared_ptr<const Image>>> bicubics_;
};

// Slows the first second of a run that somebody watches: the first steps are slow enough to be
// seen, then accelerate to full pace. Changes when steps are made, not what they do. One owner, the
// session thread.
class FirstSecond {
public:
    using Clock = std::chrono::steady_clock;

    void begin(Clock::time_point now = Clock::now()) { begun_ = now; }
    // Until the second is over; always false before begin().
    bool lasts(Clock::time_point now = Clock::now()) const;
    // The steps that may be done by now: e^(a t) - 1, with `a` such that the pace at the end of the
    // second is that of the machine. `step_seconds` of one step; 0: not known yet.
    std::int64_t steps(double step_seconds, Clock::time_point now = Clock::now()) const;

private:
    Clock::time_point begun_{};
};

}  // namespace redraw
