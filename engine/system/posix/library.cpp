#include "engine/system/library.h"

#include <dlfcn.h>

namespace redraw {

void* load_library(const std::filesystem::path& file, std::string* why) {
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr || why == nullptr) return library;
    const char* text = dlerror();
    *why = text ? text : "";
    return nullptr;
}

void* library_function(void* library, const char* name) {
    return dlsym(library, name);
}

void unload_library(void* library) {
    dlclose(library);
}

}  // namespace redraw
