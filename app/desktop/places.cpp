#include "app/desktop/places.h"

#include "app/system/desktop.h"
#include "engine/error.h"
#include "engine/file/user_folders.h"
#include "engine/system/process.h"

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
    for (const char* name : {"redraw", "redraw.exe"})
        if (fs::path beside = program_folder() / name; fs::exists(beside, ignored)) return beside;
    return "redraw";
}

fs::path home_folder() {
    const fs::path home = path_in_environment("HOME");
    return home.empty() ? "/" : home;
}

fs::path pasted_picture() {
    return cache_folder() / "pasted picture";
}

fs::path copied_drawing() {
    return cache_folder() / "copied drawing.png";
}

fs::path pictures_folder() {
    std::error_code ignored;
    const fs::path named = path_in_environment("XDG_PICTURES_DIR");
    const fs::path folder = named.empty() ? home_folder() / "Pictures" : named;
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
