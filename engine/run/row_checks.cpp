#include "engine/run/row_checks.h"

#include "engine/arithmetic.h"
#include "engine/run/run_file.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace redraw {
std::int64_t step_of(const Database& database, std::int64_t step) {
    require(database, step >= 0 && step <= RunFile::kLastStep);
    return step;
}

float float_of(const Database& database, double value) {
    if (std::isfinite(value))
        require(database, std::abs(value) <= double(std::numeric_limits<float>::max()));
    return static_cast<float>(value);
}

std::vector<float> floats_of(const Database& database, std::span<const std::byte> blob,
                             std::size_t count) {
    require(database, blob.size() == count * sizeof(float));
    std::vector<float> values(count);
    if (count > 0) std::memcpy(values.data(), blob.data(), blob.size());
    require(database, all_finite(values));
    return values;
}

int longest_blob(std::size_t count) {
    constexpr std::size_t kOtherColumns = 1024;  // what does not get smaller grows by 1/256
    return int(count * sizeof(float) + count / 16 + kOtherColumns);
}

}  // namespace redraw
