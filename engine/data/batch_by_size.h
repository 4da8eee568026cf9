// How a picture is learned where the user leaves it open: in minibatches, at a rate and for a
// number of steps that suit them. A step over 24 million pixels would take a minute, and a grid
// learns even a small drawing sooner from an eighth of it at a time. Pure functions.
#pragma once

#include "engine/data/dataset.h"
#include "engine/network/config.h"

#include <optional>
#include <string_view>

namespace redraw {

// Pictures learned with more pixels than this take minibatches.
constexpr std::int64_t most_full_batch_pixels(const NetworkSpec& network) {
    return network.encoding == Encoding::grid ? (1 << 11) - 1 : 1 << 20;
}

// Takes these batches, and of a grid's tables updates what they touch: in a full batch that is
// nearly all, and the rates for it are Adam's own.
void set_batch(Config& config, BatchMode batch, int size);

// `picture`: its own size. Changes a full batch, and of the schedule what is as the preset has it;
// nothing where the training size is small enough.
Config with_batch_by_size(Config config, PixelSize picture);
// `from` with another preset: its own picture size, channels and seed stay, except that `enlarge`
// learns from every pixel, in its own batches.
Config with_preset(const Config& from, std::string_view preset, PixelSize picture);
// As it was asked for: of batch and schedule what the size has chosen is as the preset has it, so
// that another picture's size chooses anew. The other way round of with_batch_by_size().
Config without_batch_by_size(Config config, PixelSize picture);
// Its batch is what the size chooses, and so nobody else's choice.
bool has_batch_by_size(const Config& config, PixelSize picture);
// The same for another training size: batch and schedule that are as the size chose them are chosen
// anew.
Config with_train_size(Config config, TrainSize wanted, PixelSize picture);
// For a memory that does not hold what the batch needs: the next smaller one, changed in the same
// way. Nothing where none would help.
std::optional<Config> with_smaller_batch(Config config, PixelSize picture);

}  // namespace redraw
