// Draws what the window looks at without slowing training down: the training forward's own drawing
// is free; a zoomed region is drawn at once when the look changes and otherwise takes at most a
// tenth of the time.
#pragma once

#include "engine/training/status.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace redraw {

class Preview {
public:
    using ShowFrame = std::function<void(std::shared_ptr<const Frame>)>;
    explicit Preview(ShowFrame show) : show_(std::move(show)) {}

    void look(const Look& look);
    void reset(std::uint64_t run_serial);  // another run: the present, the whole picture
    // Shows a new frame when one is due. `training`: steps are being done between calls.
    // True when something sharper is still to come.
    bool update(Trainer& trainer, bool training);

private:
    using Clock = std::chrono::steady_clock;
    void draw(Trainer& trainer, int coarseness, bool training);
    void show(Frame frame);

    ShowFrame show_;
    Look look_;
    std::uint64_t run_serial_ = 0;
    std::uint64_t serial_ = 0;
    int coarseness_ = 0;            // of the next drawing of a new look; 0: the look is drawn
    std::int64_t shown_step_ = -1;  // of the last frame
    bool live_ = false;             // it was drawn with fewer pixels, for training's sake
    Clock::time_point shown_at_{};
    double drawing_seconds_ = 0;  // the last drawing took
    double seconds_per_pixel_ = 0;
    std::int64_t cached_step_ =
        -1;  // keyframe whose parameters are at hand: a scrubbed view is zoomed often
    std::vector<float> cached_parameters_;
};

}  // namespace redraw
