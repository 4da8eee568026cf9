#include "engine/file/user_folders.h"

#include "engine/error.h"
#include "engine/system/process.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <system_error>

namespace redraw {
namespace {

namespace fs = std::filesystem;

fs::path base_folder(const char* variable, const char* below_home) {
    fs::path folder = xdg_folder(variable, below_home);
    if (folder.empty())
        throw Error(std::string("There is no home folder for Redraw's files. Set HOME or ") +
                    variable + ".");
    return folder / "redraw";
}

}  // namespace

fs::path made_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (!fs::is_directory(folder))
        throw Error("Cannot make the folder " + display_name(folder) + ": " +
                    (error ? error.message() : "there is a file of that name"));
    return folder;
}

// Ignores relative paths, as the XDG specification requires ("all paths must be absolute").
fs::path xdg_folder(const char* variable, const char* below_home) {
    fs::path named = path_in_environment(variable);
    if (named.is_absolute()) return named;
    const fs::path home = path_in_environment("HOME");
    return home.is_absolute() ? (home / below_home).make_preferred() : fs::path();
}

fs::path runs_place() {
    return base_folder("XDG_DATA_HOME", ".local/share") / "runs";
}

fs::path runs_folder() {
    return made_folder(runs_place());
}

fs::path config_folder() {
    return made_folder(base_folder("XDG_CONFIG_HOME", ".config"));
}

fs::path cache_folder() {
    return made_folder(base_folder("XDG_CACHE_HOME", ".cache"));
}

fs::path unused_path(const fs::path& wanted) {
    const std::string stem = wanted.stem().string(), extension = wanted.extension().string();
    fs::path path = wanted;
    for (int i = 2; fs::exists(fs::symlink_status(path)); ++i)
        path = wanted.parent_path() / fmt::format("{} ({}){}", stem, i, extension);
    return path;
}

}  // namespace redraw
