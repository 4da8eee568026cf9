// Dataset: the target at training size, its grid, and how a step samples it. Immutable once made.
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
    Image target;  // training size; 1, 3 or 4 channels; values on 16-bit levels, so that a PNG
                   // holds them exactly
    Grid grid;     // picture_grid of the target
    PixelModel pixel = PixelModel::point;
    BatchMode batch = BatchMode::full;
    int batch_size = 0;                                  // pixels or, of rows, rows a step
    std::uint64_t seed = 1;                              // of the minibatches
    std::shared_ptr<const InternalExamples> examples{};  // of a network of windows

    Strata strata() const;                 // of a stratified batch
    int batch_pixels() const;              // pixels a step
    int batch_samples() const;             // two of an area pixel
    std::int64_t steps_per_epoch() const;  // that see every pixel or row once
};

// The size that holds as many pixels of a picture as a square of `side` has: a panorama is learned
// in as much detail as any other picture. Its own size where it has no more.
TrainSize as_many_pixels_as_square(int side, PixelSize picture);

// The size a picture of width x height is learned at: never larger than it is, at least 1 x 1.
PixelSize training_size(const TrainSize& wanted, int width, int height);

// Resolves `automatic`: alpha where any pixel is not opaque; black_white where 999 of 1000 pixels
// are within 2/255 of either; gray where red, green and blue differ by at most that; else color.
ChannelMode resolve_channels(ChannelMode wanted, const Image& picture);

// True when the picture is its own target, bit for bit: it keeps its size and channels, and its
// values lie on 16-bit levels, as those of 8- and 16-bit files do. One copy of it serves as both.
bool learns_as_it_is(const Image& picture, const Config& config);

// Makes the target of make_dataset(): resamples (area-correct), converts channels (black_white
// thresholds at 0.5; colour under alpha 0 becomes white; without alpha the picture is laid over
// white) and rounds to 16 bits.
Image make_target(const Image& picture, const Config& config);
// Converts a picture as a network of 1, 3 or 4 channels would learn it, to be compared with.
Image in_channels(const Image& picture, int channels, const TrainSize& size = {.longer_side = 0});
Dataset make_dataset(const Image& picture, const Config& config);
// Takes a target that already has its training size and channels (from a run file).
Dataset make_dataset_of_target(Image target, const Config& config);
// Dataset::steps_per_epoch() of a target of this size, from the numbers alone: whoever only counts
// epochs makes no Dataset, which copies the picture and, of a network of windows, takes seconds.
std::int64_t steps_per_epoch(const Config& config, PixelSize target);

// The values of a dataset that the minibatches' formulas (sampling.h) use.
Sampling sampling_of(const Dataset& dataset);

}  // namespace redraw
