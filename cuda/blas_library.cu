#include "cuda/blas_library.h"

#include <optional>

#include <dlfcn.h>

namespace redraw::cuda {
namespace {

template <class Function>
bool find(void* library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(dlsym(library, name));
    return function != nullptr;
}

std::optional<BlasLibrary> load(const char* name) {
    void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return std::nullopt;
    BlasLibrary functions;
    if (find(library, "cublasCreate_v2", functions.create) &&
        find(library, "cublasDestroy_v2", functions.destroy) &&
        find(library, "cublasSetStream_v2", functions.set_stream) &&
        find(library, "cublasSetWorkspace_v2", functions.set_workspace) &&
        find(library, "cublasSetMathMode", functions.set_math_mode) &&
        find(library, "cublasGemmEx", functions.gemm))
        return functions;
    dlclose(library);
    return std::nullopt;
}

std::optional<BlasLibrary> load_first() {
    // The toolkit's own folder comes last: most systems have it on the loader's path.
    for (const char* name : {"libcublas.so.13", "libcublas.so", "libcublas.so.12",
                             "/usr/local/cuda/lib64/libcublas.so.13"})
        if (auto functions = load(name)) return functions;
    return std::nullopt;
}

}  // namespace

const BlasLibrary* blas_library() {
    static const std::optional<BlasLibrary> library = load_first();
    return library ? &*library : nullptr;
}

}  // namespace redraw::cuda
