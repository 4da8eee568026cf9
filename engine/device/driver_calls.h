// The calls to the driver process (driver_process.h) and what they carry.
#pragma once

#include "engine/backend/backend.h"
#include "engine/device/message.h"

#include <cstdint>
#include <memory>

namespace redraw {

// A request: the backends that are no longer used, the call, its backend, its arguments.
enum class DriverCall : std::uint8_t { device, gpu, make, load, save, train, forward, render };
// An answer: how the call ended, then its result or the sentence of the exception.
enum class DriverAnswer : std::uint8_t { done, error, device_failed, no_memory };

inline void put_image(Message& message, const Image& image) {
    for (const int value : {image.width, image.height, image.channels}) message.put(value);
    message.put_all(std::span<const float>(image.values));
}

inline Image take_image(Message& message) {
    Image image;
    for (int* value : {&image.width, &image.height, &image.channels}) *value = message.take<int>();
    image.values = message.take_all<float>();
    if (image.width < 0 || image.height < 0 || image.channels < 1 || image.channels > 4 ||
        image.values.size() != image.pixel_count() * std::size_t(image.channels))
        Message::wrong();
    return image;
}

inline void put_state(Message& message, const State& state) {
    message.put(state.step);
    message.put(state.optimizer_step);
    for (const auto* values : {&state.parameters, &state.first_moment, &state.second_moment})
        message.put_all(std::span<const float>(*values));
}

inline State take_state(Message& message) {
    State state;
    state.step = message.take<std::int64_t>();
    state.optimizer_step = message.take<std::int64_t>();
    for (auto* values : {&state.parameters, &state.first_moment, &state.second_moment})
        *values = message.take_all<float>();
    return state;
}

// All of a network but the widths of its layers.
struct NetworkValues {
    int parameters;
    Activation activation;
    Encoding encoding;
    FourierSpec fourier;
    GridSpec grid;
    WindowSpec window;
    OutputMap output;
    PixelModel pixel;
    double first_omega, hidden_omega, hidden_gain;
};

inline void put_network(Message& message, const NetworkSpec& network) {
    const auto& [layers, parameters, activation, encoding, fourier, grid, window, output, pixel,
                 first_omega, hidden_omega, hidden_gain] = network;
    message.put_all(std::span<const int>(layers));
    message.put(NetworkValues{parameters, activation, encoding, fourier, grid, window, output,
                              pixel, first_omega, hidden_omega, hidden_gain});
}

inline NetworkSpec take_network(Message& message) {
    std::vector<int> layers = message.take_all<int>();
    const auto [parameters, activation, encoding, fourier, grid, window, output, pixel, first_omega,
                hidden_omega, hidden_gain] = message.take<NetworkValues>();
    return {
        std::move(layers), parameters,   activation, encoding, fourier, grid, window, output, pixel,
        first_omega,       hidden_omega, hidden_gain};
}

inline void put_dataset(Message& message, const Dataset* dataset) {
    message.put(dataset != nullptr);
    if (!dataset) return;
    REDRAW_CHECK(!dataset->examples, "the driver process trains no network of windows");
    put_image(message, dataset->target);
    message.put(dataset->grid);
    message.put(dataset->pixel);
    message.put(dataset->batch);
    message.put(dataset->batch_size);
    message.put(dataset->seed);
}

inline std::shared_ptr<const Dataset> take_dataset(Message& message) {
    if (!message.take<bool>()) return nullptr;
    auto dataset = std::make_shared<Dataset>();
    dataset->target = take_image(message);
    dataset->grid = message.take<Grid>();
    dataset->pixel = message.take<PixelModel>();
    dataset->batch = message.take<BatchMode>();
    dataset->batch_size = message.take<int>();
    dataset->seed = message.take<std::uint64_t>();
    return dataset;
}

}  // namespace redraw
