// Thumbnails of files in the studio's lists.
#pragma once

#include "engine/backend/backend.h"
#include "engine/image/image.h"
#include "engine/recent.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>

namespace redraw {

// Thumbnails of runs and pictures that are visible in a list. Only the most recently visible are
// kept. Used on the library's thread.
class FileDrawings {
public:
    static constexpr std::size_t kMost = 64;  // thumbnails kept; usually more than a window shows

    // Makes the thumbnail of a file and returns true, unless there already is one for this file
    // date, as large. `side`: longer side of a run's thumbnail, in pixels.
    bool draw(const std::filesystem::path& file, std::filesystem::file_time_type modified, int side,
              const BackendOptions& options);
    // Returns the thumbnails, without the files of which none can be made.
    std::map<std::filesystem::path, std::shared_ptr<const Image>> all() const;

private:
    struct Drawing {
        std::filesystem::file_time_type modified;
        int side;                              // requested longer side of the thumbnail, in pixels
        std::shared_ptr<const Image> picture;  // null: no thumbnail can be made
    };
    Recent<std::filesystem::path, Drawing> drawings_{kMost};
};

}  // namespace redraw
