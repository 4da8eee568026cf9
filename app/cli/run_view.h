// Opens a run read-only, with its network on a backend.
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

// The parameters of a kept step, or of the latest. Throws Error that names the kept steps nearby.
std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step = {},
                                 std::int64_t* step = nullptr);

struct RunView {
    RunView(const std::filesystem::path& path, const BackendOptions& options);

    RunFile run;
    Grid grid;  // of the training picture, and its channels
    int channels = 1;
    std::unique_ptr<Backend> backend;
};

}  // namespace redraw
