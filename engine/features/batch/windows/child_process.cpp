#include "engine/features/batch/child_process.h"

#include "engine/error.h"
#include "engine/system/windows/handle.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace redraw {
namespace {

constexpr DWORD kBetweenLooks =
    50;  // milliseconds: pipes cannot be waited for together with events

struct Pipe {
    HANDLE read = nullptr, write = nullptr;
    Pipe() {
        SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
        if (!CreatePipe(&read, &write, &inherited, 0)) throw Error("Cannot start another program.");
        SetHandleInformation(read, HANDLE_FLAG_INHERIT, 0);
    }
};

Descriptor descriptor_of(HANDLE handle) {
    return Descriptor(
        _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY | _O_RDONLY));
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words) {
    Pipe output, errors;
    const HANDLE process = start_child(words, nullptr, output.write, errors.write);
    CloseHandle(output.write);
    CloseHandle(errors.write);
    output_ = descriptor_of(output.read);
    errors_ = descriptor_of(errors.read);
    if (process == nullptr)
        throw Error("Cannot start " + display_name(words.front()) + ": it is not there");
    process_ = number_of_handle(process);
}

ChildProcess::~ChildProcess() {
    if (process_ == -1) return;
    TerminateProcess(handle_of_number(process_), 1);
    WaitForSingleObject(handle_of_number(process_), INFINITE);
    CloseHandle(handle_of_number(process_));
}

bool ChildProcess::read_now(int file, const std::function<void(std::string_view)>& take) {
    const auto pipe = reinterpret_cast<HANDLE>(_get_osfhandle(file));
    std::array<char, 16 * 1024> some{};
    while (true) {
        DWORD waiting = 0, count = 0;
        if (!PeekNamedPipe(pipe, nullptr, 0, nullptr, &waiting, nullptr)) return false;
        if (waiting == 0) return true;
        if (!ReadFile(pipe, some.data(), DWORD(some.size()), &count, nullptr)) return false;
        take(std::string_view(some.data(), count));
    }
}

std::optional<int> ChildProcess::ended() {
    const auto process = handle_of_number(process_);
    DWORD status = 0;
    if (process_ == -1 || WaitForSingleObject(process, 0) != WAIT_OBJECT_0) return std::nullopt;
    GetExitCodeProcess(process, &status);
    CloseHandle(process);
    process_ = -1;
    read();
    return int(status);
}

// Ends a process at once that does not listen yet: it has nothing to save.
void ChildProcess::terminate() {
    constexpr UINT kTerminated = 128 + 15;
    if (process_ == -1) return;
    const std::wstring name = end_event_of(GetProcessId(handle_of_number(process_)));
    const HANDLE event = OpenEventW(EVENT_MODIFY_STATE, FALSE, name.c_str());
    if (event == nullptr || !SetEvent(event))
        TerminateProcess(handle_of_number(process_), kTerminated);
    if (event != nullptr) CloseHandle(event);
}

ChildWaiter::ChildWaiter()
    : wake_(number_of_handle(CreateEventW(nullptr, FALSE, FALSE, nullptr))) {}

ChildWaiter::~ChildWaiter() {
    CloseHandle(handle_of_number(wake_));
}

void ChildWaiter::wait(std::span<const ChildProcess* const> processes, int milliseconds) {
    DWORD limit = milliseconds < 0 ? INFINITE : DWORD(milliseconds);
    if (!processes.empty()) limit = std::min(limit, kBetweenLooks);
    WaitForSingleObject(handle_of_number(wake_), limit);
}

void ChildWaiter::wake() {
    SetEvent(handle_of_number(wake_));
}

}  // namespace redraw
