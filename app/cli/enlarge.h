// `redraw enlarge`: a picture learns its own enlargement and is drawn larger, in one go.
#pragma once

#include "app/cli/options.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace redraw {

struct EnlargeCommand {
    std::filesystem::path picture, output;
    std::string size = "2x";
    std::uint64_t seed = 1;
    std::optional<std::int64_t> epochs;
    bool sixteen_bit = false, json = false;
    int quality = 92;
    BackendFlags backend;
    void add_to(CLI::App& command);
    int run();
};

}  // namespace redraw
