// Rounded parameters as bytes (docs/file-format.md): their levels, or what differs from another
// keyframe's, by zstd. Nothing is lost.
#pragma once

#include "engine/run/rounded_parameters.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace redraw {

// `base`: null, or of the same network.
std::vector<std::byte> pack(const RoundedParameters& rounded, std::span<const Tensor> tensors,
                            const RoundedParameters* base);
// With the `base` that it was packed with. Nothing where the bytes are not what pack() makes of
// such tensors, whoever wrote them.
std::optional<RoundedParameters> unpack(std::span<const std::byte> packed,
                                        std::span<const Tensor> tensors,
                                        const RoundedParameters* base);

}  // namespace redraw
