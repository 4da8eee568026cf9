// The calls to the driver process (driver_process.h) and what they carry.
#pragma once

#include "engine/backend/backend.h"
#include "engine/device/message.h"

#include <concepts>
#include <cstdint>

namespace redraw {

// A request: the backends that are no longer used, the call, its backend, its arguments.
enum class DriverCall : std::uint8_t { device, gpu, make, load, save, train, forward, render };
// An answer: how the call ended, then its result or the sentence of the exception.
enum class DriverAnswer : std::uint8_t { done, error, device_failed, no_memory };

template <class Record, class Of>
concept RecordOf = std::same_as<std::remove_const_t<Record>, Of>;

// Call each(fields...) once, to put the fields of a record into a Message or to take them from it.
// A picture whose pixels do not have its size is a wrong answer.
void for_fields(RecordOf<Image> auto& image, const auto& each) {
    each(image.width, image.height, image.channels, image.values);
    if (image.width < 0 || image.height < 0 || image.channels < 1 || image.channels > 4 ||
        image.values.size() != image.pixel_count() * std::size_t(image.channels))
        Message::wrong();
}

void for_fields(RecordOf<State> auto& state, const auto& each) {
    auto& [step, optimizer_step, parameters, first_moment, second_moment] = state;
    each(step, optimizer_step, parameters, first_moment, second_moment);
}

void for_fields(RecordOf<NetworkSpec> auto& network, const auto& each) {
    auto& [layers, parameters, activation, encoding, fourier, grid, window, output, pixel,
           first_omega, hidden_omega, hidden_gain] = network;
    each(layers, parameters, activation, encoding, fourier, grid, window, output, pixel,
         first_omega, hidden_omega, hidden_gain);
}

// Leaves out the examples for a network of windows, which the driver process does not train.
void for_fields(RecordOf<Dataset> auto& dataset, const auto& each) {
    each(dataset.target, dataset.grid, dataset.pixel, dataset.batch, dataset.batch_size,
         dataset.seed);
}

}  // namespace redraw
