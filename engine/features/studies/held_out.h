// The held-out test: how well a copy of the network predicts pixels that it did not learn. Works in
// small parts. One owner, one thread.
#pragma once

#include "engine/image/quality.h"
#include "engine/training/step_loop.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace redraw {

// True if a held-out copy learns the half-size picture instead of one pixel in four (see HeldOut).
bool learns_own_half(const NetworkSpec& network);
// Returns a phrase for the copy's training data: "one pixel in four" or "the picture's own half".
const char* what_a_copy_learns(const NetworkSpec& network);

struct HeldOutResult {
    // Quality of the network, then of the interpolations: PSNR of the held-out pixels, SSIM of the
    // whole picture.
    std::vector<Quality> methods;
    Image drawing;  // the network's render of the whole picture
};

// Measures how well a network predicts pixels it never saw. A copy learns one pixel in four of the
// run's picture (even column, even row, at their own coordinates) and renders all pixels. It is
// compared with plain interpolation from the same pixels. For area pixels and for networks that
// enlarge, the copy learns the picture at half its size instead and renders the full size.
class HeldOut : public Measure {
public:
    // `request`: the run's configuration as requested. If the copy learns area pixels at half the
    // size, automatic settings are chosen for that size (data/resolve.h). `epochs`: length of a
    // shorter training; absent: as long as the run's. Throws Error, also for a picture of one
    // pixel.
    HeldOut(Image target, const Config& request, const BackendOptions& options,
            std::optional<std::int64_t> epochs = {});

    // Does the next part: usually at most 30 ms of training, rendering some rows, or one method's
    // measurement. Returns true when all is done. Throws Error if the copy diverged.
    bool advance() override;
    double progress() const override;
    std::vector<Quality> methods() const override { return result_.methods; }
    const HeldOutResult& result() const { return result_; }
    const Backend& backend() const { return *loop_.backend; }

    double epochs() const { return config_.schedule.epochs; }
    std::size_t pixels_learned() const { return loop_.dataset->target.pixel_count(); }
    // Counts the held-out pixels: all pixels if the half-size picture was learned, whose pixels are
    // means of theirs.
    std::size_t pixels_held_out() const {
        return target_.pixel_count() - (of_half_ ? 0 : pixels_learned());
    }

private:
    std::int64_t steps() const { return loop_.total_steps(config_.schedule); }
    void measure();

    Image target_;
    Config config_;
    bool of_half_ = false;
    StepLoop loop_;
    int next_row_ = 0;  // next row to render
    HeldOutResult result_;
};

// Returns the pixels of even column and even row as a dataset, at their coordinates in the picture.
Dataset one_in_four(const Image& target, const Config& config);
// Returns all pixels of odd column or odd row, as a picture of one row.
Image held_out_pixels(const Image& picture);

}  // namespace redraw
