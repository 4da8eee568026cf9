// Renders what the window shows, with little cost to training. If the whole picture is in view, may
// show the picture that a full-batch training step computes anyway. A new view is rendered at once,
// coarsely if slow; while training runs, later renders take about a share of the time.
#pragma once

#include "engine/backend/surface.h"
#include "engine/drawing/keyframe_mix.h"
#include "engine/features/studies/view_request.h"
#include "engine/image/grid.h"
#include "engine/recent.h"
#include "engine/session/status.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace redraw {

// Returns how coarsely to render first: the side of a rendered pixel in screen pixels, 1, 2, 4 or
// 8. Chosen so that the first answer to a view request takes at most about one screen frame, if 8
// is coarse enough.
int first_coarseness(double pixels, double seconds_per_pixel);

class Preview {
public:
    using ShowFrame = std::function<void(std::shared_ptr<const Frame>)>;
    explicit Preview(ShowFrame show) : show_(std::move(show)) {}

    void set_view(const ViewRequest& view);
    // Drops all renders, for another run or after a rollback. Shows the whole picture at the
    // present step, unless set_view() follows.
    void reset(std::uint64_t run_serial);
    // Shows a new frame if one is due. `training`: steps are trained between calls, and rendering
    // may take `share` of the time. Returns true if a sharper frame is still to come.
    bool update(Trainer& trainer, bool training, double share = 0.1);
    // Seconds that the last render took, divided by its pixels; 0: nothing was rendered yet.
    double seconds_per_pixel() const { return seconds_per_pixel_; }

private:
    using Clock = std::chrono::steady_clock;
    // Answers a new view request; returns true if a sharper frame can follow at once.
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
    int coarseness_ = 1;            // side of the last frame's pixels in screen pixels
    std::int64_t shown_step_ = -1;  // trainer's step when draw() last rendered; -1: none
    std::int64_t seen_step_ = -1;   // trainer's step as last seen; a smaller step means a rollback
    bool live_ = false;             // the last frame was made smaller because training ran
    Clock::time_point shown_at_{};
    double drawing_seconds_ = 0;  // seconds that the last render took
    double seconds_per_pixel_ = 0;
    KeyframeMixer mixer_;  // of keyframes with the view request's edits
    // Renders of keyframes by step and grid, so that scrubbing back and forth is immediate.
    static constexpr std::size_t kPastBytes = std::size_t(64) << 20;
    Recent<std::pair<std::int64_t, Grid>, std::shared_ptr<const Surface>> past_{kPastBytes};
    // The target interpolated (bicubic) to the coarse and sharp grids of this view request.
    std::vector<std::pair<Grid, std::shared_ptr<const Image>>> bicubics_;
};

// Slows the first second of a new run so that its first steps are visible, then accelerates to full
// pace. Without a time limit it changes no step's result. One owner, the session thread.
class FirstSecond {
public:
    using Clock = std::chrono::steady_clock;

    void begin(Clock::time_point now = Clock::now()) { begun_ = now; }
    // Returns true until the first second is over; always false before begin().
    bool lasts(Clock::time_point now = Clock::now()) const;
    // Returns how many steps may be trained by now: none for 0.12 s, then e^(a t) - 1 after t more
    // seconds. `a` is chosen so that training reaches its full speed at t = 1. `step_seconds`:
    // duration of one step at full speed; 0: not known yet. Slow steps (above 0.1 s) are not
    // limited.
    std::int64_t steps(double step_seconds, Clock::time_point now = Clock::now()) const;

private:
    Clock::time_point begun_{};
};

}  // namespace redraw
