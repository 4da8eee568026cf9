#include "engine/run/sidecars.h"

#include "engine/run/rollback_journal.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>

namespace redraw {
namespace {

std::string kind_of(const struct stat& status) {
    if (S_ISLNK(status.st_mode)) return "a link";
    if (S_ISDIR(status.st_mode)) return "a folder";
    return "not a regular file";
}

using OpenCall = int (*)(const char*, int, int);
OpenCall open_of_sqlite = nullptr;

int open_without_waiting(const char* path, int flags, int mode) {
    int file = open_of_sqlite(path, flags | O_NONBLOCK | O_NOCTTY, mode);
    // Somebody's lease on a regular file (Samba): that has an end.
    if (file < 0 && errno == EWOULDBLOCK) file = open_of_sqlite(path, flags, mode);
    struct stat status {};
    if (file < 0 || fstat(file, &status) != 0 || !S_ISFIFO(status.st_mode)) return file;
    close(file);
    errno = ENXIO;
    return -1;
}

bool replace_open_call() {
    sqlite3_vfs* disk = sqlite3_vfs_find("unix");
    if (disk == nullptr || disk->iVersion < 3) return false;
    open_of_sqlite = reinterpret_cast<OpenCall>(disk->xGetSystemCall(disk, "open"));
    return open_of_sqlite != nullptr &&
           disk->xSetSystemCall(disk, "open",
                                reinterpret_cast<sqlite3_syscall_ptr>(open_without_waiting)) ==
               SQLITE_OK;
}

}  // namespace

std::string why_sidecars_refused(const std::filesystem::path& database) {
    std::error_code ignored;
    std::filesystem::path real = std::filesystem::weakly_canonical(database, ignored);
    if (ignored) real = database;
    for (const char* ending : {"-journal", "-wal", "-shm"}) {
        const std::filesystem::path beside = real.native() + ending;
        struct stat status {};
        if (lstat(beside.c_str(), &status) != 0 || S_ISREG(status.st_mode)) continue;
        return display_name(beside.filename()) + " beside it is " + kind_of(status);
    }
    const std::filesystem::path journal = real.native() + "-journal";
    if (!is_journal_of(journal, real))
        return display_name(journal.filename()) +
               " beside it is not the journal of this run: move it away";
    return "";
}

void never_wait_for_files() {
    [[maybe_unused]] static const bool done = replace_open_call();
}

}  // namespace redraw
