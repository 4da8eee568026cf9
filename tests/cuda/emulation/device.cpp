#include "device.h"

#include "block.h"
#include "fault.h"
#include "stream.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string_view>
#include <utility>

namespace redraw::cuda::emulation {

namespace {

thread_local cudaError_t last_error = cudaSuccess;

Settings settings_of_environment() {
    Settings settings;
    const auto number = [](const char* name) {
        const char* text = std::getenv(name);
        return text == nullptr ? 0 : std::atoi(text);
    };
    settings.failing_allocation = number("REDRAW_CUDA_EMULATION_FAIL_ALLOCATION");
    settings.losing_kernel = number("REDRAW_CUDA_EMULATION_LOSE_DEVICE");
    if (const int bytes = number("REDRAW_CUDA_EMULATION_SHARED_MEMORY"))
        settings.shared_memory = std::size_t(bytes);
    settings.tensor_cores_truncate = number("REDRAW_CUDA_EMULATION_TRUNCATE") != 0;
    if (const char* text = std::getenv("REDRAW_CUDA_EMULATION_ORDER")) {
        const std::string_view order = text;
        if (order == "reverse") settings.order = Order::reverse;
        if (order.starts_with("shuffle:")) {
            settings.order = Order::shuffled;
            settings.seed = std::strtoull(text + 8, nullptr, 10);
        }
    }
    return settings;
}

std::vector<unsigned> indices(std::size_t count, const Settings& settings,
                              std::mt19937_64& random) {
    std::vector<unsigned> order(count);
    std::iota(order.begin(), order.end(), 0u);
    if (settings.order == Order::reverse) std::ranges::reverse(order);
    if (settings.order == Order::shuffled) std::ranges::shuffle(order, random);
    return order;
}

}  // namespace

Device& device() {
    static Device* const the_device = new Device;  // never destroyed: statics may still use it
    return *the_device;
}

Device::Device() : settings(settings_of_environment()) {}

cudaError_t result(cudaError_t error) {
    if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
    return error;
}

bool Device::is_pinned(const void* pointer, std::size_t bytes) const {
    auto* at = static_cast<std::byte*>(const_cast<void*>(pointer));
    auto next = pinned.upper_bound(at);
    if (next == pinned.begin()) return false;
    --next;
    return at + bytes <= next->first + next->second;
}

bool Device::allocation_fails() {
    ++counters.allocations;
    return settings.failing_allocation > 0 && --settings.failing_allocation == 0;
}

void Device::run_kernel(const LaunchShape& shape, const std::function<void()>& thread) {
    ++counters.kernels;
    if (settings.losing_kernel > 0 && --settings.losing_kernel == 0) {
        lost = settings.loss;
        return;
    }
    const dim3 grid = shape.grid;
    const std::size_t threads = std::size_t{shape.block.x} * shape.block.y * shape.block.z;
    std::mt19937_64 random(settings.seed);
    try {
        for (const unsigned b : indices(std::size_t{grid.x} * grid.y * grid.z, settings, random)) {
            uint3 index;
            index.x = b % grid.x;
            index.y = b / grid.x % grid.y;
            index.z = b / grid.x / grid.y;
            block().run(shape, index, indices(threads, settings, random), thread);
        }
    } catch (const KernelFault& fault) {
        lost = cudaErrorLaunchFailure;
        report_fault(fault.what());
    }
}

void set_order(Order order, std::uint64_t seed) {
    const std::scoped_lock lock(device().mutex);
    device().settings.order = order;
    device().settings.seed = seed;
}
void fail_allocation(int n) {
    const std::scoped_lock lock(device().mutex);
    device().settings.failing_allocation = n;
}
void lose_device(int n, cudaError_t error) {
    const std::scoped_lock lock(device().mutex);
    device().settings.losing_kernel = n;
    device().settings.loss = error;
}
void set_total_memory(std::size_t bytes) {
    const std::scoped_lock lock(device().mutex);
    device().settings.total_memory = bytes;
}
void set_multiprocessors(int count) {
    const std::scoped_lock lock(device().mutex);
    device().settings.multiprocessors = count;
}
void set_compute_capability(int major, int minor) {
    const std::scoped_lock lock(device().mutex);
    device().settings.major = major;
    device().settings.minor = minor;
}
Alive alive() {
    const std::scoped_lock lock(device().mutex);
    const Device& d = device();
    return {d.memory.count() + d.pinned.size(), d.memory.bytes(), d.streams.size(), d.events.size(),
            d.graphs.size() + d.executables.size()};
}
Counters counters() {
    const std::scoped_lock lock(device().mutex);
    return device().counters;
}
void reset() {
    const std::scoped_lock lock(device().mutex);
    device().settings = settings_of_environment();
    device().lost = cudaSuccess;
    device().counters = {};
    last_error = cudaSuccess;
}

}  // namespace redraw::cuda::emulation

using namespace redraw::cuda::emulation;

cudaError_t cudaGetLastError() {
    const std::scoped_lock lock(device().mutex);
    const cudaError_t error = std::exchange(last_error, cudaSuccess);
    return device().lost != cudaSuccess ? device().lost : error;
}

cudaError_t cudaPeekAtLastError() {
    const std::scoped_lock lock(device().mutex);
    return device().lost != cudaSuccess ? device().lost : last_error;
}
