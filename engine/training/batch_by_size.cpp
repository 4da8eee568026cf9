#include "engine/training/batch_by_size.h"

#include "engine/network/presets.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

constexpr int kBatchPixels = 65536;
constexpr double kSteps = 3000, kWarmUpSteps = 10;

// Data and schedule as they are chosen for this many pixels.
Config chosen_for(Config config, std::int64_t pixels) {
    const double steps_per_epoch = std::ceil(double(pixels) / kBatchPixels);
    config.data.batch = BatchMode::random;
    config.data.batch_size = kBatchPixels;
    config.schedule.epochs = std::max<std::int64_t>(1, std::llround(kSteps / steps_per_epoch));
    config.schedule.warmup_epochs = kWarmUpSteps / steps_per_epoch;
    return config;
}

std::int64_t learned_pixels(const Config& config, PixelSize picture) {
    const PixelSize size = training_size(config.data.train_size, picture.width, picture.height);
    return std::int64_t(size.width) * size.height;
}

// Replaces what is as `from` has it.
void follow(Schedule& schedule, const Schedule& from, const Schedule& to) {
    const auto take = [&](auto field) {
        if (schedule.*field == from.*field) schedule.*field = to.*field;
    };
    take(&Schedule::lr_max);
    take(&Schedule::epochs);
    take(&Schedule::warmup_epochs);
}

}  // namespace

Config with_batch_by_size(Config config, PixelSize picture) {
    const std::int64_t pixels = learned_pixels(config, picture);
    if (config.data.batch != BatchMode::full || pixels <= kMostFullBatchPixels) return config;
    const Config plain = preset_config(config.preset);
    const Config chosen = chosen_for(plain, pixels);
    config.data.batch = chosen.data.batch;
    config.data.batch_size = chosen.data.batch_size;
    follow(config.schedule, plain.schedule, chosen.schedule);
    return config;
}

Config with_batch_left_open(Config config, PixelSize picture) {
    const std::int64_t pixels = learned_pixels(config, picture);
    if (pixels <= kMostFullBatchPixels) return config;
    const Config plain = preset_config(config.preset);
    const Config chosen = chosen_for(plain, pixels);
    if (config.data.batch != chosen.data.batch || config.data.batch_size != chosen.data.batch_size)
        return config;
    config.data.batch = plain.data.batch;
    config.data.batch_size = plain.data.batch_size;
    follow(config.schedule, chosen.schedule, plain.schedule);
    return config;
}

}  // namespace redraw
