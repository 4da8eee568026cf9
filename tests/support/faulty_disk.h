// A disk for SQLite that fails on command: the n-th write, sync, truncation or deletion from now
// gives an error, as a full or a broken disk does. With `all_calls` more kinds of calls count. The
// disk wraps SQLite's own file layer ("The SQLite OS Interface or VFS").
#pragma once

#include <sqlite3.h>

#include <cerrno>
#include <functional>
#include <stdexcept>
#include <string>

namespace faulty_disk {

inline int countdown = 0;  // operations until one fails; 0: none will; negative: it has failed
inline bool stays_broken = false;  // every later operation fails as well
inline bool all_calls = false;     // opening, reading, locking and checking count as well
inline int failure = SQLITE_IOERR_WRITE;
inline std::function<void()> instead;  // what happens in place of the failure; empty: it fails
inline std::string unreadable;  // prefix of paths that cannot be read or written; empty: none
inline sqlite3_vfs* real_disk = nullptr;

inline bool fails() {
    if (countdown < 0) return stays_broken;
    if (countdown > 0 && --countdown == 0) {
        countdown = -1;
        if (!instead) return true;
        instead();
        return false;
    }
    return false;
}

inline bool fails_reading() {
    return all_calls && fails();
}

struct File {
    sqlite3_file base;
    const char* name;  // path of the file, owned by SQLite
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};
inline sqlite3_file* real(sqlite3_file* file) {
    return reinterpret_cast<File*>(file)->real();
}

inline bool is_unreadable(const char* name) {
    return !unreadable.empty() && name != nullptr && std::string(name).starts_with(unreadable);
}
inline bool is_unreadable(sqlite3_file* file) {
    return is_unreadable(reinterpret_cast<File*>(file)->name);
}

inline const sqlite3_io_methods methods = {
    1,
    [](sqlite3_file* f) { return real(f)->pMethods->xClose(real(f)); },
    [](sqlite3_file* f, void* to, int n, sqlite3_int64 at) {
        if (is_unreadable(f)) return SQLITE_IOERR_CORRUPTFS;  // as SQLite reports EIO
        return fails_reading() ? SQLITE_IOERR_READ : real(f)->pMethods->xRead(real(f), to, n, at);
    },
    [](sqlite3_file* f, const void* from, int n, sqlite3_int64 at) {
        if (is_unreadable(f)) return SQLITE_IOERR_WRITE;
        return fails() ? failure : real(f)->pMethods->xWrite(real(f), from, n, at);
    },
    [](sqlite3_file* f, sqlite3_int64 size) {
        return fails() ? SQLITE_IOERR_TRUNCATE : real(f)->pMethods->xTruncate(real(f), size);
    },
    [](sqlite3_file* f, int flags) {
        if (is_unreadable(f)) return SQLITE_IOERR_FSYNC;
        return fails() ? SQLITE_IOERR_FSYNC : real(f)->pMethods->xSync(real(f), flags);
    },
    [](sqlite3_file* f, sqlite3_int64* size) {
        return fails_reading() ? SQLITE_IOERR_FSTAT : real(f)->pMethods->xFileSize(real(f), size);
    },
    [](sqlite3_file* f, int lock) {
        return fails_reading() ? SQLITE_IOERR_LOCK : real(f)->pMethods->xLock(real(f), lock);
    },
    [](sqlite3_file* f, int lock) { return real(f)->pMethods->xUnlock(real(f), lock); },
    [](sqlite3_file* f, int* out) {
        return fails_reading() ? SQLITE_IOERR_CHECKRESERVEDLOCK
                               : real(f)->pMethods->xCheckReservedLock(real(f), out);
    },
    [](sqlite3_file* f, int op, void* argument) {
        if (op == SQLITE_FCNTL_LAST_ERRNO && is_unreadable(f))
            return *static_cast<int*>(argument) = EIO, SQLITE_OK;
        return real(f)->pMethods->xFileControl(real(f), op, argument);
    },
    [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); },
    [](sqlite3_file* f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); },
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,  // shared memory and mapping: not offered
};

// Puts the databases that this process opens from now on on the faulty disk.
inline void install() {
    static sqlite3_vfs disk;
    if (real_disk != nullptr) return;
    real_disk = sqlite3_vfs_find(nullptr);
    disk = *real_disk;
    disk.zName = "faulty";
    disk.szOsFile += int(sizeof(File));
    disk.xOpen = [](sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out) {
        file->pMethods = nullptr;
        reinterpret_cast<File*>(file)->name = name;
        if (fails_reading()) return SQLITE_CANTOPEN;
        const int code = real_disk->xOpen(real_disk, name, real(file), flags, out);
        if (code == SQLITE_OK) file->pMethods = &methods;
        return code;
    };
    disk.xDelete = [](sqlite3_vfs*, const char* name, int sync) {
        return fails() ? SQLITE_IOERR_DELETE : real_disk->xDelete(real_disk, name, sync);
    };
    disk.xAccess = [](sqlite3_vfs*, const char* name, int flags, int* out) {
        return fails_reading() ? SQLITE_IOERR_ACCESS
                               : real_disk->xAccess(real_disk, name, flags, out);
    };
    if (sqlite3_vfs_register(&disk, 1) != SQLITE_OK) throw std::runtime_error("no faulty disk");
}

}  // namespace faulty_disk
