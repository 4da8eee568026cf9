// A part of Redraw that is a shared library of its own beside the executable, loaded only when it
// is needed: what it links to would keep the programs from starting, or slow every start, where
// nobody asked for it. Any thread.
#pragma once

#include <string>

namespace redraw {

// The version of this program, or of this module: the engine is inside both. A program must not
// load a module of another build, so this names the engine's sources.
const char* module_version();

struct ModuleName {
    const char* file;      // "redraw_cuda.so", beside the executable
    const char* variable;  // of the environment, naming another file (tests)
    const char* entry;     // the module's only exported symbol, a ModuleEntry
    const char* what;      // "CUDA": in sentences
};

// Null when the version is not the module's own.
template <class Module>
using ModuleEntry = const Module* (*)(const char* version);

template <class Module>
struct LoadedModule {
    const Module* module = nullptr;  // lives as long as the process
    std::string reason;              // why there is none, in one clause
};

// Why it is not installed, in one clause, or nothing: as cheap as a look into a folder.
std::string why_not_installed(const ModuleName& name);
// Null with the reason when it is not there or does not load. Never unloaded: what a module made
// may live until the process ends.
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
