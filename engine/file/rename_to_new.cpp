#include "engine/file/rename_to_new.h"

#include <fcntl.h>
#include <cerrno>
#include <cstdio>

namespace redraw {

int rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    // EPERM: some containers forbid the call as such.
    if (errno != EINVAL && errno != ENOSYS && errno != EPERM) return errno;
    if (std::filesystem::exists(to)) return EEXIST;
    return std::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

}  // namespace redraw
