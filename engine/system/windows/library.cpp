#include "engine/system/library.h"

#include <windows.h>

namespace redraw {

// Windows searches a name without a folder among its own libraries only.
void* load_library(const std::filesystem::path& file, std::string* why) {
    const HMODULE library = LoadLibraryExW(
        file.c_str(), nullptr,
        file.is_absolute() ? LOAD_WITH_ALTERED_SEARCH_PATH : LOAD_LIBRARY_SEARCH_SYSTEM32);
    if (library == nullptr && why != nullptr)
        *why =
            file.filename().string() + ": Windows reports error " + std::to_string(GetLastError());
    return library;
}

void* library_function(void* library, const char* name) {
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(library), name));
}

void unload_library(void* library) {
    FreeLibrary(static_cast<HMODULE>(library));
}

}  // namespace redraw
