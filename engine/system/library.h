// Loads shared libraries while the program runs. Any thread.
#pragma once

#include <filesystem>
#include <string>

namespace redraw {

// Loads a library: a path, or a name that the system searches. Returns null if it does not load,
// and puts the loader's reason into `why` (if not null), which may be empty.
void* load_library(const std::filesystem::path& file, std::string* why = nullptr);
// Returns the address of the library's function `name`; null if it has none.
void* library_function(void* library, const char* name);
void unload_library(void* library);

}  // namespace redraw
