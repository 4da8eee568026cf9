#include "cuda/blas_library.h"

#include "engine/system/library.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glob.h>

namespace redraw::cuda {
namespace {

// Usual places outside the loader's search path: CUDA toolkits, and pip packages (as for PyTorch).
constexpr const char* kElsewhere[] = {
    "/usr/local/cuda*/lib64/libcublas.so.1[23]",
    "/usr/local/lib/python3*/*-packages/nvidia/*/lib/libcublas.so.1[23]",
    "/usr/lib/python3*/*-packages/nvidia/*/lib/libcublas.so.1[23]",
    "~/.local/lib/python3*/site-packages/nvidia/*/lib/libcublas.so.1[23]",
};

// Returns the files that match a pattern, newest version first.
std::vector<std::string> names_like(const char* pattern) {
    glob_t found{};
    std::vector<std::string> names;
    if (glob(pattern, GLOB_TILDE, nullptr, &found) == 0)
        names.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    globfree(&found);
    std::ranges::sort(names, [](const std::string& a, const std::string& b) {
        return std::pair(a.back(), a) > std::pair(b.back(), b);
    });
    return names;
}

template <class Function>
bool find(void* library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(library_function(library, name));
    return function != nullptr;
}

// True if a cuBLAS handle can be created, or could with more memory. False otherwise, for example
// if the library needs a newer driver.
bool starts(const BlasLibrary& functions) {
    constexpr BlasStatus kNoMemory = 3;  // memory errors are reported later
    BlasHandle handle = nullptr;
    const BlasStatus status = functions.create(&handle);
    if (status == 0) functions.destroy(handle);
    return status == 0 || status == kNoMemory;
}

std::optional<BlasLibrary> load(const char* name) {
    void* library = load_library(name);
    if (!library) return std::nullopt;
    BlasLibrary functions;
    if (find(library, "cublasCreate_v2", functions.create) &&
        find(library, "cublasDestroy_v2", functions.destroy) &&
        find(library, "cublasSetStream_v2", functions.set_stream) &&
        find(library, "cublasSetWorkspace_v2", functions.set_workspace) &&
        find(library, "cublasSetMathMode", functions.set_math_mode) &&
        find(library, "cublasGemmEx", functions.gemm) && starts(functions))
        return functions;
    unload_library(library);
    return std::nullopt;
}

std::optional<BlasLibrary> load_first() {
    for (const char* name : {"libcublas.so.13", "libcublas.so", "libcublas.so.12"})
        if (auto functions = load(name)) return functions;
    for (const char* pattern : kElsewhere)
        for (const std::string& name : names_like(pattern))
            if (auto functions = load(name.c_str())) return functions;
    return std::nullopt;
}

}  // namespace

const BlasLibrary* blas_library() {
    static const std::optional<BlasLibrary> library = load_first();
    return library ? &*library : nullptr;
}

}  // namespace redraw::cuda
