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

bool has_cpu(const std::string& controllers) {  // of "cpu,cpuacct", and not of "cpuset"
    std::istringstream list(controllers);
    for (std::string name; std::getline(list, name, ',');)
        if (name == "cpu") return true;
    return false;
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
    // A mask larger than cpu_set_t (over 1024 processors) is refused; then what the library says.
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
    return std::max(1, int(std::thread::hardware_concurrency()));
}

// Version 2 has one hierarchy ("0::/path"), version 1 one for each controller
// ("4:cpu,cpuacct:/path"). Every ancestor's quota binds too. Inside a container the path may not
// exist: then the root's files are the container's own.
std::optional<int> control_group_cpus(const std::filesystem::path& root) {
    std::optional<int> least;
    std::istringstream groups(text_of(root / "proc/self/cgroup"));
    for (std::string line; std::getline(groups, line);) {
        const std::size_t controllers = line.find(':');
        const std::size_t path_start = line.find(':', controllers + 1);
        if (controllers == std::string::npos || path_start == std::string::npos) continue;
        const std::string names = line.substr(controllers + 1, path_start - controllers - 1);
        const bool second = names.empty();
        if (!second && !has_cpu(names)) continue;
        const std::filesystem::path mount = root / (second ? "sys/fs/cgroup" : "sys/fs/cgroup/cpu");
        for (std::string path = line.substr(path_start + 1);; path.erase(path.find_last_of('/'))) {
            while (!path.empty() && path.back() == '/') path.pop_back();
            const std::filesystem::path folder =
                mount / std::filesystem::path(path).relative_path();
            const auto limit = quota_cpus(second ? text_of(folder / "cpu.max")
                                                 : text_of(folder / "cpu.cfs_quota_us") + " " +
                                                       text_of(folder / "cpu.cfs_period_us"));
            if (limit) least = std::min(*limit, least.value_or(*limit));
            if (path.find('/') == std::string::npos) break;
        }
    }
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
