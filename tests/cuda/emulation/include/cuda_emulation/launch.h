// Launches, dynamic shared memory and tensor core products on the CPU, for cuda/language.h.
#pragma once

#include "cuda_emulation/device_functions.h"
#include "cuda_emulation/runtime_api.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>
#include <type_traits>

namespace redraw::cuda::emulation {

struct LaunchShape {
    dim3 grid, block;
    std::size_t shared_bytes = 0;
};

// Queues `thread` for every thread of the grid. A launch shape beyond the device's limits is not
// queued and sets the last error.
void enqueue_kernel(const LaunchShape& shape, cudaStream_t stream, std::function<void()> thread);

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
            cudaStream_t stream, Arguments... arguments) {
    static_assert((std::is_trivially_copyable_v<Parameters> && ...));
    enqueue_kernel(
        {grid, block, shared_bytes}, stream,
        [kernel, parameters = std::tuple<Parameters...>(static_cast<Parameters>(arguments)...)] {
            std::apply(kernel, parameters);
        });
}

std::byte* dynamic_shared();
void mma_bf16(float (&d)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2],
              Place place = Place::current());

}  // namespace redraw::cuda::emulation
