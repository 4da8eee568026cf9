#include "engine/module/program_path.h"

#include <sys/auxv.h>

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

}  // namespace redraw
