#include "engine/module/loaded_module.h"

#include "engine/text/display_name.h"

#include <dlfcn.h>
#include <sys/auxv.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace redraw {

namespace fs = std::filesystem;

fs::path program_path() {
    std::error_code error;
    fs::path path = fs::read_symlink("/proc/self/exe", error);
    if (!error) return path;
    const auto* started = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    if (started == nullptr || getauxval(AT_SECURE) != 0) return {};
    path = fs::canonical(started, error);
    return error ? fs::path() : path;
}

namespace {

// Returns the module's path. Ignores the environment variable if the program runs with another
// user's rights (setuid): the caller must not choose its code.
fs::path path_of(const ModuleName& name) {
    if (const char* named = secure_getenv(name.variable); named && *named) return named;
    return program_path().parent_path() / name.file;
}

}  // namespace

std::string why_not_installed(const ModuleName& name) {
    const fs::path path = path_of(name);
    std::error_code error;
    if (fs::exists(path, error)) return "";
    return std::string("the ") + name.what + " module " + display_name(path.filename()) +
           " is not installed";
}

void* module_entry(const ModuleName& name, std::string& reason) {
    reason = why_not_installed(name);
    if (!reason.empty()) return nullptr;
    const fs::path path = path_of(name);
    const std::string file = display_name(path.filename()), what = name.what;
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* why = dlerror();
        reason = "the " + what + " module does not load: " + display_name(why ? why : file);
        return nullptr;
    }
    void* entry = dlsym(library, name.entry);
    if (entry == nullptr) reason = file + " is not a " + what + " module of Redraw";
    return entry;
}

std::string belongs_to_another_build(const ModuleName& name) {
    return std::string("the ") + name.what + " module " + display_name(path_of(name).filename()) +
           " belongs to another build than this program";
}

}  // namespace redraw
