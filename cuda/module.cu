// Exports the module's only visible symbol.
#include "engine/device/cuda_module.h"

#include "cuda/cuda_backend.h"
#include "cuda/device.h"
#include "cuda/opengl.h"

#include <string_view>
#include <utility>

namespace redraw::cuda {
namespace {

std::unique_ptr<Backend> make_backend(const BackendOptions& options, const NetworkSpec& network,
                                      const OptimizerSpec& optimizer, int channels,
                                      std::shared_ptr<const Dataset> dataset) {
    choose_usable_device();
    return std::make_unique<CudaBackend>(options, network, optimizer, channels, std::move(dataset));
}

constexpr CudaModule kModule{devices, make_backend, match_opengl, make_gl_texture_writer};

}  // namespace
}  // namespace redraw::cuda

extern "C" __attribute__((visibility("default"))) const redraw::CudaModule* redraw_cuda_module(
    const char* version) {
    return std::string_view(version) == redraw::module_version() ? &redraw::cuda::kModule : nullptr;
}
