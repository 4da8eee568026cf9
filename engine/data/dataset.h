// Dataset: the target picture at training size, its grid, and the batches in which steps sample it.
// Not changed while a network learns it.
#pragma once

#include "engine/data/sampling.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"

#include <cstdint>
#include <memory>

namespace redraw {

struct InternalExamples;

struct Dataset {
    // The picture at training size: 1, 3 or 4 channels. In a run its values lie on 16-bit levels,
    // so that a PNG holds them exactly.
    Image target;
    Grid grid;  // usually picture_grid() of the target
    PixelModel pixel = PixelModel::point;
    BatchMode batch = BatchMode::full;
    int batch_size = 0;      // DataSpec::batch_size: pixels or rows per step, 0 if full
    std::uint64_t seed = 1;  // seed by which steps choose samples
    std::shared_ptr<const InternalExamples> examples{};  // null unless the encoding is window

    Strata strata() const;      // cells of stratified batches
    int batch_pixels() const;   // pixels per step
    int batch_samples() const;  // the most samples per step: two for each area pixel
    // Returns how many of its first steps see an area pixel as one sample at its centre. A step
    // then takes about half the time, and a network that does not yet know the picture learns as
    // much from it (measured: bench/results/quality.md). Only stratified batches have such steps.
    std::int64_t single_steps() const;
    int samples_at(std::int64_t step) const;  // samples per pixel in step `step`: 1 or 2
    // Steps that sample about as many pixels as the target has (window encoding: at most 2^20).
    std::int64_t steps_per_epoch() const;
};

// Returns the training size that has about as many pixels as a square of `side` x `side` pixels. A
// panorama is thus learned from as many pixels as any other picture. A picture with fewer pixels
// keeps its own size.
TrainSize as_many_pixels_as_square(int side, PixelSize picture);

// Returns the training size for a picture of width x height: never larger than the picture, at
// least 1 x 1.
PixelSize training_size(const TrainSize& wanted, int width, int height);

// Chooses the channels for `automatic`, the first that applies; returns any other mode unchanged.
// alpha: some pixel is not opaque. color: red, green and blue of some pixel differ by more than
// 2/255. black_white: at least 999 of 1000 pixels are within 2/255 of black or white. Else gray.
ChannelMode resolve_channels(ChannelMode wanted, const Image& picture);

// True if the picture equals its training target, bit for bit, so that one copy in memory serves as
// both. It then keeps its size and channels, and its values lie on 16-bit levels, as in 8- and
// 16-bit files. Always false for black_white.
bool learns_as_it_is(const Image& picture, const Config& config);

// Makes the training target of a picture for make_dataset(): resamples by area to the training
// size, converts channels and rounds to 16 bits. black_white thresholds at 0.5; colour under alpha
// 0 becomes white; for a target without alpha the picture is laid over white.
Image make_target(const Image& picture, const Config& config);
// Converts a picture to the 1, 3 or 4 channels of a network's render, for comparison. Reduces it to
// `size`; by default it keeps its own size.
Image in_channels(const Image& picture, int channels, const TrainSize& size = {.longer_side = 0});
// Makes the dataset of a picture by make_target().
Dataset make_dataset(const Image& picture, const Config& config);
// Makes a dataset of a target that already has its training size and channels. For a network that
// enlarges, this and make_dataset() throw TooSmallToTeach if the target is too small.
Dataset make_dataset_of_target(Image target, const Config& config);
// Computes Dataset::steps_per_epoch() from the sizes alone. Making a Dataset just to count steps
// would copy the picture and, for a network that enlarges (window encoding), take seconds.
std::int64_t steps_per_epoch(const Config& config, PixelSize target);

// Returns the dataset's values that the minibatch formulas (sampling.h) use in step `step`.
Sampling sampling_of(const Dataset& dataset, std::int64_t step);

}  // namespace redraw
