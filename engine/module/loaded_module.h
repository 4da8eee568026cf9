// Loads a part of Redraw from a shared library beside the executable, only when it is needed: the
// libraries that it links to may be missing, and would slow down every start. Any
// thread.
#pragma once

#include <filesystem>
#include <string>

namespace redraw {

// Finds where the running program is installed. Any thread.

// The program's file, with links followed; empty where it can't be found. Without /proc it's the
// path that the program was started by, unless it runs with another user's rights: whoever started
// it chose that path.
std::filesystem::path program_path();

// The version of this program or module: both contain the engine. A program and a module of
// different builds must not meet, so it identifies the engine's sources.
const char* module_version();

struct ModuleName {
    const char* file;      // "redraw_cuda.so", beside the executable
    const char* variable;  // environment variable that names another file (tests)
    const char* entry;     // the module's only exported symbol, a ModuleEntry
    const char* what;      // "CUDA": in sentences
};

// Returns null if the version is not the module's own.
template <class Module>
using ModuleEntry = const Module* (*)(const char* version);

template <class Module>
struct LoadedModule {
    const Module* module = nullptr;  // lives as long as the process
    std::string reason;              // why there is none, in one clause
};

// Says in a clause why it is not installed, or nothing: as cheap as a look into a folder.
std::string why_not_installed(const ModuleName& name);
// Loads the module; null with the reason if it is missing or does not load. Never unloads it: what
// it made may live until the process ends.
void* module_entry(const ModuleName& name, std::string& reason);
std::string belongs_to_another_build(const ModuleName& name);

template <class Module>
LoadedModule<Module> load_module(const ModuleName& name) {
    LoadedModule<Module> loaded;
    void* entry = module_entry(name, loaded.reason);
    if (entry == nullptr) return loaded;
    loaded.module = reinterpret_cast<ModuleEntry<Module>>(entry)(module_version());
    if (loaded.module == nullptr) loaded.reason = belongs_to_another_build(name);
    return loaded;
}

}  // namespace redraw
