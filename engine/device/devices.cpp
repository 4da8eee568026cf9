#include "engine/device/devices.h"

#include "engine/backend/enlarging_backend.h"
#include "engine/cpu/cpu_backend.h"
#include "engine/cpu/usable_cpus.h"
#include "engine/device/cuda_module.h"
#include "engine/error.h"
#include "engine/system/machine.h"

#include <fmt/format.h>

#include <utility>

namespace redraw {

namespace {

OpenGlBackend opengl;

DeviceInfo opengl_device() {
    if (!opengl.device) return {"gl", "this program is built without OpenGL", false};
    return opengl.device();
}

void require_opengl(const BackendOptions& options) {
    if (const DeviceInfo device = opengl_device(); !device.available)
        throw Error("OpenGL is not available: " + device.detail + ".");
    if (options.precision != Precision::automatic && options.precision != Precision::fp32)
        throw Error("OpenGL computes in fp32 only.");
}

void require_cuda() {
    if (const std::string reason = why_no_cuda(); !reason.empty())
        throw Error("CUDA is not available: " + reason + ".");
}

// Makes a CUDA backend. Null if make_backend() should use the CPU: the options rule CUDA out, or
// the kind is `automatic` and no device can take this network (none usable, not enough memory,
// cuBLAS missing). Throws Error if the user chose CUDA and it fails.
std::unique_ptr<Backend> make_on_cuda(const BackendOptions& options, const NetworkSpec& network,
                                      const OptimizerSpec& optimizer, int channels,
                                      const std::shared_ptr<const Dataset>& dataset,
                                      std::string* why_not) {
    const bool by_name = options.kind == BackendKind::cuda;
    if (!by_name && (options.kind != BackendKind::automatic ||
                     options.instruction_set != InstructionSet::automatic))
        return nullptr;
    if (by_name)
        require_cuda();
    else if (!why_no_cuda().empty())
        return nullptr;
    try {
        return cuda_module()->make_backend(options, network, optimizer, channels, dataset);
    } catch (const Error& error) {
        if (by_name) throw Error(error.what());  // not a DeviceFailed: there is no state to save
        if (why_not != nullptr) *why_not = error.what();
        return nullptr;
    }
}

std::unique_ptr<Backend> make_on_opengl(const BackendOptions& options, const NetworkSpec& network,
                                        const OptimizerSpec& optimizer, int channels,
                                        const std::shared_ptr<const Dataset>& dataset) {
    const bool apart = options.apart && !driver_is_here(options);
    if (!apart) require_opengl(options);
    if (network.encoding == Encoding::window)
        throw Error("OpenGL does not compute networks that enlarge a picture; the CPU does.");
    try {
        return (apart ? opengl.make_apart : opengl.make)(network, optimizer, channels, dataset);
    } catch (const DeviceFailed& error) {
        if (options.apart) throw;
        throw Error(error.what());  // not a DeviceFailed: there is no state to save
    }
}

}  // namespace

void register_opengl(const OpenGlBackend& backend) {
    opengl = backend;
}

const OpenGlBackend& opengl_backend() {
    return opengl;
}

bool driver_is_here(const BackendOptions& options) {
    if (options.apart) return !opengl.make_apart;
    return !opengl.trains_apart || !opengl.trains_apart();
}

std::optional<OpenGlDriver> opengl_gpu() {
    return opengl.gpu ? opengl.gpu() : std::nullopt;
}

std::unique_ptr<Backend> make_backend(const BackendOptions& options, const NetworkSpec& network,
                                      const OptimizerSpec& optimizer, int channels,
                                      std::shared_ptr<const Dataset> dataset,
                                      std::string* why_not_cuda) {
    const bool of_windows = network.encoding == Encoding::window;
    REDRAW_CHECK(!of_windows || dataset, "a network of windows draws from a picture");
    const std::shared_ptr<const Dataset> learned =
        of_windows && !dataset->examples ? nullptr : dataset;
    const int outputs = output_count(network, channels);
    std::unique_ptr<Backend> backend;
    if (options.kind == BackendKind::gl)
        backend = make_on_opengl(options, network, optimizer, outputs, learned);
    else
        backend = make_on_cuda(options, network, optimizer, outputs, learned, why_not_cuda);
    if (!backend)
        backend = std::make_unique<cpu::CpuBackend>(
            cpu::choose_kernels(options.instruction_set, options.precision, network),
            options.threads > 0 ? options.threads : cpu::usable_cpus(), network, optimizer, outputs,
            learned);
    if (!of_windows) return backend;
    const Image* target = &dataset->target;
    const std::shared_ptr<const Image> picture(std::move(dataset), target);
    return std::make_unique<EnlargingBackend>(std::move(backend), network.window, picture);
}

void require_backend(const BackendOptions& options) {
    if (options.kind == BackendKind::cuda) return require_cuda();
    if (options.kind == BackendKind::gl) return require_opengl(options);
    if (options.threads == 0) cpu::usable_cpus();
    const bool cuda_may = options.kind == BackendKind::automatic && why_no_cuda().empty();
    if (!cuda_may) cpu::choose_kernels(options.instruction_set, options.precision);
}

std::vector<DeviceInfo> list_devices() {
    const int threads = cpu::usable_cpus();
    const cpu::KernelSet& kernels =
        cpu::choose_kernels(InstructionSet::automatic, Precision::automatic);
    std::vector<DeviceInfo> devices{{"cpu",
                                     fmt::format("{}, {}, {} thread{}", processor_name(),
                                                 kernels.name, threads, threads == 1 ? "" : "s"),
                                     true}};
    std::string reason;
    if (const CudaModule* module = cuda_module(&reason))
        for (DeviceInfo& device : module->devices()) devices.push_back(std::move(device));
    else
        devices.push_back({"cuda", reason, false});
    devices.push_back(opengl_device());
    return devices;
}

}  // namespace redraw
