#include "engine/device/cuda_module.h"

namespace redraw {

const CudaModule* cuda_module(std::string* reason) {
    static const LoadedModule<CudaModule> loaded = load_module<CudaModule>(
        {"redraw_cuda.so", "REDRAW_CUDA_MODULE", "redraw_cuda_module", "CUDA"});
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
