// A run opened to be looked at: its network on a backend, nothing written.
#pragma once

#include "engine/backend/backend.h"
#include "engine/data/dataset.h"
#include "engine/run/run_file.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace redraw {

RunFile open_run(const std::filesystem::path& path);  // read-only

// Parameters of a kept step, or of the latest. Throws Error naming the kept steps around it.
std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step,
                                 std::int64_t* step = nullptr);

class RunView {
public:
    RunView(const std::filesystem::path& path, const BackendOptions& options);

    const RunFile& run() const { return run_; }
    Backend& backend() const { return *backend_; }
    const Grid& grid() const { return grid_; }
    int channels() const { return channels_; }
    PixelSize size() const { return {grid_.width, grid_.height}; }  // of the training picture
    PixelSize picture_size() const { return run_.picture_size(); }  // as it was opened
    std::vector<float> parameters(std::optional<std::int64_t> at_step = {}) const {
        return parameters_of(run_, at_step);
    }

private:
    RunFile run_;
    Grid grid_;
    int channels_ = 1;
    std::unique_ptr<Backend> backend_;
};

}  // namespace redraw
