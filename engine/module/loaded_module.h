// Loads a part of Redraw from a shared library beside the executable, on first use: the libraries
// that it links to may be missing, and loading them would slow down every start. Any thread.
#pragma once

#include <string>

namespace redraw {

// Returns a string that identifies the engine's source code in this program or module; each
// contains a copy of the engine. A program refuses a module of another build.
const char* module_version();

struct ModuleName {
    const char* file;      // "redraw_cuda.so", beside the executable
    const char* variable;  // environment variable that names another file (tests)
    const char* entry;     // the module's only exported symbol, a ModuleEntry
    const char* what;      // name in messages: "CUDA"
};

// Entry function of a module: returns null if `version` is not the module's own.
template <class Module>
using ModuleEntry = const Module* (*)(const char* version);

template <class Module>
struct LoadedModule {
    const Module* module = nullptr;  // never unloaded
    std::string reason;              // why `module` is null, in one clause
};

// Returns why the module is not installed, as part of a sentence; empty if it is installed. Only
// checks whether the file exists.
std::string why_not_installed(const ModuleName& name);
// Loads the module and returns its entry function. Null, with `reason` set, if the file is missing,
// does not load or lacks the function. Never unloads it: its objects may live until the end.
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
