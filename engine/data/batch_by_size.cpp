#include "engine/data/batch_by_size.h"

#include "engine/data/internal_examples.h"
#include "engine/network/presets.h"

#include <algorithm>
#include <cmath>

namespace redraw {
namespace {

// What was recognisable soonest, of batches of 4,096 to 65,536 at one to three rates each (ends of
// runs were not compared). On 2 shared cores, a photograph-like picture of 2.7 megapixels,
// dB after so many seconds of training: the sine network with 8,192 pixels 25.2 in 5 and 27.3 in
// 23, with 65,536 at its best rate 16.8 in 8 and 24.2 in 32; at its rate for full batches, 2e-3, it
// learns nothing from 8,192. The grid with 8,192 pixels 31.5 in 6 and 33.5 in 14, with 65,536 24.7
// in 6 and 31.0 in 14.
constexpr int kBatchPixels = 8192;
// The grid takes them sooner: of a photograph of 512 x 512 it draws 45.4 dB after 40 passes and 11
// seconds, in full batches 40.7 after 150 and 25.
constexpr std::int64_t kMediumPixels = 1 << 20;
constexpr double kMediumPasses = 40, kMediumPassesAt = 1 << 18;

bool is_medium(const NetworkSpec& network, std::int64_t pixels) {
    return network.encoding == Encoding::grid && pixels <= kMediumPixels;
}

// The rate for full batches is divided by this.
double rate_divisor(const NetworkSpec& network, std::int64_t pixels) {
    if (is_medium(network, pixels)) return 3;
    return network.encoding == Encoding::grid ? 2 : 4;
}

constexpr double kSteps = 8000, kWarmUpSteps = 10;
double passes(const NetworkSpec& network, std::int64_t pixels, double steps_per_epoch) {
    if (is_medium(network, pixels))
        return kMediumPasses * std::sqrt(kMediumPassesAt / double(pixels));
    return kSteps / steps_per_epoch;
}
// What a picture teaches of its own enlargement is learned in this many; more learn it by heart.
constexpr double kEnlargingSteps = 10000;

// What fills the memory below this is not the batch.
constexpr int kFewestPixels = 1024;

// The preset with data and schedule as they are chosen for this many pixels in such batches.
Config chosen_for(const Config& asked, std::int64_t pixels, int batch = kBatchPixels) {
    Config config = preset_config(asked.preset);
    const double steps_per_epoch = std::ceil(double(pixels) / batch);
    config.data.batch = BatchMode::random;
    config.data.batch_size = batch;
    if (config.optimizer.kind == Optimizer::adam)
        config.schedule.lr_max /= rate_divisor(asked.network, pixels);
    config.schedule.epochs =
        std::max<std::int64_t>(1, std::llround(passes(asked.network, pixels, steps_per_epoch)));
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

Schedule enlarging_schedule(const Config& plain, const Config& config, std::int64_t pixels) {
    Schedule schedule = plain.schedule;
    const double steps_per_epoch =
        std::ceil(double(std::min(pixels, kMostTeachingPixels)) / config.data.batch_size);
    schedule.epochs = std::max<std::int64_t>(1, std::llround(kEnlargingSteps / steps_per_epoch));
    return schedule;
}

}  // namespace

Config with_batch_by_size(Config config, PixelSize picture) {
    const std::int64_t pixels = learned_pixels(config, picture);
    if (config.network.encoding == Encoding::window) {
        const Config plain = preset_config("enlarge");
        follow(config.schedule, plain.schedule, enlarging_schedule(plain, config, pixels));
        return config;
    }
    if (config.data.batch != BatchMode::full || pixels <= most_full_batch_pixels(config.network))
        return config;
    const Config plain = preset_config(config.preset);
    const Config chosen = chosen_for(config, pixels);
    config.data.batch = chosen.data.batch;
    config.data.batch_size = chosen.data.batch_size;
    follow(config.schedule, plain.schedule, chosen.schedule);
    return config;
}

Config with_preset(const Config& from, std::string_view preset, PixelSize picture) {
    const Config before = with_batch_left_open(from, picture);
    const bool enlarged = before.network.encoding == Encoding::window;
    Config chosen = preset_config(preset);
    const bool enlarges = chosen.network.encoding == Encoding::window;
    chosen.data.channels = before.data.channels;
    chosen.seed = before.seed;
    if (!enlarges) {
        const DataSpec plain = chosen.data;
        chosen.data = before.data;
        if (enlarged) {
            chosen.data.batch = plain.batch;
            chosen.data.batch_size = plain.batch_size;
        }
    }
    return with_batch_by_size(chosen, picture);
}

std::optional<Config> with_smaller_batch(Config config, PixelSize picture) {
    if (config.data.batch == BatchMode::rows) return std::nullopt;
    const bool full = config.data.batch == BatchMode::full;
    const std::int64_t pixels = learned_pixels(config, picture);
    const int next =
        full ? int(std::min<std::int64_t>(kBatchPixels, pixels / 2)) : config.data.batch_size / 2;
    if (next < kFewestPixels) return std::nullopt;
    const Config now =
        full ? preset_config(config.preset) : chosen_for(config, pixels, config.data.batch_size);
    const Config chosen = chosen_for(config, pixels, next);
    config.data.batch = chosen.data.batch;
    config.data.batch_size = chosen.data.batch_size;
    follow(config.schedule, now.schedule, chosen.schedule);
    return config;
}

Config with_batch_left_open(Config config, PixelSize picture) {
    const std::int64_t pixels = learned_pixels(config, picture);
    if (config.network.encoding == Encoding::window) {
        const Config plain = preset_config("enlarge");
        follow(config.schedule, enlarging_schedule(plain, config, pixels), plain.schedule);
        return config;
    }
    if (pixels <= most_full_batch_pixels(config.network)) return config;
    const Config plain = preset_config(config.preset);
    const Config chosen = chosen_for(config, pixels);
    if (config.data.batch != chosen.data.batch || config.data.batch_size != chosen.data.batch_size)
        return config;
    config.data.batch = plain.data.batch;
    config.data.batch_size = plain.data.batch_size;
    follow(config.schedule, chosen.schedule, plain.schedule);
    return config;
}

}  // namespace redraw
