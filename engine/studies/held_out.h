// Measures how well a network predicts pixels it never saw. A copy of a run's network learns one
// pixel in four of the run's picture (even column, even row, at their own coordinates), draws all
// of them, and is compared with plain interpolation from the same pixels. A network of area pixels
// or of windows learns the picture at half its size instead and draws the picture from that. Works
// in small parts; the run itself is neither read nor written. One owner, one thread.
#pragma once

#include "engine/image/quality.h"
#include "engine/training/step_loop.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace redraw {

bool learns_own_half(const NetworkSpec& network);
// "one pixel in four" or "the picture's own half".
const char* what_a_copy_learns(const NetworkSpec& network);

struct HeldOutResult {
    std::vector<Quality> methods;  // the network, then the interpolations; PSNR of the pixels held
                                   // out, SSIM of the whole picture
    Image drawing;                 // the network's, of the whole picture
};

class HeldOut : public Measure {
public:
    // `request`: the run's requested configuration (resolve.h); what it leaves open is chosen for
    // the half-size picture. `epochs` shortens the training. Throws Error: a picture of one pixel
    // leaves nothing to hold out.
    HeldOut(Image target, const Config& request, const BackendOptions& options,
            std::optional<std::int64_t> epochs = {});

    // The next part, about 30 ms of training, some rows, or one method's measure; true when all is
    // done. Throws Error when the copy diverged.
    bool advance() override;
    double progress() const override;
    std::vector<Quality> methods() const override { return result_.methods; }
    const HeldOutResult& result() const { return result_; }
    const Backend& backend() const { return *loop_.backend; }

    double epochs() const { return config_.schedule.epochs; }
    std::size_t pixels_learned() const { return loop_.dataset->target.pixel_count(); }
    // All of them where the half-size picture was learned: none is one of its pixels.
    std::size_t pixels_held_out() const {
        return target_.pixel_count() - (of_half_ ? 0 : pixels_learned());
    }

private:
    std::int64_t steps() const { return loop_.total_steps(config_.schedule); }
    void draw();
    void measure();

    Image target_;
    Config config_;
    bool of_half_ = false;
    StepLoop loop_;
    int next_row_ = 0;  // of the drawing
    HeldOutResult result_;
};

// The pixels of even column and row as a dataset of their own: at the coordinates that they have in
// the whole picture.
Dataset one_in_four(const Image& target, const Config& config);
// All the others, in one row.
Image held_out_pixels(const Image& picture);

}  // namespace redraw
