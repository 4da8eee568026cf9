// Parameters as a run file stores them: rounded as coarsely as their render allows, and packed.
#pragma once

#include "engine/network/config.h"
#include "engine/network/evaluate.h"
#include "engine/network/parameters.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace redraw {

// Parameters as a keyframe stores them: integers times a power of two, no finer than the render
// needs. Rounding is deterministic.
struct RoundedParameters {
    // One exponent per tensor (a grid level's table, a layer's weights or its biases). A parameter
    // is level * 2^exponent. Without exponents nothing is rounded: levels are the floats' bits.
    std::vector<std::int8_t> exponents;
    // The levels of all grid tables if they fit into 16 bits, or nothing; then the other levels.
    std::vector<std::int16_t> table_levels;
    std::vector<std::int32_t> levels;
    std::size_t count() const { return table_levels.size() + levels.size(); }
    std::size_t bytes() const { return 2 * table_levels.size() + 4 * levels.size(); }
    bool operator==(const RoundedParameters&) const = default;
};
using KeptParameters = std::shared_ptr<const RoundedParameters>;
inline constexpr int kLeastExponent = -120, kMostExponent = 100;

// Networks with at most kFewParameters are not rounded: it would save little. Window networks are
// not rounded either: evaluate() cannot compute their render at single points.
inline constexpr std::size_t kFewParameters = 16'384;
bool takes_rounding(const NetworkSpec& network, std::size_t parameters);

RoundedParameters not_rounded(std::span<const float> parameters);
// Rounds parameters as coarsely as their render allows, compared at 256 points of the plane. The
// mean squared difference is at most 1 % of the squared error at `psnr` in dB (a loss below 0.05
// dB) and at most (0.5/255)^2; if `psnr` is not finite (unknown), at most (0.1/255)^2. The largest
// difference is at most four times the root mean square allowed. Measured:
// bench/results/quality.md.
class DrawingRounding {
public:
    DrawingRounding(const NetworkSpec& network, int channels);
    // The result does not depend on `in_parallel`.
    RoundedParameters operator()(std::span<const float> parameters, float psnr,
                                 const InParallel& in_parallel = in_turn);

private:
    NetworkSpec network_;
    int channels_;
    std::vector<Tensor> tensors_;
    std::size_t tables_;             // number of leading tensors that are grid tables
    std::vector<float> points_;      // sample points where renders are compared
    std::vector<std::size_t> seen_;  // indices of the parameters used at `points_`
    std::vector<float> trial_;       // rounded parameters of a trial, at `seen_` only
};
// Returns the parameters as floats. The floats are finite if the exponents are in range and the
// levels at most 2^26. `rounded` must have one level per parameter.
std::vector<float> values_of(const RoundedParameters& rounded, std::span<const Tensor> tensors);

// Packs rounded parameters losslessly with zstd (docs/file-format.md): their levels, or the
// difference to the levels of `base`. `base`: null, or parameters of the same network.
std::vector<std::byte> pack(const RoundedParameters& rounded, std::span<const Tensor> tensors,
                            const RoundedParameters* base);
// Unpacks with the same `base` as pack(). Returns nothing if the bytes are not of this network.
std::optional<RoundedParameters> unpack(std::span<const std::byte> packed,
                                        std::span<const Tensor> tensors,
                                        const RoundedParameters* base);

// Returns the limit in bytes of a blob with `count` parameters, packed or not. It fits into an int:
// every network has fewer than 2^28 parameters.
int longest_blob(std::size_t count);

}  // namespace redraw
