#include "engine/system/helper_process.h"

#include "engine/error.h"
#include "engine/system/process.h"
#include "engine/system/windows/handle.h"

#include <algorithm>
#include <string>

namespace redraw {
namespace {

// Moves `size` bytes by begin(done, count, work), which begins to move some of them.
template <class Begin>
bool move_all(HANDLE pipe, std::size_t size, const Channel::Waits& waits, Begin begin) {
    constexpr std::size_t kMost = std::size_t(1) << 20;
    const OpenHandle event(CreateEventW(nullptr, TRUE, FALSE, nullptr));
    for (std::size_t done = 0; done < size;) {
        OVERLAPPED work{};
        work.hEvent = event.get();
        DWORD moved = 0;
        if (!begin(done, DWORD(std::min(size - done, kMost)), &work) &&
            GetLastError() != ERROR_IO_PENDING)
            return false;
        bool goes_on = true;
        while (goes_on &&
               WaitForSingleObject(event.get(), DWORD(Channel::kSlice * 1000)) == WAIT_TIMEOUT)
            goes_on = waits();
        if (!goes_on) CancelIoEx(pipe, &work);
        if (!GetOverlappedResult(pipe, &work, &moved, TRUE) || moved == 0) return false;
        done += moved;
    }
    return true;
}

[[noreturn]] void does_not_start() {
    throw Error("its process does not start: Windows' error " + std::to_string(GetLastError()));
}

std::wstring new_pipe_name() {
    static std::atomic<int> count = 0;
    return L"\\\\.\\pipe\\redraw-" + std::to_wstring(process_id()) + L"-" +
           std::to_wstring(++count);
}

// Both ends of a new pipe; a helper inherits `theirs`.
struct Pipe {
    static constexpr DWORD kBuffer = 1 << 16;
    static constexpr DWORD kHow =
        PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE;
    std::wstring name = new_pipe_name();
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    OpenHandle ours{CreateNamedPipeW(name.c_str(), kHow, PIPE_REJECT_REMOTE_CLIENTS, 1, kBuffer,
                                     kBuffer, 0, nullptr)};
    OpenHandle theirs{CreateFileW(name.c_str(), GENERIC_READ | GENERIC_WRITE, 0, &inherited,
                                  OPEN_EXISTING, FILE_FLAG_OVERLAPPED, nullptr)};
};

}  // namespace

Channel::~Channel() {
    CloseHandle(handle_of_number(socket_));
}

void Channel::end() {
    DisconnectNamedPipe(handle_of_number(socket_));
    CancelIoEx(handle_of_number(socket_), nullptr);
}

bool Channel::send_all(const std::byte* bytes, std::size_t size, const Waits& waits) {
    const HANDLE pipe = handle_of_number(socket_);
    return move_all(pipe, size, waits, [&](std::size_t done, DWORD count, OVERLAPPED* work) {
        return WriteFile(pipe, bytes + done, count, nullptr, work);
    });
}

bool Channel::receive_all(std::byte* bytes, std::size_t size, const Waits& waits) {
    const HANDLE pipe = handle_of_number(socket_);
    return move_all(pipe, size, waits, [&](std::size_t done, DWORD count, OVERLAPPED* work) {
        return ReadFile(pipe, bytes + done, count, nullptr, work);
    });
}

// The helper's end of the pipe is its standard input.
HelperProcess::HelperProcess(const std::vector<std::string>& arguments)
    : channel([&] {
          Pipe pipe;
          if (!pipe.ours || !pipe.theirs) does_not_start();
          std::vector<std::string> words{program_path().string()};
          words.insert(words.end(), arguments.begin(), arguments.end());
          process_ = number_of_handle(start_child(words, pipe.theirs.get(), nullptr, nullptr));
          if (process_ == 0) does_not_start();
          return number_of_handle(pipe.ours.release());
      }()) {}

// Does not count the time that threads wait for a processor.
double HelperProcess::busy_seconds() const {
    FILETIME began{}, ended{}, kernel{}, user{};
    if (!GetProcessTimes(handle_of_number(process_), &began, &ended, &kernel, &user)) return 0;
    const auto seconds = [](const FILETIME& time) {
        constexpr double kHigh = 4294967296e-7, kLow = 1e-7;
        return time.dwHighDateTime * kHigh + time.dwLowDateTime * kLow;
    };
    return seconds(kernel) + seconds(user);
}

void HelperProcess::end() {
    if (ended_.exchange(true)) return;
    channel.end();
    if (process_ <= 0) return;
    TerminateProcess(handle_of_number(process_), 1);
    CloseHandle(handle_of_number(process_));
}

int become_helper() {
    const HANDLE pipe = GetStdHandle(STD_INPUT_HANDLE);
    if (GetFileType(pipe) != FILE_TYPE_PIPE) return -1;
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);  // no box about a crash
    return number_of_handle(pipe);
}

}  // namespace redraw
