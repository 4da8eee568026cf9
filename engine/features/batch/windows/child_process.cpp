#include "engine/features/batch/child_process.h"

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <windows.h>

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace redraw {
namespace {

constexpr DWORD kBetweenLooks =
    50;  // milliseconds: pipes cannot be waited for together with events

// The processes end with this program, also if it is killed.
HANDLE job() {
    static const HANDLE ours = [] {
        const HANDLE made = CreateJobObjectW(nullptr, nullptr);
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        SetInformationJobObject(made, JobObjectExtendedLimitInformation, &limits, sizeof limits);
        return made;
    }();
    return ours;
}

// Handles have 32 bits that matter, also in programs of 64 bits.
HANDLE process_handle(int process) {
    return reinterpret_cast<HANDLE>(std::intptr_t(process));
}

// Quotes a word for CommandLineToArgvW().
std::wstring quoted(const std::wstring& word) {
    std::wstring text = L"\"";
    std::size_t backslashes = 0;
    for (const wchar_t c : word) {
        if (c == L'"') text.append(backslashes + 1, L'\\');
        backslashes = c == L'\\' ? backslashes + 1 : 0;
        text += c;
    }
    return text.append(backslashes, L'\\') + L'"';
}

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
    std::wstring line;
    for (const std::string& word : words)
        line += (line.empty() ? L"" : L" ") + quoted(std::filesystem::path(word).native());
    Pipe output, errors;
    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdOutput = output.write;
    start.hStdError = errors.write;
    PROCESS_INFORMATION made{};
    constexpr DWORD kHow = CREATE_NO_WINDOW | BELOW_NORMAL_PRIORITY_CLASS | CREATE_SUSPENDED;
    const BOOL started = CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, kHow, nullptr,
                                        nullptr, &start, &made);
    CloseHandle(output.write);
    CloseHandle(errors.write);
    output_ = descriptor_of(output.read);
    errors_ = descriptor_of(errors.read);
    if (!started) throw Error("Cannot start " + display_name(words.front()) + ": it is not there");
    AssignProcessToJobObject(job(), made.hProcess);
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    process_ = int(reinterpret_cast<std::intptr_t>(made.hProcess));
}

ChildProcess::~ChildProcess() {
    if (process_ == -1) return;
    TerminateProcess(process_handle(process_), 1);
    WaitForSingleObject(process_handle(process_), INFINITE);
    CloseHandle(process_handle(process_));
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
    const auto process = process_handle(process_);
    DWORD status = 0;
    if (process_ == -1 || WaitForSingleObject(process, 0) != WAIT_OBJECT_0) return std::nullopt;
    GetExitCodeProcess(process, &status);
    CloseHandle(process);
    process_ = -1;
    read();
    return int(status);
}

// Cannot ask the process to save: the run's last autosave stays.
void ChildProcess::terminate() {
    constexpr UINT kTerminated = 128 + 15;
    if (process_ != -1) TerminateProcess(process_handle(process_), kTerminated);
}

ChildWaiter::ChildWaiter()
    : wake_(_open_osfhandle(
          reinterpret_cast<std::intptr_t>(CreateEventW(nullptr, FALSE, FALSE, nullptr)), 0)) {}

void ChildWaiter::wait(std::span<const ChildProcess* const> processes, int milliseconds) {
    DWORD limit = milliseconds < 0 ? INFINITE : DWORD(milliseconds);
    if (!processes.empty()) limit = std::min(limit, kBetweenLooks);
    WaitForSingleObject(reinterpret_cast<HANDLE>(_get_osfhandle(wake_.get())), limit);
}

void ChildWaiter::wake() {
    SetEvent(reinterpret_cast<HANDLE>(_get_osfhandle(wake_.get())));
}

}  // namespace redraw
