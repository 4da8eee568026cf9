#include "engine/system/database_files.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace redraw {
namespace {

using OpenCall = int (*)(const char*, int, int);
OpenCall open_of_sqlite = nullptr;

int open_without_waiting(const char* path, int flags, int mode) {
    int file = open_of_sqlite(path, flags | O_NONBLOCK | O_NOCTTY, mode);
    // Opens again, with waiting allowed: another program (Samba) holds a lease on the regular file,
    // and leases end.
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

void never_wait_for_files() {
    [[maybe_unused]] static const bool done = replace_open_call();
}

int errno_of_sqlite(int error) {
    return error;
}

bool is_of_disk(int error) {
    return error == EIO || error == ENXIO || error == ERANGE;
}

}  // namespace redraw
