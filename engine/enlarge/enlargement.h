// Trains a network on a picture to enlarge that picture, then measures it by the half-size test,
// which chooses what draws the enlargement. A job of small parts. One owner, one thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/job.h"
#include "engine/training/step_loop.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

// The half-size test of a window network: it draws its own picture from the picture's half and is
// compared with plain interpolation of the same half, on cells it never learned from. Chooses what
// draws the picture's enlargements. Works in small parts. One owner, one thread.

// PSNR of every method in the half-size test, in dB; infinite where it is exact.
struct HalfSizePsnr {
    std::vector<double> held_out;    // network, nearest, bilinear, bicubic, lanczos
    std::size_t held_out_cells = 0;  // with content; 0: `held_out` means nothing
    std::vector<double> everywhere;  // the interpolations, which learned nothing, on any cell with
                                     // content; empty where the held-out cells are enough
};

// Chooses what draws a picture's enlargements: an interpolation; nothing: the network. Flat cells
// prove nothing, since every method draws them. Where few held-out cells show an edge, an
// interpolation must also be the best over the whole picture, and nearest the best by decibels.
std::optional<Filter> enlarging_interpolation(const HalfSizePsnr& psnr);

struct HalfSizeResult {
    std::vector<Quality> methods;  // the network, then the interpolations; PSNR only, NaN where it
                                   // was not measured
    std::size_t pixels = 0;        // on which the network was measured; 0: no cell has content
    std::optional<Filter> interpolation;  // draws the enlargements; nothing: the network
    // The interpolation that draws the enlargements, as measured; null: the network draws them.
    const Quality* better_than_network() const;
};

class HalfSizeTest : public Measure {
public:
    // `backend` draws `picture` as the network of windows that it has learned.
    HalfSizeTest(Backend& backend, std::shared_ptr<const Image> picture);
    // The next cell; true when all are done.
    bool advance() override;
    double progress() const override;
    std::vector<Quality> methods() const override { return worth().methods; }
    HalfSizeResult worth() const;

private:
    void look_at_held_out(const PixelRect& cell);
    void look_at_any(const PixelRect& cell);

    Backend& backend_;
    std::shared_ptr<const Image> picture_;
    Grid grid_;
    std::vector<PixelRect> held_out_, any_;  // cells to be measured on
    std::size_t next_ = 0, pixels_ = 0, any_pixels_ = 0;
    std::vector<double> errors_, any_errors_;  // squared, of every method
};

class Enlargement : public Job {
public:
    // `config`: of the preset `enlarge`, epochs chosen for the picture's size. Throws Error.
    Enlargement(Image&& picture, Config config, const BackendOptions& options);

    // The next part; true when it is learned and measured. Throws Error when it diverged.
    bool advance() override;
    double progress() const override;
    bool finished() const { return !worth_.methods.empty(); }
    // The result of the half-size test. Precondition: finished().
    const HalfSizeResult& worth() const { return worth_; }
    Backend& backend() { return *loop_.backend; }

    const Dataset& dataset() const { return *loop_.dataset; }
    std::shared_ptr<const Image> picture() const { return {loop_.dataset, &dataset().target}; }
    const Config& config() const { return config_; }  // resolved for the picture
    std::int64_t steps() const { return loop_.total_steps(config_.schedule); }

private:
    Config config_;
    StepLoop loop_;
    std::unique_ptr<HalfSizeTest> study_;
    HalfSizeResult worth_;
};

}  // namespace redraw
