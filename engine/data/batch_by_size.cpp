#include "engine/data/batch_by_size.h"

#include "engine/data/internal_examples.h"
#include "engine/network/presets.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

// The default batch, in pixels, for large pictures: of 4,096 to 65,536 pixels, at one to three
// learning rates, the one with which the picture became recognisable soonest.
constexpr int kBatchPixels = 8192;
// The smallest default batch in pixels, and the fraction of the picture's pixels (1 / kPartOfSmall)
// in a grid's batch, up to kBatchPixels: a grid learns sooner than in full batches.
constexpr int kFewestBatchPixels = 1024;  // smaller batches save hardly any memory
constexpr std::int64_t kPartOfSmall = 8;
// kMediumPixels: a little above 1024 x 1024, so that pictures shrunk to about that size are below.
constexpr std::int64_t kMediumPixels = (1 << 20) + (1 << 16), kSmallPixels = 1 << 16;

bool is_medium(const NetworkSpec& network, std::int64_t pixels) {
    return network.encoding == Encoding::grid && pixels <= kMediumPixels;
}

int batch_pixels(const NetworkSpec& network, std::int64_t pixels) {
    if (network.encoding != Encoding::grid) return kBatchPixels;
    return int(std::clamp<std::int64_t>(std::bit_floor(std::uint64_t(pixels / kPartOfSmall)),
                                        kFewestBatchPixels, kBatchPixels));
}

// Returns the divisor that turns the learning rate for full batches into that for minibatches.
double rate_divisor(const NetworkSpec& network, std::int64_t pixels) {
    if (is_medium(network, pixels)) return pixels < kSmallPixels ? 1.5 : 3;
    return network.encoding == Encoding::grid ? 2 : 4;
}

constexpr double kSteps = 8000, kWarmUpSteps = 10, kWarmUpPart = 8;  // kWarmUpPart: if small
double passes(const NetworkSpec& network, double finish, std::int64_t pixels,
              double steps_per_epoch) {
    if (is_medium(network, pixels)) return finish * passes_by_size(pixels);
    return finish / kLikeness * kSteps / steps_per_epoch;
}
// Default number of steps of a network that learns to enlarge its picture (window encoding).
constexpr double kEnlargingSteps = 10000;

// Returns the preset of `asked`, with the schedule for a picture of `pixels` pixels in stratified
// batches of `batch` pixels.
Config chosen_for(const Config& asked, std::int64_t pixels, int batch) {
    Config config = preset_config(asked.preset);
    const double steps_per_epoch = std::ceil(double(pixels) / batch);
    set_batch(config, BatchMode::stratified, batch);
    if (config.optimizer.kind == Optimizer::adam)
        config.schedule.lr_max /= rate_divisor(asked.network, pixels);
    config.schedule.epochs = std::max<std::int64_t>(
        1, std::llround(passes(asked.network, asked.by_size.finish, pixels, steps_per_epoch)));
    config.schedule.warmup_epochs = pixels < kSmallPixels ? config.schedule.epochs / kWarmUpPart
                                                          : kWarmUpSteps / steps_per_epoch;
    return config;
}

Config in_full_batches(const Config& asked) {
    Config config = preset_config(asked.preset);
    config.schedule.epochs *= asked.by_size.finish / kLikeness;
    return config;
}

std::int64_t learned_pixels(const Config& config, PixelSize picture) {
    const PixelSize size = training_size(config.data.train_size, picture.width, picture.height);
    return std::int64_t(size.width) * size.height;
}

// Copies from `chosen` the schedule values that the user left open (`config.by_size`).
void take_schedule(Config& config, const Schedule& chosen) {
    if (config.by_size.lr_max) config.schedule.lr_max = chosen.lr_max;
    if (config.by_size.epochs) config.schedule.epochs = chosen.epochs;
    if (config.by_size.warmup_epochs) config.schedule.warmup_epochs = chosen.warmup_epochs;
}

void take_batch(Config& config, const Config& from) {
    set_batch(config, from.data.batch, from.data.batch_size);
}

