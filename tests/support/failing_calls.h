// Makes the engine's own file calls fail on command: the n-th from now gives an error, as a full,
// broken or vanished disk does. The linker option --wrap for each call (tests/CMakeLists.txt)
// leaves the calls of SQLite and the standard library alone. Include this in one translation unit
// of a program only.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <cerrno>
#include <cstdarg>
#include <cstddef>

namespace failing_calls {

inline int countdown = 0;          // calls until one fails; 0: none will; negative: it has failed
inline bool stays_broken = false;  // every later call fails as well
inline int error = EIO;

inline bool fails() {
    const bool now = countdown < 0 ? stays_broken : countdown > 0 && --countdown == 0;
    if (!now) return false;
    countdown = -1;
    errno = error;
    return true;
}

}  // namespace failing_calls

extern "C" {
int __real_open(const char*, int, ...);
ssize_t __real_read(int, void*, std::size_t);
ssize_t __real_pread(int, void*, std::size_t, off_t);
ssize_t __real_write(int, const void*, std::size_t);
ssize_t __real_pwrite(int, const void*, std::size_t, off_t);
int __real_fsync(int);
int __real_close(int);
int __real_linkat(int, const char*, int, const char*, int);
int __real_rename(const char*, const char*);
int __real_renameat2(int, const char*, int, const char*, unsigned);
int __real_mkdir(const char*, mode_t);

inline int wrapped_open(const char* path, int flags, mode_t mode) {
    return failing_calls::fails() ? -1 : __real_open(path, flags, mode);
}
int __wrap_open(const char* path, int flags, ...) {
    std::va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return wrapped_open(path, flags, mode);
}
ssize_t __wrap_read(int file, void* to, std::size_t n) {
    return failing_calls::fails() ? -1 : __real_read(file, to, n);
}
ssize_t __wrap_pread(int file, void* to, std::size_t n, off_t at) {
    return failing_calls::fails() ? -1 : __real_pread(file, to, n, at);
}
ssize_t __wrap_write(int file, const void* from, std::size_t n) {
    return failing_calls::fails() ? -1 : __real_write(file, from, n);
}
ssize_t __wrap_pwrite(int file, const void* from, std::size_t n, off_t at) {
    return failing_calls::fails() ? -1 : __real_pwrite(file, from, n, at);
}
int __wrap_fsync(int file) {
    return failing_calls::fails() ? -1 : __real_fsync(file);
}
int __wrap_close(int file) {  // a failing close() closes the descriptor, as on Linux
    const int closed = __real_close(file);
    return failing_calls::fails() ? -1 : closed;
}
int __wrap_linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
    return failing_calls::fails() ? -1 : __real_linkat(from_folder, from, to_folder, to, flags);
}
int __wrap_rename(const char* from, const char* to) {
    return failing_calls::fails() ? -1 : __real_rename(from, to);
}
int __wrap_renameat2(int from_folder, const char* from, int to_folder, const char* to,
                     unsigned flags) {
    return failing_calls::fails() ? -1 : __real_renameat2(from_folder, from, to_folder, to, flags);
}
int __wrap_mkdir(const char* path, mode_t mode) {
    return failing_calls::fails() ? -1 : __real_mkdir(path, mode);
}
}
