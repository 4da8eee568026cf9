#include "app/library/file_drawings.h"

#include "engine/drawing/picture_thumbnail.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/run/run_file.h"

#include <algorithm>
#include <new>
#include <utility>

namespace redraw {
namespace {

// A run is opened as one only, whatever its name: a process that opens it otherwise loses its locks
// (run_file.h).
std::shared_ptr<const Image> drawn_small(const std::filesystem::path& file, int side,
                                         const BackendOptions& options) {
    try {
        if (is_run_file(file)) return draw_run(file, side, options);
        return std::make_shared<const Image>(load_thumbnail(file));
    } catch (const Error&) {  // it changes just now, or is no picture
        return nullptr;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

}  // namespace

bool FileDrawings::draw(const std::filesystem::path& file, std::filesystem::file_time_type modified,
                        int side, const BackendOptions& options) {
    const auto drawn = std::ranges::find(drawings_, file, &Drawing::file);
    if (drawn != drawings_.end() && drawn->modified == modified && drawn->side == side) {
        drawings_.splice(drawings_.begin(), drawings_, drawn);
        return false;
    }
    if (drawn != drawings_.end()) drawings_.erase(drawn);
    drawings_.push_front({file, modified, side, drawn_small(file, side, options)});
    if (drawings_.size() > kMost) drawings_.pop_back();
    return true;
}

std::shared_ptr<const Image> FileDrawings::of(const std::filesystem::path& file) const {
    const auto drawn = std::ranges::find(drawings_, file, &Drawing::file);
    return drawn == drawings_.end() ? nullptr : drawn->picture;
}

}  // namespace redraw
