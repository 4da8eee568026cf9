// The machine: what of its processors and memory this process may use. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace redraw {

// Returns how many processors may run this thread at once, at least 1: the affinity mask (taskset,
// a container's cpuset) and cpu_quota().
int allowed_cpus();

// The limits of this process' container; empty: none. In processors, rounded up; and in bytes that
// it may still take. `root`: for tests, the folder of what the system says (proc, sys/fs/cgroup).
std::optional<int> cpu_quota(const std::filesystem::path& root = "/");
std::optional<std::uint64_t> allowed_memory(const std::filesystem::path& root = "/");

// Returns "processor of unknown name" if the system has no name for it.
std::string processor_name();

// Asks the system for permission to use the large registers of AMX, once per process.
bool may_use_tile_registers();

// Memory of which `bytes` is a multiple of `alignment`; null if there is not enough.
void* allocate_aligned(std::size_t alignment, std::size_t bytes);
void free_aligned(void* memory);

// The size and alignment in bytes of memory that may get large pages.
inline constexpr std::size_t kLargePage = 2 * 1024 * 1024;
// Asks for large pages for memory. If the system refuses, the memory still works.
void advise_large_pages(void* memory, std::size_t bytes);

// Returns false if the machine surely has no GPU that OpenGL can use.
bool may_have_gpu();

}  // namespace redraw
