#include "engine/cpu/usable_cpus.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace redraw::cpu {

namespace {

int affinity_cpus() {
#if defined(__linux__)
    // A mask larger than cpu_set_t (over 1024 processors) is refused; then what the library says.
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
    return int(std::thread::hardware_concurrency());
}

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream text;
    if (file) text << file.rdbuf();
    return text.str();
}

// Version 2 has one hierarchy ("0::/path"), version 1 one for each controller
// ("4:cpu,cpuacct:/path"). Every ancestor's quota binds too. Inside a container the path may not
// exist: then the root's files are the container's own.
int cgroup_cpus(int cpus) {
    std::istringstream groups(text_of("/proc/self/cgroup"));
    for (std::string line; std::getline(groups, line);) {
        const std::size_t controllers = line.find(':');
        const std::size_t path_start = line.find(':', controllers + 1);
        if (path_start == std::string::npos) continue;
        const std::string names = line.substr(controllers + 1, path_start - controllers - 1);
        const bool second = names.empty();
        if (!second && names != "cpu" && names.find("cpu,") == std::string::npos &&
            names.find(",cpu") == std::string::npos)
            continue;
        for (std::string path = line.substr(path_start + 1);; path.erase(path.find_last_of('/'))) {
            while (!path.empty() && path.back() == '/') path.pop_back();
            std::string cpu_max;
            if (second) {
                cpu_max = text_of("/sys/fs/cgroup" + path + "/cpu.max");
            } else {
                const std::string folder = "/sys/fs/cgroup/cpu" + path;
                cpu_max = text_of(folder + "/cpu.cfs_quota_us") + " " +
                          text_of(folder + "/cpu.cfs_period_us");
            }
            if (const auto limit = quota_cpus(cpu_max)) cpus = std::min(cpus, *limit);
            if (path.empty()) break;
        }
    }
    return cpus;
}

}  // namespace

std::optional<int> quota_cpus(std::string_view cpu_max) {
    std::istringstream text{std::string(cpu_max)};
    double quota = 0, period = 0;
    if (!(text >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
    return int(std::clamp(std::ceil(quota / period), 1.0, 4096.0));
}

int usable_cpus() {
    return std::max(1, cgroup_cpus(std::max(1, affinity_cpus())));
}

}  // namespace redraw::cpu
