#include "app/library/library.h"

#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/file/read_file.h"
#include "engine/run/folders.h"
#include "engine/run/run_file.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <system_error>

namespace redraw {
namespace fs = std::filesystem;
namespace {

fs::path trash_folder() {
    const fs::path folder = xdg_folder("XDG_DATA_HOME", ".local/share");
    if (folder.empty()) throw Error("There is no home folder, and so no trash.");
    return folder / "Trash";
}

// Made only when nothing has that name: this is how two programs never choose the same one.
bool write_new(const fs::path& path, const std::string& text) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        if (errno == EEXIST) return false;
        throw Error("Cannot write into the trash: " + errno_text(errno));
    }
    const bool written = write(file, text.data(), text.size()) == ssize_t(text.size());
    const int problem = errno;
    const bool closed = close(file) == 0;
    if (written && closed) return true;
    unlink(path.c_str());
    throw Error("Cannot write into the trash: " + errno_text(problem));
}

// Readable but not writable means that another program is writing it.
bool can_be_read(const fs::path& run) {
    try {
        RunFile::open(run, RunFile::Access::read_only);
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

Trashed move_to_trash(const fs::path& moved) {
    const fs::path trash = trash_folder();
    std::error_code error;
    fs::create_directories(trash.parent_path(), error);
    mkdir(trash.c_str(), 0700);
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

Trashed move_run_to_trash(const fs::path& run) {
    // Nobody may be writing it, and a journal that a killed writer left is played back first: it
    // would be lost with the name.
    if (can_be_read(run)) RunFile::open(run);
    return move_to_trash(run);
}

void restore_from_trash(const Trashed& trashed) {
    if (const int problem = rename_to_new(trashed.file, trashed.was))
        throw Error("Cannot put " + display_name(trashed.was.filename()) +
                    " back: " + errno_text(problem));
    std::error_code ignored;  // a note without a file is tidied up by file managers
    fs::remove(trashed.info, ignored);
}

}  // namespace redraw
