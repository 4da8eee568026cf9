#include "engine/system/process.h"

#include "engine/error.h"
#include "engine/system/windows/handle.h"

#include <fmt/format.h>

#include <psapi.h>

#include <cstdlib>
#include <string>

namespace redraw {

namespace fs = std::filesystem;

namespace {

// Returns the bytes of a value of the machine's registry; nothing if it is missing.
std::string registry_value(const wchar_t* key, const wchar_t* name) {
    char bytes[256];
    DWORD size = sizeof bytes;
    constexpr DWORD kKinds = RRF_RT_REG_SZ | RRF_RT_REG_DWORD | RRF_SUBKEY_WOW6464KEY;
    return RegGetValueW(HKEY_LOCAL_MACHINE, key, name, kKinds, nullptr, bytes, &size) ==
                   ERROR_SUCCESS
               ? std::string(bytes, size)
               : "";
}

}  // namespace

std::wstring command_line_of(const std::vector<std::string>& words) {
    std::wstring line;
    for (const std::string& word : words) {
        const fs::path wide = word;
        line += line.empty() ? L"\"" : L" \"";
        std::size_t backslashes = 0;
        for (const wchar_t c : wide.native()) {
            if (c == L'"') line.append(backslashes + 1, L'\\');
            backslashes = c == L'\\' ? backslashes + 1 : 0;
            line += c;
        }
        line.append(backslashes, L'\\') += L'"';
    }
    return line;
}

HANDLE start_child(const std::vector<std::string>& words, HANDLE input, HANDLE output,
                   HANDLE errors) {
    static const HANDLE job = [] {
        const HANDLE made = CreateJobObjectW(nullptr, nullptr);
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        SetInformationJobObject(made, JobObjectExtendedLimitInformation, &limits, sizeof limits);
        return made;
    }();
    std::wstring line = command_line_of(words);
    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = input;
    start.hStdOutput = output;
    start.hStdError = errors;
    PROCESS_INFORMATION made{};
    constexpr DWORD kHow = CREATE_NO_WINDOW | BELOW_NORMAL_PRIORITY_CLASS | CREATE_SUSPENDED;
    if (!CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, kHow, nullptr, nullptr,
                        &start, &made))
        return nullptr;
    AssignProcessToJobObject(job, made.hProcess);
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    return made.hProcess;
}

fs::path program_path() {
    constexpr std::size_t kLongestPath = 32768;
    std::wstring path(kLongestPath, L'\0');
    path.resize(GetModuleFileNameW(nullptr, path.data(), DWORD(path.size())));
    return path;
}

// Windows has no programs that run with another user's rights than their caller's.
const char* trusted_environment(const char* name) {
    return std::getenv(name);
}

fs::path path_in_environment(const char* name) {
    const std::string wanted = name;
    const wchar_t* path = _wgetenv(fs::path(name).c_str());
    if (path == nullptr && wanted == "HOME") path = _wgetenv(L"USERPROFILE");
    return path != nullptr ? path : fs::path();
}

int process_id() {
    return int(GetCurrentProcessId());
}

std::string process_place() {
    return registry_value(L"SOFTWARE\\Microsoft\\Cryptography", L"MachineGuid") +
           registry_value(
               L"SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Memory "
               L"Management\\PrefetchParameters",
               L"BootId");
}

bool has_ended(int process) {
    const HANDLE found = OpenProcess(SYNCHRONIZE, FALSE, DWORD(process));
    if (found == nullptr) return GetLastError() == ERROR_INVALID_PARAMETER;
    const bool ended = WaitForSingleObject(found, 0) == WAIT_OBJECT_0;
    CloseHandle(found);
    return ended;
}

void lower_priority_of_thread() {
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

ResidentMemory resident_memory() {
    PROCESS_MEMORY_COUNTERS memory{};
    if (!GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory)) return {};
    return {double(memory.WorkingSetSize), double(memory.PeakWorkingSetSize)};
}

// Windows' heap returns large buffers at once.
void reuse_large_buffers() {}
void give_memory_back() {}

void write_to_standard_error(std::string_view text) {
    DWORD taken = 0;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), text.data(), DWORD(text.size()), &taken, nullptr);
}

void check_failed(const char* condition, const char* file, int line, const char* message) {
    write_to_standard_error(
        fmt::format("redraw: internal error at {}:{}: {} ({})\n", file, line, message, condition));
    std::abort();
}

}  // namespace redraw
