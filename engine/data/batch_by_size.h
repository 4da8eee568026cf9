// Chooses the batch and the schedule from the picture size, where a request leaves them open
// (BySize in config.h). All but small pictures get minibatches, with a suitable learning rate and
// number of steps. A full-batch step over 24 million pixels would take a minute, and a grid learns
// even a small picture sooner from an eighth of its pixels at a time. Pure functions.
#pragma once

#include "engine/data/dataset.h"
#include "engine/network/config.h"

#include <optional>
#include <string_view>

namespace redraw {

// Returns the most pixels that are learned in full batches; larger pictures use minibatches.
constexpr std::int64_t most_full_batch_pixels(const NetworkSpec& network) {
    return network.encoding == Encoding::grid ? (1 << 11) - 1 : 1 << 20;
}

// Sets the batch. With minibatches, a grid updates only the table entries that the batch touches. A
// full batch touches nearly all entries, so all are updated by plain Adam, for which the rates were
// tuned.
void set_batch(Config& config, BatchMode batch, int size);

// Chooses the values marked in `config.by_size` from the training size: the batch, and the schedule
// values that depend on it. `picture`: the picture's own size.
Config with_batch_by_size(Config config, PixelSize picture);
// Returns `from` with another preset. The training size, the channels, the seed and a batch chosen
// by the user stay. Exception: the preset `enlarge` learns every pixel, in batches of its own.
Config with_preset(const Config& from, std::string_view preset, PixelSize picture);
// Returns `config` with another training size, and chooses the values that depend on it again.
Config with_train_size(Config config, TrainSize wanted, PixelSize picture);
// Returns `config` with the next smaller batch and the schedule for it, for when the batch does not
// fit in memory. Returns nothing if no smaller batch would help, or if the user chose the batch.
std::optional<Config> with_smaller_batch(Config config, PixelSize picture);
// Infers the BySize marks of runs made before 25 November 2026, which do not store them. A value
// that equals the one chosen from the size counts as chosen from the size. `target`: the training
// size.
BySize by_size_of_older(const Config& config, PixelSize target);

}  // namespace redraw
