#include "engine/system/machine.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>

namespace redraw {
namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    if (file) text << file.rdbuf();
    return text.str();
}

// Returns true if the comma-separated list contains the name as a whole item: "cpuset" does not
// contain "cpu".
bool has(const std::string& controllers, const std::string& wanted) {
    std::istringstream list(controllers);
    for (std::string name; std::getline(list, name, ',');)
        if (name == wanted) return true;
    return false;
}

// Calls visit(folder, is_version_2) for the control group of this process and every ancestor.
// Version 2 has one hierarchy ("0::/path"), version 1 one for each controller
// ("4:cpu,cpuacct:/path"). If the path does not exist inside a container, the files at the root are
// the container's own.
template <class Visit>
void visit_control_groups(const std::filesystem::path& root, const std::string& controller,
                          const Visit& visit) {
    std::istringstream groups(text_of(root / "proc/self/cgroup"));
    for (std::string line; std::getline(groups, line);) {
        const std::size_t controllers = line.find(':');
        const std::size_t path_start = line.find(':', controllers + 1);
        if (controllers == std::string::npos || path_start == std::string::npos) continue;
        const std::string names = line.substr(controllers + 1, path_start - controllers - 1);
        const bool second = names.empty();
        if (!second && !has(names, controller)) continue;
        const std::filesystem::path mount =
            root / (second ? "sys/fs/cgroup" : "sys/fs/cgroup/" + controller);
        for (std::string path = line.substr(path_start + 1);; path.erase(path.find_last_of('/'))) {
            while (!path.empty() && path.back() == '/') path.pop_back();
            visit(mount / std::filesystem::path(path).relative_path(), second);
            if (path.find('/') == std::string::npos) break;
        }
    }
}

// Reads the number in a file, or the number after `name` in it. Returns nothing for "max" and other
// words.
std::optional<std::uint64_t> number_in(const std::filesystem::path& file,
                                       const std::string& name = "") {
    std::istringstream text(text_of(file));
    std::uint64_t number = 0;
    if (name.empty()) return text >> number ? std::optional(number) : std::nullopt;
    for (std::string line; std::getline(text, line);) {
        std::istringstream words(line);
        std::string word;
        if (words >> word >> number && word == name) return number;
    }
    return std::nullopt;
}

// Returns the number of processors, rounded up, from the text of a control group's cpu.max ("200000
// 100000": two processors; "max 100000": no limit, empty).
std::optional<int> quota_cpus(std::string_view cpu_max) {
    std::istringstream text{std::string(cpu_max)};
    double quota = 0, period = 0;
    if (!(text >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
    return int(std::clamp(std::ceil(quota / period), 1.0, 4096.0));
}

int affinity_cpus() {
    // sched_getaffinity() fails if the mask is larger than cpu_set_t (over 1024 processors). The
    // standard library's count is used then.
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    return std::max(1, int(std::thread::hardware_concurrency()));
}

}  // namespace

int allowed_cpus() {
    const int allowed = affinity_cpus();
    return std::max(1, std::min(allowed, cpu_quota().value_or(allowed)));
}

std::optional<int> cpu_quota(const std::filesystem::path& root) {
    std::optional<int> least;
    visit_control_groups(root, "cpu", [&](const std::filesystem::path& folder, bool second) {
        const auto limit = quota_cpus(second ? text_of(folder / "cpu.max")
                                             : text_of(folder / "cpu.cfs_quota_us") + " " +
                                                   text_of(folder / "cpu.cfs_period_us"));
        if (limit) least = std::min(*limit, least.value_or(*limit));
    });
    return least;
}

std::optional<std::uint64_t> allowed_memory(const std::filesystem::path& root) {
    // Version 1 writes a huge number for "no limit".
    constexpr std::uint64_t kNone = std::uint64_t(1) << 60;
    std::optional<std::uint64_t> least;
    visit_control_groups(root, "memory", [&](const std::filesystem::path& folder, bool second) {
        const auto limit = number_in(folder / (second ? "memory.max" : "memory.limit_in_bytes"));
        if (!limit || *limit >= kNone) return;
        const std::uint64_t used =
            number_in(folder / (second ? "memory.current" : "memory.usage_in_bytes")).value_or(0);
        std::uint64_t files = 0;
        for (const std::string name : {"inactive_file", "active_file"})
            files += number_in(folder / "memory.stat", second ? name : "total_" + name).value_or(0);
        const std::uint64_t held = used - std::min(used, files);
        const std::uint64_t left = *limit - std::min(*limit, held);
        least = std::min(left, least.value_or(left));
    });
    return least;
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const std::size_t colon = line.find(": "); colon != std::string::npos)
                return line.substr(colon + 2);
    return "processor of unknown name";
}

bool may_use_tile_registers() {
#if defined(__x86_64__)
    constexpr long kRequestPermission = 0x1023, kTileData = 18;  // asm/prctl.h, since Linux 5.16
    static const bool granted = syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
    return granted;
#else
    return false;
#endif
}

void* allocate_aligned(std::size_t alignment, std::size_t bytes) {
    return std::aligned_alloc(alignment, bytes);
}

void free_aligned(void* memory) {
    std::free(memory);
}

void advise_large_pages(void* memory, std::size_t bytes) {
    madvise(memory, bytes, MADV_HUGEPAGE);
}

bool may_have_gpu() {
    std::error_code ignored;
    return std::ranges::any_of(
        std::initializer_list<const char*>{"/dev/dri", "/dev/nvidiactl", "/dev/dxg"},
        [&](const char* file) { return std::filesystem::exists(file, ignored); });
}

}  // namespace redraw
