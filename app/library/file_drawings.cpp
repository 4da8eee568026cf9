#include "app/library/file_drawings.h"

#include "engine/drawing/picture_thumbnail.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/run/run_file.h"

#include <new>

namespace redraw {
namespace fs = std::filesystem;
namespace {

// Returns a thumbnail of a picture or a render of a run, or null. Checks for a run file first:
// opening a run file as a picture would drop this process' file locks on it (run_file.h).
std::shared_ptr<const Image> drawn_small(const fs::path& file, int side,
                                         const BackendOptions& options) {
    try {
        if (is_run_file(file)) return draw_run(file, side, options);
        return std::make_shared<const Image>(load_thumbnail(file));
    } catch (const Error&) {  // another program is writing the file, or it is no picture
        return nullptr;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

}  // namespace

bool FileDrawings::draw(const fs::path& file, fs::file_time_type modified, int side,
                        const BackendOptions& options) {
    const Drawing* drawn = drawings_.find(file);
    if (drawn && drawn->modified == modified && drawn->side >= side) return false;
    drawings_.keep(file, {modified, side, drawn_small(file, side, options)});
    return true;
}

std::map<fs::path, std::shared_ptr<const Image>> FileDrawings::all() const {
    std::map<fs::path, std::shared_ptr<const Image>> all;
    drawings_.for_each([&](const fs::path& file, const Drawing& drawn) {
        if (drawn.picture) all.emplace(file, drawn.picture);
    });
    return all;
}

}  // namespace redraw
