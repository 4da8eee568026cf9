#include "app/desktop/open_outside.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace redraw {

bool open_outside(const std::filesystem::path& path) {
    // The shell is waited for and leaves xdg-open to init, so that nothing is left to be reaped.
    const std::string file = std::filesystem::absolute(path).string();
    const char* const arguments[] = {
        "sh",
        "-c",
        "command -v xdg-open >/dev/null || exit 127; xdg-open \"$1\" </dev/null >/dev/null 2>&1 &",
        "sh",
        file.c_str(),
        nullptr};
    pid_t child = 0;
    if (posix_spawn(&child, "/bin/sh", nullptr, nullptr, const_cast<char* const*>(arguments),
                    environ) != 0)
        return false;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace redraw
