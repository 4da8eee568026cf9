// The process that this program runs in. Any thread.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace redraw {

// Returns the program's file, with links resolved; empty if unknown. Without /proc this is the
// path used to start the program. That path is not trusted in a program with another user's
// rights, because the caller chose it.
std::filesystem::path program_path();

// Returns an environment variable; null if it is not set, or if the program runs with another
// user's rights (setuid): the caller must not choose its code or files.
const char* trusted_environment(const char* name);

// Returns the path in an environment variable; empty if it is not set. HOME: the user's folder,
// also on systems that call it otherwise.
std::filesystem::path path_in_environment(const char* name);

// The process' id, and the place in which ids of processes are valid: a boot of a machine, or a
// container. Machines and containers may share a folder, where equal ids are different processes.
int process_id();
std::string process_place();
bool has_ended(int process);  // a process of this place

// Lowers the priority of the calling thread as far as work that yields to training needs.
void lower_priority_of_thread();

// The memory of this process in bytes: now, and at most so far. 0: not known.
struct ResidentMemory {
    double now = 0, most = 0;
};
ResidentMemory resident_memory();

// Makes the allocator use freed buffers of up to 11 MiB again: every save and keyframe would
// otherwise take thousands of fresh pages. Larger ones, as a mosaic keeps, would fragment the heap
// that all threads share (each of many would keep buffers). Call from main before threads start.
void reuse_large_buffers();
// Returns freed memory to the system, which takes milliseconds.
void give_memory_back();

// Writes to the real standard error, without a buffer and without taking memory. May be called in
// a signal handler.
void write_to_standard_error(std::string_view text);

}  // namespace redraw
