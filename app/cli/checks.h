// Validators of command-line values, stricter than CLI11's own. CLI11 2.1 replaces a 64-bit integer
// out of range by the nearest valid one, reads -1 as the largest unsigned number, and accepts NaN
// in any range.
#pragma once

#include "app/process/needed_memory.h"
#include "engine/error.h"
#include "engine/system/machine.h"
#include "engine/system/process.h"
#include "engine/text/display_name.h"
#include "engine/text/names.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

namespace redraw {

// Rejects "-" (standard input or output) where a regular file is needed.
inline CLI::Validator no_stream() {
    const auto complaint = [](const std::string& text) -> std::string {
        return text == "-" ? "- will not do here: name a file (./- if that is its name)" : "";
    };
    return {complaint, ""};
}

// Rejects text that is not one of the enum's names, with a message like "blue not in
// {auto,cpu,cuda}".
template <class E>
CLI::IsMember one_of() {
    std::vector<std::string> names;
    for (const auto& [value, name] : kNames<E>) names.emplace_back(name);
    return CLI::IsMember(names);
}

// Replaces a file:// address by its path, unless a file with that very name exists. Throws Error
// for any other address.
inline CLI::Validator local_file() {
    const auto change = [](std::string& text) -> std::string {
        std::error_code ignored;
        if (!is_address(text) || std::filesystem::exists(text, ignored)) return "";
        const auto path = path_of_file_uri(text);
        if (!path) throw Error(address_refused(text));
        text = *path;
        return "";
    };
    return {change, ""};
}

// Splits at commas and keeps empty parts: "a,,b" gives "a", "" and "b".
inline std::vector<std::string> split_at_commas(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t comma = std::min(text.find(',', start), text.size());
        parts.push_back(text.substr(start, comma - start));
        start = comma + 1;
    }
    return parts;
}

template <class Number>
std::errc read_all(const std::string& text, Number& number) {
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    return error == std::errc{} && end != last ? std::errc::invalid_argument : error;
}

template <std::integral Int>
CLI::Validator whole_number(Int least = std::numeric_limits<Int>::min()) {
    const auto complaint = [=](const std::string& text) -> std::string {
        Int value = 0;
        const std::errc error = read_all(text, value);
        if (error == std::errc::invalid_argument) return "\"" + text + "\" is not a whole number";
        if (error != std::errc{} || value < least)
            return fmt::format("{} is not between {} and {}", text, least,
                               std::numeric_limits<Int>::max());
        return "";
    };
    return {complaint, ""};
}

inline CLI::Validator number_between(double least, double most) {
    const auto complaint = [=](const std::string& text) -> std::string {
        double value = 0;
        if (read_all(text, value) == std::errc::invalid_argument)
            return "\"" + text + "\" is not a number";
        if (value >= least && value <= most) return "";  // NaN fails both comparisons
        return fmt::format("{} is not between {:.10g} and {:.10g}", text, least, most);
    };
    return {complaint, ""};
}

// Throws Error if the work needs more memory than the container's limit leaves, because the kernel
// would kill the program. `more`: the bytes needed besides those in use (needed_memory.h). `job`:
// names the work in the message, such as "Learning it at 6000 x 4000". `less`: suggests what takes
// less memory; empty: nothing does.
inline void require_memory(double more, const std::string& job, const std::string& less) {
    if (!allowed_memory()) return;
    give_memory_back();  // what was freed is used again, so it must not count twice
    const auto left = allowed_memory();
    if (more <= double(*left)) return;
    const auto [now, most] = resident_memory();
    throw Error(
        fmt::format("{} takes about {} of memory, and the limit of this container leaves {}.{}",
                    job, bytes(std::max(most, now + more)), bytes(now + double(*left)),
                    less.empty() ? "" : " Try " + less + ", which takes less."));
}

}  // namespace redraw
