// A run opened to be looked at: its network on a backend, nothing written.
#pragma once

#include "engine/backend/backend.h"
#include "engine/run/run_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

RunFile open_run(const std::filesystem::path& path);  // read-only

// Parameters of a kept step, or of the latest. Throws Error naming the kept steps around it.
std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step = {},
                                 std::int64_t* step = nullptr);

struct RunView {
    RunView(const std::filesystem::path& path, const BackendOptions& options);

    RunFile run;
    Grid grid;  // the training picture's, and its channels
    int channels = 1;
    std::unique_ptr<Backend> backend;
};

}  // namespace redraw
