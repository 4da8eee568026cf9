// Trains a network to enlarge one picture, then compares it with interpolation in the half-size
// self-test, which chooses the method for enlargements. Works in small parts (job.h). One owner,
// one thread.
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

// The half-size self-test of a window network. The network enlarges a half-size copy of its picture
// and is compared with plain interpolation of the same copy, on cells it never learned from. The
// result decides whether the network or an interpolation makes the picture's enlargements. Works in
// small parts. One owner, one thread.

// The PSNR of every method in the half-size self-test, in dB; infinite if exact.
struct HalfSizePsnr {
    std::vector<double> held_out;    // network, nearest, bilinear, bicubic, lanczos
    std::size_t held_out_cells = 0;  // number of cells measured; 0: `held_out` is meaningless
    // The interpolations alone, in the same order, on cells with content, held out or not: they
    // learn nothing. Empty if enough held-out cells have content, or no cell has.
    std::vector<double> everywhere;
};

// Returns the interpolation that should make a picture's enlargements; empty: the network should.
// If few held-out cells have content, flat cells are ignored, because every method reproduces them
// well. An interpolation must then also be the best one over all measured cells (`everywhere`), and
// nearest must lead there by several dB.
std::optional<Filter> enlarging_interpolation(const HalfSizePsnr& psnr);

struct HalfSizeResult {
    // The quality of the network, then of each interpolation. Only PSNR is set; NaN: not measured.
    std::vector<Quality> methods;
    std::size_t pixels = 0;  // pixels of the held-out cells; 0: the network was not measured
    std::optional<Filter> interpolation;  // method for enlargements; empty: the network
    // The measured quality of `interpolation`; null: the network makes the enlargements.
    const Quality* better_than_network() const;
};

class HalfSizeTest : public Measure {
public:
    // `backend`: renders `picture` with the window network that has learned it.
    HalfSizeTest(Backend& backend, std::shared_ptr<const Image> picture);
    // Measures the next cell; returns true when all are done.
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
    std::vector<PixelRect> held_out_, any_;  // cells to measure: all methods, interpolations alone
    std::size_t next_ = 0, pixels_ = 0, any_pixels_ = 0;
    std::vector<double> errors_, any_errors_;  // sums of squared errors of every method
};

class Enlargement : public Job {
public:
    // `config`: from the preset `enlarge`, with epochs chosen from the picture size. Throws Error.
    Enlargement(Image&& picture, Config config, const BackendOptions& options);

    // Does the next part; returns true when training and the self-test are complete. Throws Error
    // if training diverged.
    bool advance() override;
    double progress() const override;
    bool finished() const { return !worth_.methods.empty(); }
    // Returns the result of the half-size self-test. Precondition: finished().
    const HalfSizeResult& worth() const { return worth_; }
    Backend& backend() { return *loop_.backend; }

    const Dataset& dataset() const { return *loop_.dataset; }
    std::shared_ptr<const Image> picture() const { return {loop_.dataset, &dataset().target}; }
    const Config& config() const { return config_; }  // with all open values chosen for the picture
    std::int64_t steps() const { return loop_.total_steps(config_.schedule); }

private:
    Config config_;
    StepLoop loop_;
    std::unique_ptr<HalfSizeTest> study_;
    HalfSizeResult worth_;
};

}  // namespace redraw
