// What a run's network takes as a file, beside pictures that are as close to the original: for
// `redraw info`.
#pragma once

#include "engine/image/file_size.h"
#include "engine/run/run_file.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace redraw {

struct FileSizes {
    std::size_t pixels = 1;
    std::size_t weights = 0;  // bytes of fp32
    bool transparent = false;
    // Not for large pictures and networks, which would take more than seconds.
    struct Measured {
        double psnr = 0;  // of the drawing against the training picture, at 8 bits
        FileSize png;
        std::optional<FileSize> jpeg, webp;
    };
    std::optional<Measured> measured;
};

FileSizes file_sizes(const RunFile& run);
nlohmann::ordered_json to_json(const FileSizes& sizes);
std::string to_text(const FileSizes& sizes);  // lines of `redraw info`

}  // namespace redraw
