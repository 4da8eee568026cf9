#include "engine/file/absolute_path.h"

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <new>
#include <system_error>

namespace redraw {

std::filesystem::path absolute_path(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::path whole = std::filesystem::absolute(path, error);
    if (!error) return whole;
    if (error == std::errc::not_enough_memory) throw std::bad_alloc();
    throw Error("Cannot find " + display_name(path) + ": the current folder " +
                (error == std::errc::no_such_file_or_directory
                     ? "was deleted"
                     : "cannot be read, " + errno_text(error.value())));
}

}  // namespace redraw
