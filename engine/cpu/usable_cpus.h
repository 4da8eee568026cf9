// Finds how many threads this process may really run at once (more would wait for each other, and a
// step waits for the slowest) and how much memory a container leaves it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace redraw::cpu {

// The least of the affinity mask, the control groups' quotas and the environment variable
// REDRAW_THREADS; at least 1. Throws Error when the variable is not a whole number above 0.
// OMP_NUM_THREADS is left alone: it is set to 1 on many machines for the sake of other programs.
int usable_cpus();

// The processors of this thread's affinity mask (taskset, a container's cpuset).
int affinity_cpus();

// The least quota of this process' control group and its ancestors, in both versions of control
// groups; nothing: no limit. `root` is where proc and sys/fs/cgroup are mounted.
std::optional<int> control_group_cpus(const std::filesystem::path& root = "/");

// Bytes that this process' control group and its ancestors leave it, in both versions: the least of
// their limits, less what is used there and is no file that could be dropped. Nothing: no limit.
std::optional<std::uint64_t> control_group_memory(const std::filesystem::path& root = "/");

// Reads a control group's cpu.max ("200000 100000": two processors; "max 100000": no limit),
// rounded up.
std::optional<int> quota_cpus(std::string_view cpu_max);

}  // namespace redraw::cpu
