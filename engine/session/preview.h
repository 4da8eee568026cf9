// Draws what the window looks at without slowing training down. The drawing of training's own
// forward pass is free; a zoomed region is drawn at once when the view changes and otherwise takes
// at most its share of the time. Slow drawings come coarse first and are sharpened afterwards.
#pragma once

#include "engine/session/frame_cache.h"
#include "engine/session/status.h"
#include "engine/studies/view_request.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace redraw {

// Screen pixels a side for one drawn pixel, 1, 2, 4 or 8, so that the first answer to a request
// comes within about a frame of the screen.
int first_coarseness(double pixels, double seconds_per_pixel);

class Preview {
public:
    using ShowFrame = std::function<void(std::shared_ptr<const Frame>)>;
    explicit Preview(ShowFrame show) : show_(std::move(show)) {}

    void set_view(const ViewRequest& view);
    void reset(
        std::uint64_t run_serial);  // for another run: shows the present and the whole picture
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
    bool is_past(const Trainer& trainer) const;
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

}  // namespace redraw
