// Rounded parameters as bytes (docs/file-format.md): their levels, or what differs from another
// keyframe's, by zstd. Nothing is lost.
#pragma once

#include "engine/network/config.h"
#include "engine/network/parameters.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace redraw {

// Parameters as a keyframe keeps them: whole numbers times a power of two, no finer than the
// drawing needs. Pure functions of their arguments; what is rounded already stays as it is, so that
// a copied keyframe is the same keyframe.
struct RoundedParameters {
    // A number is level * 2^exponent of its tensor: a grid level's table, a layer's weights or its
    // biases. Without exponents nothing is rounded: levels
    // are the bits of the floats.
    std::vector<std::int8_t> exponents;
    std::vector<std::int32_t> levels;
    bool operator==(const RoundedParameters&) const = default;
};
inline constexpr int kLeastExponent = -120, kMostExponent = 100;

// Networks with so few parameters, and networks of windows, are not rounded: it would save little,
// or its cost at a point is unknown.
inline constexpr std::size_t kFewParameters = 16'384;
bool takes_rounding(const NetworkSpec& network, std::size_t parameters);

RoundedParameters not_rounded(std::span<const float> parameters);
// Rounds the parameters of one network as coarsely as the drawing at some hundred points of the
// plane stays within 0.1/255 (root mean square), 0.4/255 (the largest difference) and 1 % of the
// squared error at `psnr`, 0.05 dB, of what these very parameters draw; `psnr`: NaN where it is not
// known. Measured: docs/quality.md.
class DrawingRounding {
public:
    DrawingRounding(const NetworkSpec& network, int channels);
    RoundedParameters operator()(std::span<const float> parameters, float psnr) const;

private:
    NetworkSpec network_;
    int channels_;
    std::vector<Tensor> tensors_;
    std::size_t tables_;             // of the tensors, the first
    std::vector<float> points_;      // where drawings are compared
    std::vector<std::size_t> seen_;  // the parameters that these draw with
};
// Finite where the exponents are in their range and levels below 2^26; `levels` is of this network.
std::vector<float> values_of(const RoundedParameters& rounded, std::span<const Tensor> tensors);

// `base`: null, or of the same network.
std::vector<std::byte> pack(const RoundedParameters& rounded, std::span<const Tensor> tensors,
                            const RoundedParameters* base);
// With the `base` that it was packed with. Nothing where the bytes are not what pack() makes of
// such tensors, whoever wrote them.
std::optional<RoundedParameters> unpack(std::span<const std::byte> packed,
                                        std::span<const Tensor> tensors,
                                        const RoundedParameters* base);

}  // namespace redraw