double enlarging_epochs(const Config& config, std::int64_t pixels) {
    const double steps_per_epoch =
        std::ceil(double(std::min(pixels, kMostTeachingPixels)) / config.data.batch_size);
    return double(std::max<std::int64_t>(1, std::llround(kEnlargingSteps / steps_per_epoch)));
}

// Returns the epochs that a finish of 1 takes with the batch of `config`.
double epochs_of_one(const Config& config, PixelSize picture) {
    const DataSpec& data = config.data;
    if (data.batch == BatchMode::full && config.network.encoding == Encoding::grid)
        return kTinyEpochs / kLikeness;
    if (data.batch == BatchMode::full)
        return in_full_batches(config).schedule.epochs / config.by_size.finish;
    const std::int64_t pixels = learned_pixels(config, picture);
    const PixelSize size = training_size(data.train_size, picture.width, picture.height);
    const double batch = double(data.batch_size) * (data.batch == BatchMode::rows ? size.width : 1);
    return passes(config.network, 1, pixels, std::ceil(double(pixels) / batch));
}

}  // namespace

double passes_by_size(std::int64_t pixels) {
    constexpr double kOneAt = 1 << 18, kMost = 2;
    return std::min(kMost, std::sqrt(kOneAt / double(pixels)));
}

void set_batch(Config& config, BatchMode batch, int size) {
    config.data.batch = batch;
    config.data.batch_size = size;
    const bool touches_few = batch == BatchMode::random || batch == BatchMode::stratified;
    config.optimizer.tables = config.network.encoding == Encoding::grid && touches_few
                                  ? TableUpdates::touched
                                  : TableUpdates::all;
}

Config with_batch_by_size(Config config, PixelSize picture) {
    const std::int64_t pixels = learned_pixels(config, picture);
    if (config.network.encoding == Encoding::window) {  // a network that enlarges keeps its batch
        if (config.by_size.epochs) config.schedule.epochs = enlarging_epochs(config, pixels);
        return config;
    }
    if (!config.by_size.batch) return config;
    const Config chosen = pixels <= most_full_batch_pixels(config.network)
                              ? in_full_batches(config)
                              : chosen_for(config, pixels, batch_pixels(config.network, pixels));
    take_batch(config, chosen);
    take_schedule(config, chosen.schedule);
    return config;
}

Config with_preset(const Config& from, std::string_view preset, PixelSize picture) {
    Config chosen = preset_config(preset);
    chosen.data.channels = from.data.channels;
    chosen.seed = from.seed;
    chosen.by_size.finish = from.by_size.finish;
    if (chosen.network.encoding != Encoding::window) {
        chosen.schedule.seconds = from.schedule.seconds;
        chosen.data.train_size = from.data.train_size;
        if (from.network.encoding != Encoding::window && !from.by_size.batch) {
            take_batch(chosen, from);
            chosen.by_size.batch = false;
        }
    }
    return with_batch_by_size(chosen, picture);
}

Config with_train_size(Config config, TrainSize wanted, PixelSize picture) {
    config.data.train_size = wanted;
    return with_batch_by_size(std::move(config), picture);
}

double finish_of(const Config& config, PixelSize picture) {
    if (config.network.encoding == Encoding::window) return 0;
    return config.schedule.epochs / epochs_of_one(config, picture);
}

Config with_finish(Config config, double finish, PixelSize picture) {
    config.schedule.seconds = 0;
    config.schedule.epochs = std::max(1.0, std::round(finish * epochs_of_one(config, picture)));
    config.by_size.finish = finish;
    return config;
}

std::optional<Config> with_smaller_batch(Config config, PixelSize picture) {
    if (!config.by_size.batch) return std::nullopt;
    const bool full = config.data.batch == BatchMode::full;
    const std::int64_t pixels = learned_pixels(config, picture);
    const int next =
        full ? int(std::min<std::int64_t>(batch_pixels(config.network, pixels), pixels / 2))
             : config.data.batch_size / 2;
    if (next < kFewestBatchPixels) return std::nullopt;
    const Config chosen = chosen_for(config, pixels, next);
    take_batch(config, chosen);
    take_schedule(config, chosen.schedule);
    return config;
}

}  // namespace redraw
