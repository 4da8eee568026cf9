// Helpers of the fuzz targets. A target is one function of bytes; libFuzzer (preset `fuzz`) or
// replay.cpp (every other build) calls it. The promises that it checks must hold for every input.
#pragma once

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace redraw::fuzz {

inline std::span<const std::byte> bytes(const std::uint8_t* data, std::size_t size) {
    return std::as_bytes(std::span(data, size));
}

inline std::string_view text(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// Aborts if a promise is broken, so that the fuzzer keeps the input.
inline void promise(bool kept, const char* what) {
    if (kept) return;
    std::fprintf(stderr, "Broken promise: %s\n", what);
    std::abort();
}

// True for text that a window and a terminal can show: UTF-8 without control characters.
inline bool can_be_shown(const std::string& shown) {
    return display_name(shown) == shown;
}

// Runs `read`, which may refuse its input only by an Error of one sentence. Returns false if it
// refused.
template <class Read>
bool attempt(Read&& read) {
    try {
        read();
        return true;
    } catch (const Error& error) {
        const std::string sentence = error.what();
        promise(!sentence.empty(), "a refusal says why");
        promise(sentence.size() <= 1000, "a refusal is one sentence");
        if (!can_be_shown(sentence)) std::fprintf(stderr, "%s\n", sentence.c_str());
        promise(can_be_shown(sentence), "a refusal can be shown");
        return false;
    }
}

}  // namespace redraw::fuzz
