// Tells how SQLite uses files. Errors are numbers of <cerrno>; 0: none.
#pragma once

struct sqlite3;

namespace redraw {

// Makes SQLite refuse to open a named pipe instead of waiting for its writer. A pipe may still
// appear in a sidecar's place after why_sidecars_refused() has checked. Any thread.
void never_wait_for_files();

// Returns the error of the last failed operation on the database file. call_error() may come from
// a later call.
int file_error(sqlite3* database);
// Returns the error of the last system call that failed for this database.
int call_error(sqlite3* database);
// Returns the error if the disk cannot be read, else 0: the file itself may be damaged. SQLite can
// report both as damage.
int disk_error(sqlite3* database);

// Translates an error number of the system, which SQLite passes on.
int errno_of_sqlite(int error);
bool is_of_disk(int error);  // such a number means that the disk cannot be read

}  // namespace redraw
