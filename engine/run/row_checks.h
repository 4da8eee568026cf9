// Checks the values of a row. Impossible values mean a damaged file, whoever wrote it.
#pragma once

#include "engine/run/database.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace redraw {

inline void require(const Database& database, bool whole) {
    if (!whole) database.damaged();
}

// Seconds of training: some 300 years at most.
inline bool is_duration(double seconds) {
    return seconds >= 0 && seconds <= 1e10;
}

// At most RunFile::kLastStep.
std::int64_t step_of(const Database& database, std::int64_t step);
// Reals were floats when they were written, and a cast of anything else has no meaning.
float float_of(const Database& database, double value);
// Finite, and that many.
std::vector<float> floats_of(const Database& database, std::span<const std::byte> blob,
                             std::size_t count);
// Bytes of a row with that many parameters a blob, packed or not; no network of ours has 2^28.
int longest_blob(std::size_t count);

}  // namespace redraw
