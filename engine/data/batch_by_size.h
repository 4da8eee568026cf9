// Chooses batch and schedule where a request leaves them to the size (BySize in config.h):
// minibatches with a suitable rate and number of steps. A step over 24 million pixels would take a
// minute, and a grid learns even a small drawing sooner from an eighth at a time. Pure functions.
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

// Chooses what `config.by_size` leaves to the size at which the picture is learned: the batch, and
// what of the schedule depends on it. `picture`: its own size.
Config with_batch_by_size(Config config, PixelSize picture);
// `from` with another preset: its own picture size, channels, seed and a batch that was asked for
// stay, except that `enlarge` learns from every pixel, in its own batches.
Config with_preset(const Config& from, std::string_view preset, PixelSize picture);
// The same for another training size.
Config with_train_size(Config config, TrainSize wanted, PixelSize picture);
// Takes the next smaller batch, with its schedule, if the memory does not hold what this one needs.
// Nothing if none would help, or the batch was asked for.
std::optional<Config> with_smaller_batch(Config config, PixelSize picture);
// Infers it for runs made before 25 November 2026, which do not say it: a value that is as the size
// chooses it counts as left to the size. `target`: the picture as it is learned.
BySize by_size_of_older(const Config& config, PixelSize target);

}  // namespace redraw
