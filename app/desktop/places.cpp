#include "app/desktop/places.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/file/user_folders.h"
#include "engine/system/process.h"
#include "engine/text/display_name.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <initializer_list>
#include <system_error>

namespace redraw {
namespace fs = std::filesystem;
namespace {

fs::path program_folder() {
    return program_path().parent_path();
}

fs::path first_there(std::initializer_list<fs::path> candidates) {
    std::error_code ignored;
    for (const fs::path& candidate : candidates)
        if (fs::is_regular_file(candidate, ignored)) return candidate.lexically_normal();
    return {};
}

}  // namespace

fs::path settings_file() {
    try {
        return config_folder() / "settings.json";
    } catch (const Error&) {
        return {};
    }
}

fs::path command_line_program() {
    std::error_code ignored;
    const fs::path beside = program_path().replace_filename("redraw");
    return fs::exists(beside, ignored) ? beside : fs::path("redraw");
}

fs::path home_folder() {
    const char* home = std::getenv("HOME");
    return home && *home ? fs::path(home) : fs::path("/");
}

fs::path pasted_picture() {
    return cache_folder() / "pasted picture";
}

fs::path copied_drawing() {
    return cache_folder() / "copied drawing.png";
}

fs::path pictures_folder() {
    std::error_code ignored;
    const char* named = std::getenv("XDG_PICTURES_DIR");
    const fs::path folder = named && *named ? fs::path(named) : home_folder() / "Pictures";
    return fs::is_directory(folder, ignored) ? folder : home_folder();
}

std::string open_outside(const fs::path& path) {
    // Waits only for the shell, which ends at once. xdg-open then becomes a child of init, so this
    // program need not wait for it.
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
    return "This desktop has no xdg-open. Open the file yourself: " + display_name(path) + ".";
}

std::string open_guide() {
    const fs::path page =
        first_there({program_folder() / "../share/doc/redraw/guide/guide.html",
                     program_folder() / "../guide/guide.html",
                     program_folder() / "../share/doc/redraw/guide/guide.md", REDRAW_GUIDE});
    return page.empty() ? "The guide is not installed with this Redraw." : open_outside(page);
}

}  // namespace redraw
