// Chooses the batch and the schedule from the picture size, where a request leaves them open
// (BySize in network/config.h). All but small pictures get minibatches, with a suitable learning
// rate and number of epochs. A full-batch step over 24 million pixels would take a minute. A grid
// network learns even a small picture sooner from an eighth of its pixels per step. Pure functions.
#pragma once

#include "engine/data/dataset.h"
#include "engine/network/config.h"

#include <optional>
#include <string_view>

namespace redraw {

// Returns the most pixels that are by default learned in full batches; larger pictures use
// minibatches. Does not apply to window networks.
constexpr std::int64_t most_full_batch_pixels(const NetworkSpec& network) {
    return network.encoding == Encoding::grid ? (1 << 11) - 1 : 1 << 20;
}

// The epochs that choose_automatically() gives a grid in full batches (a tiny picture, or at the
// user's wish), at kLikeness.
inline constexpr double kTinyEpochs = 150;

// Returns the factor on a medium grid's epochs for the picture's size, in pixels: 1 at 512 x 512,
// falling with the square root of the pixels, at most 2.
double passes_by_size(std::int64_t pixels);

// Sets the batch's mode and its size. In random and stratified batches, a grid network updates only
// the table entries that the batch touches. In full batches and rows it updates all entries by
// plain Adam, for which the learning rates were tuned.
void set_batch(Config& config, BatchMode batch, int size);

// Chooses the values marked in `config.by_size` from the training size: the batch, and the schedule
// values that depend on it; nothing if the batch is not marked. For a window network only the
// epochs. `picture`: the picture's own size.
Config with_batch_by_size(Config config, PixelSize picture);
// Returns another preset with the training size, channels, seed, time limit and a batch that the
// user chose for `from` (not a window network's). Exception: the preset `enlarge` keeps only the
// channels and the seed, because it has a training size and a batch of its own.
Config with_preset(const Config& from, std::string_view preset, PixelSize picture);
// Returns `config` with another training size, and chooses the open values for that size.
Config with_train_size(Config config, TrainSize wanted, PixelSize picture);
// Returns the finish (BySize::finish) whose epochs the schedule has, not limited to its range; 0
// for a window network.
double finish_of(const Config& config, PixelSize picture);
// Returns `config` with the epochs of a finish and without a time limit.
Config with_finish(Config config, double finish, PixelSize picture);
// Returns `config` with the next smaller batch and the open schedule values for that batch, for use
// when the batch does not fit in memory. Returns nothing if a smaller batch would save hardly any
// memory, or if the user chose the batch.
std::optional<Config> with_smaller_batch(Config config, PixelSize picture);

}  // namespace redraw
