#include "engine/cuda_module.h"

#include "engine/file/read_file.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

namespace redraw {
namespace {

namespace fs = std::filesystem;

struct Loaded {
    const CudaModule* module = nullptr;
    std::string reason;
};

fs::path module_path() {
    if (const char* named = std::getenv("REDRAW_CUDA_MODULE")) return named;
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path() / "redraw_cuda.so";
}

// Never unloaded: backends and their threads may live until the process ends.
Loaded load(const fs::path& path) {
    const std::string name = display_name(path.filename());
    std::error_code error;
    if (!fs::exists(path, error)) return {nullptr, "the CUDA module " + name + " is not installed"};
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* why = dlerror();
        return {nullptr, "the CUDA module does not load: " + display_name(why ? why : name)};
    }
    const auto entry = reinterpret_cast<CudaModuleEntry>(dlsym(library, "redraw_cuda_module"));
    if (entry == nullptr) return {nullptr, name + " is not a CUDA module of Redraw"};
    const CudaModule* module = entry(cuda_module_version());
    if (module == nullptr)
        return {nullptr, "the CUDA module " + name + " belongs to another build than this program"};
    return {module, ""};
}

}  // namespace

const CudaModule* cuda_module(std::string* reason) {
    static const Loaded loaded = load(module_path());
    if (reason != nullptr) *reason = loaded.reason;
    return loaded.module;
}

std::string why_no_cuda() {
    std::string reason;
    const CudaModule* module = cuda_module(&reason);
    if (module == nullptr) return reason;
    for (const DeviceInfo& device : module->devices()) {
        if (device.available) return "";
        if (reason.empty()) reason = device.detail;
    }
    return reason;
}

}  // namespace redraw
