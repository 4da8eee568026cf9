// Exports the module's only visible symbol.
#include "engine/device/cuda_module.h"

#include "cuda/cuda_backend.h"
#include "cuda/device.h"
#include "cuda/opengl.h"

#include <string_view>
#include <utility>

namespace redraw::cuda {
namespace {

class Module final : public CudaModule {
public:
    std::vector<DeviceInfo> devices() const override { return cuda::devices(); }

    std::unique_ptr<Backend> make_backend(const BackendOptions& options, const NetworkSpec& network,
                                          const OptimizerSpec& optimizer, int channels,
                                          std::shared_ptr<const Dataset> dataset) const override {
        choose_usable_device();
        return std::make_unique<CudaBackend>(options, network, optimizer, channels,
                                             std::move(dataset));
    }

    bool match_opengl(unsigned probe, const std::array<std::uint8_t, 4>& rgba,
                      std::string& reason) const override {
        return cuda::match_opengl(probe, rgba, reason);
    }

    std::unique_ptr<TextureWriter> make_texture_writer(unsigned texture, int width,
                                                       int height) const override {
        return make_gl_texture_writer(texture, width, height);
    }
};

}  // namespace
}  // namespace redraw::cuda

extern "C" __attribute__((visibility("default"))) const redraw::CudaModule* redraw_cuda_module(
    const char* version) {
    static const redraw::cuda::Module module;
    return std::string_view(version) == redraw::module_version() ? &module : nullptr;
}
