#include "engine/system/database_files.h"

#include "engine/system/windows/handle.h"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

namespace redraw {
namespace {

// Returns 0 unless the error means that the disk cannot be read.
int errno_of_disk(int error) {
    constexpr DWORD kOfDisks[] = {
        ERROR_CRC,           ERROR_SECTOR_NOT_FOUND, ERROR_NOT_READY,
        ERROR_IO_DEVICE,     ERROR_DISK_CORRUPT,     ERROR_FILE_CORRUPT,
        ERROR_DEV_NOT_EXIST, ERROR_UNEXP_NET_ERR,    ERROR_NETNAME_DELETED};
    return std::ranges::find(kOfDisks, DWORD(error)) == std::end(kOfDisks) ? 0 : EIO;
}

int last_error_of_file(sqlite3* database) {
    int error = 0;
    sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
    return error;
}

}  // namespace

// Windows has no files that wait for a writer: named pipes have a folder of their own.
void never_wait_for_files() {}

int file_error(sqlite3* database) {
    return errno_of(DWORD(last_error_of_file(database)));
}

int call_error(sqlite3* database) {
    return errno_of(DWORD(sqlite3_system_errno(database)));
}

int disk_error(sqlite3* database) {
    sqlite3_file* journal = nullptr;
    int of_journal = 0;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal) ==
            SQLITE_OK &&
        journal != nullptr && journal->pMethods != nullptr)
        journal->pMethods->xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &of_journal);
    const int of_file = errno_of_disk(last_error_of_file(database));
    return of_file != 0 ? of_file : errno_of_disk(of_journal);
}

}  // namespace redraw
