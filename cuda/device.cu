#include "cuda/device.h"

#include "cuda/language.h"
#include "engine/error.h"
#include "engine/system/library.h"

#include <atomic>
#include <optional>
#include <string>

namespace redraw::cuda {
namespace {

std::atomic<int> device_of_backends{0};

// Lowest compute capability that this build contains code for; 75 means 7.5.
constexpr int kOldestDevice = REDRAW_CUDA_OLDEST;

// Formats a version number: CUDA encodes 12.4 as 12040.
std::string cuda_version(int number) {
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}
std::string capability(int number) {
    return std::to_string(number / 10) + "." + std::to_string(number % 10);
}

// Returns the CUDA version of the installed driver; 0 if unknown, absent without a driver. Asks the
// driver itself, since the runtime returns the same error for a missing and an outdated driver.
std::optional<int> driver_version() {
    void* driver = load_library("libcuda.so.1");
    if (driver == nullptr) return std::nullopt;
    int version = 0;
    if (auto* ask = reinterpret_cast<int (*)(int*)>(library_function(driver, "cuDriverGetVersion")))
        if (ask(&version) != 0) version = 0;
    unload_library(driver);
    return version;
}

std::string why_no_devices(cudaError_t status) {
    const std::optional<int> driver = driver_version();
    if (!driver) return "no NVIDIA driver is installed";
    int runtime = 0;
    cudaRuntimeGetVersion(&runtime);
    const int needed = runtime / 1000 * 1000;  // every driver of this major version works
    if (*driver > 0 && *driver < needed)
        return "the NVIDIA driver is too old: it goes up to CUDA " + cuda_version(*driver) +
               ", and this build needs " + cuda_version(needed);
    switch (status) {
        case cudaErrorInsufficientDriver:
            return "the NVIDIA driver is too old: this build needs one for CUDA " +
                   cuda_version(needed);
        case cudaSuccess:  // no error, but 0 devices
        case cudaErrorNoDevice:
            return "the NVIDIA driver finds no device";
        default:
            return std::string("the NVIDIA driver does not start: ") + cudaGetErrorString(status);
    }
}

DeviceInfo describe(int device) {
    DeviceInfo info{"cuda:" + std::to_string(device), "", false};
    cudaDeviceProp properties{};
    if (const cudaError_t status = cudaGetDeviceProperties(&properties, device);
        status != cudaSuccess) {
        cudaGetLastError();
        info.detail = std::string("the device does not answer: ") + cudaGetErrorString(status);
        return info;
    }
    info.detail = properties.name;
    const int version = properties.major * 10 + properties.minor;
    if (version < kOldestDevice) {
        info.detail += " is too old: it has compute capability " + capability(version) +
                       ", and this build needs " + capability(kOldestDevice);
        return info;
    }
    const std::size_t gib = (properties.totalGlobalMem + (1u << 29)) >> 30;
    info.detail += ", " + std::to_string(properties.multiProcessorCount) + " multiprocessors, " +
                   std::to_string(gib) + " GiB, " + (properties.major >= 8 ? "bf16x3" : "fp32");
    info.available = true;
    return info;
}

}  // namespace

std::vector<DeviceInfo> devices() {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess || count == 0) {
        cudaGetLastError();
        return {{"cuda", why_no_devices(status), false}};
    }
    std::vector<DeviceInfo> found;
    for (int device = 0; device < count; ++device) found.push_back(describe(device));
    return found;
}

int chosen_device() {
    return device_of_backends.load();
}

void choose_device(int device) {
    device_of_backends.store(device);
}

void choose_usable_device() {
    if (describe(chosen_device()).available) return;  // no need to examine the other devices
    const std::vector<DeviceInfo> found = devices();
    for (std::size_t device = 0; device < found.size(); ++device)
        if (found[device].available) return choose_device(int(device));
    throw Error("CUDA is not available: " + found.front().detail + ".");
}

}  // namespace redraw::cuda
