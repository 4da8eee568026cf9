// What the window knows of a compared run. Plain values.
#pragma once

#include "engine/backend/surface.h"
#include "engine/image/grid.h"
#include "engine/image/image.h"
#include "engine/network/config.h"
#include "engine/run/history.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

// State of a compared run: a loaded run that does not train, or a rival that trains in turn with
// the open run, about equally long.
struct ComparedState {
    std::filesystem::path path;
    std::string name;
    Config config;
    bool racing = false;
    bool goes_on = false;  // true for a rival that still has steps to train
    // Training seconds after which the run reached Status::finish_line; absent: not reached.
    std::optional<double> finished_at{};
    std::int64_t step = 0, steps_per_epoch = 1;
    double seconds = 0;
    // PSNR in dB at the training size, as last measured; NaN: not measured yet.
    float psnr = std::numeric_limits<float>::quiet_NaN();
    PixelSize learned{};  // training size in pixels; zero: unknown
    std::shared_ptr<const std::vector<MeasuredPsnr>> measured;
    // Render of the whole picture, on the grid of the open run's training picture.
    std::shared_ptr<const Surface> drawing;
    // Render of the zoomed region in view, on closer_grid, made while training pauses; null: none.
    std::shared_ptr<const Surface> closer;
    Grid closer_grid{};
};

}  // namespace redraw
