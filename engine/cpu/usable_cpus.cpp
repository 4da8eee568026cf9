#include "engine/cpu/usable_cpus.h"

#include "engine/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace redraw::cpu {

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

int environment_limit() {
    const char* value = std::getenv("REDRAW_THREADS");
    const std::string_view text = value ? value : "";
    if (text.empty()) return std::numeric_limits<int>::max();
    int limit = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
    if (error != std::errc{} || end != text.data() + text.size() || limit < 1)
        throw Error("REDRAW_THREADS is \"" + std::string(text) +
                    "\"; it may be a whole number from 1 on.");
    return limit;
}

}  // namespace

int affinity_cpus() {
#if defined(__linux__)
    // sched_getaffinity() fails if the mask is larger than cpu_set_t (over 1024 processors). The
    // standard library's count is used then.
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
    return std::max(1, int(std::thread::hardware_concurrency()));
}

std::optional<int> control_group_cpus(const std::filesystem::path& root) {
    std::optional<int> least;
    visit_control_groups(root, "cpu", [&](const std::filesystem::path& folder, bool second) {
        const auto limit = quota_cpus(second ? text_of(folder / "cpu.max")
                                             : text_of(folder / "cpu.cfs_quota_us") + " " +
                                                   text_of(folder / "cpu.cfs_period_us"));
        if (limit) least = std::min(*limit, least.value_or(*limit));
    });
    return least;
}

std::optional<std::uint64_t> control_group_memory(const std::filesystem::path& root) {
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

std::optional<int> quota_cpus(std::string_view cpu_max) {
    std::istringstream text{std::string(cpu_max)};
    double quota = 0, period = 0;
    if (!(text >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
    return int(std::clamp(std::ceil(quota / period), 1.0, 4096.0));
}

int usable_cpus() {
    const int allowed = std::min(affinity_cpus(), environment_limit());
    return std::max(1, std::min(allowed, control_group_cpus().value_or(allowed)));
}

}  // namespace redraw::cpu
