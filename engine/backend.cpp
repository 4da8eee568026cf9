#include "engine/backend.h"

#include "engine/cpu/cpu_backend.h"
#include "engine/cpu/usable_cpus.h"
#include "engine/error.h"

#include <fstream>
#include <utility>

namespace redraw {

namespace {

constexpr const char* kNoCuda = "This build has no CUDA module.";

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            if (const std::size_t colon = line.find(": "); colon != std::string::npos)
                return line.substr(colon + 2);
    return "processor of unknown name";
}

}  // namespace

std::unique_ptr<Backend> make_backend(const BackendOptions& options, const NetworkSpec& network,
                                      const OptimizerSpec& optimizer, int channels,
                                      std::shared_ptr<const Dataset> dataset) {
    if (options.kind == BackendKind::cuda) throw Error(kNoCuda);
    const int threads = options.threads > 0 ? options.threads : cpu::usable_cpus();
    return std::make_unique<cpu::CpuBackend>(
        cpu::choose_kernels(options.instruction_set, options.precision), threads, network,
        optimizer, channels, std::move(dataset));
}

std::vector<DeviceInfo> list_devices() {
    const int threads = cpu::usable_cpus();
    const cpu::KernelSet& kernels =
        cpu::choose_kernels(InstructionSet::automatic, Precision::automatic);
    return {{"cpu",
             processor_name() + ", " + kernels.name + ", " + std::to_string(threads) +
                 (threads == 1 ? " thread" : " threads"),
             true},
            {"cuda", kNoCuda, false}};
}

}  // namespace redraw
