#include "engine/system/process.h"

#include "engine/error.h"

#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace redraw {

namespace fs = std::filesystem;

fs::path program_path() {
    std::error_code error;
    fs::path path = fs::read_symlink("/proc/self/exe", error);
    if (!error) return path;
    const auto* started = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    if (started == nullptr || getauxval(AT_SECURE) != 0) return {};
    path = fs::canonical(started, error);
    return error ? fs::path() : path;
}

const char* trusted_environment(const char* name) {
    return secure_getenv(name);
}

fs::path path_in_environment(const char* name) {
    const char* path = std::getenv(name);
    return path != nullptr ? path : fs::path();
}

int process_id() {
    return getpid();
}

std::string process_place() {
    std::ifstream boot("/proc/sys/kernel/random/boot_id");
    std::string id{std::istreambuf_iterator<char>(boot), {}};
    std::error_code ignored;
    return id += fs::read_symlink("/proc/self/ns/pid", ignored).native();
}

bool has_ended(int process) {
    return kill(process, 0) != 0 && errno == ESRCH;
}

void lower_priority_of_thread() {
    constexpr int kNiceness = 5;  // Linux lowers the priority of this thread only
    setpriority(PRIO_PROCESS, id_t(gettid()), kNiceness);
}

ResidentMemory resident_memory() {
    ResidentMemory memory;
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        constexpr double kKibibyte = 1024;
        double number = 0;
        if (word == "VmRSS:" && status >> number) memory.now = kKibibyte * number;
        if (word == "VmHWM:" && status >> number) memory.most = kKibibyte * number;
    }
    return memory;
}

void reuse_large_buffers() {
#ifdef __GLIBC__
    constexpr int kMost = 11 << 20;  // in bytes
    mallopt(M_MMAP_THRESHOLD, kMost);
    mallopt(M_TRIM_THRESHOLD, kMost);
    mallopt(M_ARENA_MAX, 1);
#endif
}

void give_memory_back() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void write_to_standard_error(std::string_view text) {
    if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;
}

// Writes to the real standard error, because `stderr` may be muted (engine/system/muted_stderr.h).
void check_failed(const char* condition, const char* file, int line, const char* message) {
    dprintf(STDERR_FILENO, "redraw: internal error at %s:%d: %s (%s)\n", file, line, message,
            condition);
    std::abort();
}

}  // namespace redraw
