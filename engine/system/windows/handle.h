// Declares what the files of this folder share: handles, Windows' errors as numbers of <cerrno>,
// and statuses.
#pragma once

#include "engine/system/file.h"

#include <windows.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace redraw {

constexpr DWORD kShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr DWORD kAnyKind = FILE_FLAG_BACKUP_SEMANTICS;  // CreateFileW() opens folders, too
constexpr DWORD kLinkItself = FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT;

// A handle of an open file that closes itself.
class OpenHandle {
public:
    explicit OpenHandle(HANDLE handle) : handle_(handle) {}
    ~OpenHandle() {
        if (*this) CloseHandle(handle_);
    }
    OpenHandle(const OpenHandle&) = delete;
    OpenHandle& operator=(const OpenHandle&) = delete;

    explicit operator bool() const { return handle_ != INVALID_HANDLE_VALUE; }
    HANDLE get() const { return handle_; }
    HANDLE release() { return std::exchange(handle_, INVALID_HANDLE_VALUE); }

private:
    HANDLE handle_;
};

int errno_of(DWORD error);
inline int last_errno() {
    return errno_of(GetLastError());
}
FileStatus status_of(HANDLE handle);
HANDLE handle_of(int file);  // INVALID_HANDLE_VALUE if it is closed
// Returns the path of an open file, with links resolved; empty if it is not known.
std::filesystem::path path_of(HANDLE file);
// Opens a path; a negative descriptor and errno on failure. Refuses links (ELOOP) if `flags` has
// FILE_FLAG_OPEN_REPARSE_POINT.
Descriptor open_path(const std::filesystem::path& path, DWORD rights, DWORD creation, DWORD flags,
                     DWORD share = kShareAll);

// Handles have 32 bits that matter, also in programs of 64 bits, so that an int holds them.
inline int number_of_handle(HANDLE handle) {
    return int(reinterpret_cast<std::intptr_t>(handle));
}
inline HANDLE handle_of_number(int number) {
    return reinterpret_cast<HANDLE>(std::intptr_t(number));
}

// Joins a program's name and arguments, so that CommandLineToArgvW() takes them apart again.
std::wstring command_line_of(const std::vector<std::string>& words);
// Starts a program at a lower priority, without a window, and with inherited handles as its
// standard streams. It ends with this program, also if that is killed. Returns the process; null on
// failure.
HANDLE start_child(const std::vector<std::string>& words, HANDLE input, HANDLE output,
                   HANDLE errors);

// Returns the name of the event by which a program asks another one of Redraw to save and end, as
// SIGTERM does elsewhere.
inline std::wstring end_event_of(DWORD process) {
    return L"Local\\redraw-end-" + std::to_wstring(process);
}

// Tries again for half a second while another program has the file open: virus scanners and
// indexers open new files for a moment. `attempt` returns 0 or an error of Windows.
template <class Attempt>
int patiently(Attempt attempt) {
    constexpr int kTries = 20, kPause = 25;  // milliseconds
    DWORD error = attempt();
    for (int i = 1;
         i < kTries && (error == ERROR_ACCESS_DENIED || error == ERROR_SHARING_VIOLATION); ++i) {
        Sleep(kPause);
        error = attempt();
    }
    return errno_of(error);
}

}  // namespace redraw
