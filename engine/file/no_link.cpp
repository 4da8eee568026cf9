#include "engine/file/no_link.h"

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <sys/stat.h>

namespace redraw {

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
