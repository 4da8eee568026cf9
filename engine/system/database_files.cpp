#include "engine/system/database_files.h"

#include <sqlite3.h>

#include <initializer_list>

namespace redraw {
namespace {

// Returns the system's last error for a file. `which`: SQLITE_FCNTL_FILE_POINTER, or the journal's.
int last_error(sqlite3* database, int which) {
    sqlite3_file* file = nullptr;
    int error = 0;
    if (sqlite3_file_control(database, "main", which, &file) == SQLITE_OK && file != nullptr &&
        file->pMethods != nullptr)
        file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
    return error;
}

}  // namespace

int file_error(sqlite3* database) {
    return errno_of_sqlite(last_error(database, SQLITE_FCNTL_FILE_POINTER));
}

int call_error(sqlite3* database) {
    return errno_of_sqlite(sqlite3_system_errno(database));
}

int disk_error(sqlite3* database) {
    for (const int which : {SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER})
        if (const int error = last_error(database, which); is_of_disk(error))
            return errno_of_sqlite(error);
    return 0;
}

}  // namespace redraw
