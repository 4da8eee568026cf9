#include "engine/module/loaded_module.h"

#include "engine/system/library.h"
#include "engine/system/process.h"
#include "engine/text/display_name.h"

#include <filesystem>
#include <system_error>

namespace redraw {

namespace fs = std::filesystem;

namespace {

fs::path path_of(const ModuleName& name) {
    if (const char* named = trusted_environment(name.variable); named && *named) return named;
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
    std::string why;
    void* library = load_library(path, &why);
    if (library == nullptr) {
        reason =
            "the " + what + " module does not load: " + (why.empty() ? file : display_name(why));
        return nullptr;
    }
    void* entry = library_function(library, name.entry);
    if (entry == nullptr) reason = file + " is not a " + what + " module of Redraw";
    return entry;
}

std::string belongs_to_another_build(const ModuleName& name) {
    return std::string("the ") + name.what + " module " + display_name(path_of(name).filename()) +
           " belongs to another build than this program";
}

}  // namespace redraw
