// Small drawings of files on screen, of runs and of pictures. Those that were not in sight for
// longest go first, so that a thousand files are a thousand names and not as many pictures. One
// owner, one thread: the library's.
#pragma once

#include "engine/backend/backend.h"
#include "engine/image/image.h"

#include <cstddef>
#include <filesystem>
#include <list>
#include <memory>

namespace redraw {

class FileDrawings {
public:
    static constexpr std::size_t kMost = 32;  // more than a window shows at once

    // It is in sight. True when it was drawn: nothing of that time and size was there. `side`: of
    // a run's drawing, the longer one, in pixels.
    bool draw(const std::filesystem::path& file, std::filesystem::file_time_type modified, int side,
              const BackendOptions& options);
    // Null where there is none, and where it cannot be drawn.
    std::shared_ptr<const Image> of(const std::filesystem::path& file) const;

private:
    struct Drawing {
        std::filesystem::path file;
        std::filesystem::file_time_type modified;
        int side;                              // that was asked for
        std::shared_ptr<const Image> picture;  // null: it cannot be drawn
    };
    std::list<Drawing> drawings_;  // wanted last comes first
};

}  // namespace redraw
