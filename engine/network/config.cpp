#include "engine/network/config.h"

#include "engine/error.h"
#include "engine/network/encodings.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"

#include <fmt/format.h>

#include <concepts>

namespace redraw {
namespace {

constexpr int kMostLayers = 64;
constexpr std::int64_t kMostParameters = 64'000'000;
// Limits of epochs, so that 64 bits count the steps. kMostEpochs: full batches, one step an epoch.
// kMostBatchedEpochs: other batches, at most 2^28 steps an epoch, one per pixel.
constexpr std::int64_t kMostEpochs = std::int64_t(1) << 40;
constexpr double kMostSeconds = 366 * 86'400.0;
constexpr std::int64_t kMostBatchedEpochs = std::int64_t(1) << 32;

template <class T>
std::string text(T value) {
    if constexpr (std::floating_point<T>) return fmt::format("{:.13g}", value);
    return std::to_string(value);
}

template <class T>
[[noreturn]] void refuse(const std::string& field, T value, const std::string& allowed) {
    throw Error(fmt::format("{} is {}; it must be {}.", field, text(value), allowed));
}

// Throws Error unless the value lies in the range; NaN never does.
template <class T>
void require_range(const std::string& field, T value, std::type_identity_t<T> low,
                   std::type_identity_t<T> high) {
    if (!(value >= low && value <= high))
        refuse(field, value, "between " + text(low) + " and " + text(high));
}

void require_positive(const char* field, double value, double high) {
    if (!(value > 0 && value <= high)) refuse(field, value, "above 0 and at most " + text(high));
}

void require_fraction(const char* field, double value) {
    if (!(value >= 0 && value < 1)) refuse(field, value, "at least 0 and below 1");
}

void validate(const NetworkSpec& network) {
    if (network.layers.empty() || network.layers.size() > kMostLayers)
        throw Error(fmt::format("network.layers has {} layers; it must have between 1 and {}.",
                                network.layers.size(), kMostLayers));
    for (std::size_t i = 0; i < network.layers.size(); ++i)
        require_range(fmt::format("network.layers[{}]", i), network.layers[i], 1, kWidestLayer);
    if (network.first_omega != 0 && !(network.first_omega > 0 && network.first_omega <= 10000))
        refuse("network.first_omega", network.first_omega,
               "0 (chosen by the picture's size) or at most 10000");
    require_positive("network.hidden_omega", network.hidden_omega, 10000);
    require_positive("network.hidden_gain", network.hidden_gain, 100);

    require_range("network.fourier.count", network.fourier.count, 1, kWidestLayer / 2);
    require_range("network.fourier.sigma", network.fourier.sigma, 0.0, 10000.0);
    const GridSpec& grid = network.grid;
    require_range("network.grid.levels", grid.levels, 1, kMostGridLevels);
    require_range("network.grid.features", grid.features, 1, kMostGridFeatures);
    require_range("network.grid.base", grid.base, 0, kLongestSide);
    require_range("network.grid.finest", grid.finest, 0, kLongestSide);
    require_range("network.grid.table_bits", grid.table_bits, 4, 24);
    require_range("network.grid.width", grid.width, 0, kLongestSide);
    require_range("network.grid.height", grid.height, grid.width > 0 ? 1 : 0,
                  grid.width > 0 ? kLongestSide : 0);
    require_range("network.parameters", std::int64_t(network.parameters), 0, kMostParameters);

    const WindowSpec& window = network.window;
    require_range("network.window.radius", window.radius, 1.0, kLargestWindow);
    require_range("network.window.made_by.area", window.made_by.area, 0.0, 1.0);
    require_range("network.window.made_by.bicubic", window.made_by.bicubic, 0.0, 1.0);
    require_range("network.window.made_by.lanczos", window.made_by.lanczos, 0.0, 1.0);

    const auto parameters = std::int64_t(parameter_count(network, 4));
    if (parameters <= kMostParameters) return;
    throw Error(fmt::format(  // parameters, gradients and Adam's two moments, 4 bytes each
        "network.layers would have {:.0f} million parameters and need {:.1f} GB; at most {} "
        "million are allowed.",
        double(parameters) * 1e-6, double(parameters) * 16e-9, kMostParameters / 1'000'000));
}

void validate(const OptimizerSpec& optimizer, OutputMap output) {
    require_fraction("optimizer.beta1", optimizer.beta1);
    require_fraction("optimizer.beta2", optimizer.beta2);
    require_positive("optimizer.epsilon", optimizer.epsilon, 1);
    require_fraction("optimizer.momentum", optimizer.momentum);
    require_range("optimizer.total_variation", optimizer.total_variation, 0.0, 1.0);
    if (optimizer.loss == Loss::bce && output != OutputMap::sigmoid)
        throw Error(
            "optimizer.loss is bce, which needs an output between 0 and 1: "
            "set network.output to sigmoid.");
}

// Refuses the pixel model `area` where it has no meaning: for cross-entropy, because the mean of
// two logits has none, and for window networks, whose inputs are whole pixels.
void validate_pixel(const Config& config) {
    if (config.network.pixel != PixelModel::area) return;
    if (config.optimizer.loss == Loss::bce)
        throw Error("network.pixel is area, which needs optimizer.loss to be mse or l1.");
    if (config.network.encoding == Encoding::window)
        throw Error("network.pixel must be point where network.encoding is window.");
}

void validate(const Schedule& schedule, BatchMode batch) {
    require_positive("schedule.lr_max", schedule.lr_max, 100);
    if (!(schedule.lr_min >= 0 && schedule.lr_min <= schedule.lr_max))
        refuse("schedule.lr_min", schedule.lr_min,
               "at least 0 and at most lr_max (" + text(schedule.lr_max) + ")");
    const std::int64_t most = batch == BatchMode::full ? kMostEpochs : kMostBatchedEpochs;
    require_range("schedule.epochs", schedule.epochs, 0.0, double(most));
    require_range("schedule.seconds", schedule.seconds, 0.0, kMostSeconds);
    require_range("schedule.epoch_offset", schedule.epoch_offset, 0, kMostEpochs);
    require_range("schedule.start_epoch", schedule.start_epoch, 0.0, double(kMostEpochs));
    require_range("schedule.warmup_epochs", schedule.warmup_epochs, 0.0, double(kMostEpochs));
    require_range("schedule.restart_epochs", schedule.restart_epochs, 0, kMostEpochs);
    require_range("schedule.restart_multiplier", schedule.restart_multiplier, 1.0, 100.0);
}

// Checks the settings that a window network needs (Encoding::window: a network that enlarges a
// picture and reads the pixels around a point). Its batches must be random, because its examples
// are not the picture's pixels but places of smaller copies of it. Its output must be linear,
// because it is the correction of an interpolated pixel, which may be negative.
void validate_window(const Config& config) {
    if (config.network.encoding != Encoding::window) return;
    if (config.data.batch != BatchMode::random)
        throw Error("data.batch must be random where network.encoding is window.");
    if (config.network.output != OutputMap::linear)
        throw Error("network.output must be linear where network.encoding is window.");
}

void validate(const DataSpec& data) {
    const TrainSize& size = data.train_size;
    require_range("data.train_size.longer_side", size.longer_side, 0, kLongestSide);
    require_range("data.train_size.width", size.width, 0, kLongestSide);
    require_range("data.train_size.height", size.height, 0, kLongestSide);
    if ((size.width == 0) != (size.height == 0))
        throw Error(fmt::format(
            "data.train_size is {}x{}; width and height must both be given, or both be 0.",
            size.width, size.height));
    const char* field = "data.batch_size";
    switch (data.batch) {
        case BatchMode::full:
            if (data.batch_size != 0) refuse(field, data.batch_size, "0 when data.batch is full");
            break;
        case BatchMode::random:
        case BatchMode::stratified:
            require_range(field, data.batch_size, 1, 1 << 24);
            break;
        case BatchMode::rows:
            require_range(field, data.batch_size, 1, kLongestSide);
            break;
    }
}

}  // namespace

BySize left_to_size(const Config& before, const Config& after) {
    const Schedule &was = before.schedule, &is = after.schedule;
    BySize open = before.by_size;
    open.batch &=
        before.data.batch == after.data.batch && before.data.batch_size == after.data.batch_size;
    open.lr_max &= was.lr_max == is.lr_max;
    open.epochs &= is.seconds > 0 || (was.seconds == is.seconds && was.epochs == is.epochs);
    open.warmup_epochs &= was.warmup_epochs == is.warmup_epochs;
    return open;
}

void validate(const Config& config) {
    preset_config(config.preset);  // throws Error for an unknown preset name
    validate(config.network);
    validate(config.optimizer, config.network.output);
    validate(config.schedule, config.data.batch);
    validate(config.data);
    require_range("by_size.finish", config.by_size.finish, kSketch, kPerfect);
    validate_window(config);
    validate_pixel(config);
}

}  // namespace redraw
