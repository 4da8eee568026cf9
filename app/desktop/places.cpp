#include "app/desktop/places.h"

#include "app/system/desktop.h"
#include "engine/error.h"
#include "engine/file/user_folders.h"
#include "engine/system/process.h"

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

std::string open_guide() {
    const fs::path page =
        first_there({program_folder() / "../share/doc/redraw/guide/guide.html",
                     program_folder() / "../guide/guide.html",
                     program_folder() / "../share/doc/redraw/guide/guide.md", REDRAW_GUIDE});
    return page.empty() ? "The guide is not installed with this Redraw." : open_outside(page);
}

}  // namespace redraw
