// Finds how many threads this process may run at once and how much memory its container leaves it.
// More threads would wait for each other, and a training step takes as long as its slowest thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace redraw::cpu {

// Returns the number of threads to run: the least of the processors in the affinity mask, the
// control groups' quotas and the environment variable REDRAW_THREADS, but at least 1. Throws Error
// if the variable is not a whole number above 0. Ignores OMP_NUM_THREADS, which many machines set
// to 1 for other programs.
int usable_cpus();

// Counts the processors in this thread's affinity mask (taskset, a container's cpuset).
int affinity_cpus();

// Returns the lowest CPU quota, in processors, of this process' control group (version 1 or 2) and
// its ancestors. Empty: no limit. `root`: the folder that contains proc and sys/fs/cgroup.
std::optional<int> control_group_cpus(const std::filesystem::path& root = "/");

// Returns the bytes that the control group of this process and its ancestors still allow, for both
// versions. Inactive file caches count as free. Empty: no limit.
std::optional<std::uint64_t> control_group_memory(const std::filesystem::path& root = "/");

// Returns the number of processors, rounded up, from the text of a control group's cpu.max ("200000
// 100000": two processors; "max 100000": no limit, empty).
std::optional<int> quota_cpus(std::string_view cpu_max);

}  // namespace redraw::cpu
