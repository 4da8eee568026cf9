#include "app/process/sample_picture.h"

#include "engine/system/process.h"

#include <system_error>

namespace redraw {

std::filesystem::path sample_picture() {
    std::error_code ignored;
    const auto installed = program_path().parent_path() / "../share/redraw/sample.png";
    for (const std::filesystem::path& path : {installed, std::filesystem::path(REDRAW_SAMPLE)})
        if (std::filesystem::is_regular_file(path, ignored)) return path.lexically_normal();
    return {};
}

}  // namespace redraw
