#include "app/system/trash.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/file/user_folders.h"
#include "engine/system/atomic_file.h"
#include "engine/text/display_name.h"

#include <fmt/chrono.h>

#include <cerrno>
#include <ctime>
#include <span>
#include <string>
#include <system_error>

namespace redraw {
namespace fs = std::filesystem;
namespace {

// Writes a new file. Returns false if a file of this name exists. Two programs therefore never
// choose the same name.
bool write_new(const fs::path& path, const std::string& text) {
    const int error = write_private_file(path, std::as_bytes(std::span(text)));
    if (error != 0 && error != EEXIST)
        throw Error("Cannot write into the trash: " + errno_text(error));
    return error == 0;
}

}  // namespace

Trashed move_to_trash(const fs::path& moved) {
    const fs::path data = xdg_folder("XDG_DATA_HOME", ".local/share"), trash = data / "Trash";
    if (data.empty()) throw Error("There is no trash, because there is no home folder.");
    std::error_code error;
    fs::create_directories(data, error);
    new_folder(trash, true);
    for (const char* part : {"files", "info"}) {
        fs::create_directories(trash / part, error);
        if (error) throw Error("Cannot make the trash: " + error.message());
    }
    std::string name = moved.filename().string();
    const std::string note = fmt::format(
        "[Trash Info]\nPath={}\nDeletionDate={:%Y-%m-%dT%H:%M:%S}\n",
        percent_encoded(absolute_path(moved).native()), fmt::localtime(std::time(nullptr)));
    const auto is_taken = [&] {
        return fs::exists(fs::symlink_status(trash / "files" / name)) ||
               !write_new(trash / "info" / (name + ".trashinfo"), note);
    };
    for (int i = 2; is_taken(); ++i)
        name = moved.stem().string() + " " + std::to_string(i) + moved.extension().string();
    fs::rename(moved, trash / "files" / name, error);
    const fs::path info = trash / "info" / (name + ".trashinfo");
    if (!error) return {absolute_path(moved), trash / "files" / name, info};
    fs::remove(info);
    throw Error("Cannot move " + display_name(moved.filename()) +
                " to the trash: " + error.message());
}

}  // namespace redraw
