#include "engine/file/paths.h"

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <sys/stat.h>

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

bool is_link(const std::filesystem::path& path) {
    struct stat status {};
    return lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

void require_no_link(const std::filesystem::path& path) {
    if (is_link(path))
        throw Error(Error::Kind::not_writable,
                    "Cannot write " + display_name(path.filename()) + ": it is a symbolic link");
}

}  // namespace redraw
