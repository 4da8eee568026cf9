// Checks the values of a row. Impossible values mean a damaged file, whoever wrote it.
#pragma once

#include "engine/run/database.h"

#include <zlib.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace redraw {

// CRC-32 (zlib's) over the values of a row, one after another: integers and reals as 8 bytes, least
// significant first; text and blobs as their bytes; NULL (NaN, an absent number) as nothing.
class Checksum {
public:
    template <class... Values>
    explicit Checksum(const Values&... values) {
        (add(values), ...);
    }
    Checksum& add(std::span<const std::byte> bytes) {
        if (bytes.empty()) return *this;  // a null pointer would start zlib anew
        value_ = crc32_z(value_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
        return *this;
    }
    Checksum& add(std::string_view text) { return add(std::as_bytes(std::span(text))); }
    Checksum& add(std::int64_t value) { return add(std::as_bytes(std::span(&value, 1))); }
    Checksum& add(int value) { return add(std::int64_t(value)); }
    Checksum& add(const std::optional<std::int64_t>& value) { return value ? add(*value) : *this; }
    Checksum& add(double value) {
        return std::isnan(value) ? *this : add(std::as_bytes(std::span(&value, 1)));
    }
    std::int64_t value() const { return std::int64_t(value_); }

private:
    uLong value_ = crc32_z(0, nullptr, 0);
};

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
