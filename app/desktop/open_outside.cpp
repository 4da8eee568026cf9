#include "app/desktop/open_outside.h"

#include "app/desktop/places.h"
#include "engine/file/absolute_path.h"
#include "engine/text/display_name.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace redraw {

std::string open_outside(const std::filesystem::path& path) {
    // The shell is waited for and leaves xdg-open to init, so that nothing is left to be reaped.
    const std::string file = absolute_path(path).string();
    const char* const arguments[] = {
        "sh",
        "-c",
        "command -v xdg-open >/dev/null || exit 127; xdg-open \"$1\" </dev/null >/dev/null 2>&1 &",
        "sh",
        file.c_str(),
        nullptr};
    pid_t child = 0;
    if (posix_spawn(&child, "/bin/sh", nullptr, nullptr, const_cast<char* const*>(arguments),
                    environ) == 0) {
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
    }
    return "This desktop has no xdg-open to open it with: it is " + display_name(path) + ".";
}

std::string open_guide() {
    const std::filesystem::path page = guide();
    return page.empty() ? "The guide is not installed with this Redraw." : open_outside(page);
}

}  // namespace redraw
