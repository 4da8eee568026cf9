// A network as .safetensors: 8-byte little-endian header length, JSON header, raw numbers. Tensors
// "layers.0.weight" [outputs, inputs], "layers.0.bias" [outputs], ...; __metadata__ says what is
// needed to draw with them (activation, omegas, output, coordinates).
#pragma once

#include "engine/export/rounding.h"
#include "engine/network/config.h"

#include <filesystem>
#include <span>

namespace redraw {

// Written atomically. Throws Error.
void write_safetensors(const std::filesystem::path& path, const NetworkSpec& network, int channels,
                       std::span<const float> parameters, std::int64_t step,
                       Numbers numbers = Numbers::f32);

}  // namespace redraw
