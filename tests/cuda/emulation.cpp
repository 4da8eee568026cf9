// Tests the emulated device itself: a kernel that is wrong on a GPU must not pass on it.
#include "cuda/language.h"
#include "engine/network/random.h"
#include "tests/support/emulated_device.h"

#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using namespace redraw;
using namespace redraw::cuda;
using namespace redraw_test;
namespace emulation = redraw::cuda::emulation;

namespace {

std::uint32_t bf16_pair(float low, float high) {
    return std::bit_cast<std::uint32_t>(low) >> 16 |
           (std::bit_cast<std::uint32_t>(high) & 0xFFFF'0000u);
}
float bf16(float value) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xFFFF'0000u);
}

// Computes one 16x8 product a warp from row-major matrices, with the fragments of the PTX manual.
__global__ void product(const float* a, const float* b, float* d) {
    const int warp = int(threadIdx.x) / 32, lane = int(threadIdx.x) % 32;
    const int group = lane / 4, t = lane % 4;
    a += warp * 256;
    b += warp * 128;
    d += warp * 128;
    std::uint32_t fa[4], fb[2];
    for (int i = 0; i < 4; ++i) {
        const int row = group + 8 * (i % 2), column = 2 * t + 8 * (i / 2);
        fa[i] = bf16_pair(a[row * 16 + column], a[row * 16 + column + 1]);
    }
    for (int i = 0; i < 2; ++i) {
        const int row = 2 * t + 8 * i;
        fb[i] = bf16_pair(b[row * 8 + group], b[(row + 1) * 8 + group]);
    }
    float fd[4];
    for (int i = 0; i < 4; ++i) fd[i] = d[(group + 8 * (i / 2)) * 8 + 2 * t + i % 2];
    mma_bf16(fd, fa, fb);
    for (int i = 0; i < 4; ++i) d[(group + 8 * (i / 2)) * 8 + 2 * t + i % 2] = fd[i];
}

// Sums each block's numbers in shared memory, with or without the barriers between the rounds.
template <bool with_barriers>
__global__ void block_sum(const float* values, float* sums) {
    float* shared = reinterpret_cast<float*>(dynamic_shared());
    const unsigned i = threadIdx.x;
    shared[i] = values[blockIdx.x * blockDim.x + i];
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (with_barriers) __syncthreads();
        if (i < half) shared[i] += shared[i + half];
    }
    if (i == 0) sums[blockIdx.x] = shared[0];
}

__global__ void shuffles(int* out) {
    const int lane = int(threadIdx.x);
    int* mine = out + lane * 5;
    mine[0] = __shfl_xor_sync(~0u, lane * 10, 5);
    mine[1] = __shfl_down_sync(~0u, lane * 10, 3);
    mine[2] = __shfl_up_sync(~0u, lane * 10, 3, 8);
    mine[3] = __shfl_sync(~0u, lane * 10, 2, 4);
    mine[4] = int(__ballot_sync(~0u, lane % 3 == 0));
}

__global__ void add_one(float* values, int count) {
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) values[i] += 1;
}
__global__ void double_all(float* values, int count) {
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) values[i] *= 2;
}

__global__ void divergent(int kind) {
    const int i = int(threadIdx.x);
    if (kind == 0 && i == 7) return;  // an early return before the barrier
    if (kind == 1 && i == 7) {
        __syncthreads();  // a different barrier from the other threads'
    } else if (kind == 2 && i == 7) {
        __syncwarp();  // no other thread reaches this barrier
    } else {
        __syncthreads();
    }
}

__global__ void write_at(std::byte* memory, int offset) {
    memory[offset] = std::byte{1};
}
__global__ void write_shared(int offset) {
    dynamic_shared()[offset] = std::byte{1};
}

const emulation::Order kOrders[] = {emulation::Order::forward, emulation::Order::reverse,
                                    emulation::Order::shuffled};

}  // namespace

TEST_CASE("a product of tensor cores is a product of matrices") {
    const Reset reset;
    const int warps = 3;
    std::vector<float> a(warps * 256), b(warps * 128), d(warps * 128);
    std::uint64_t i = 0;
    for (std::vector<float>* values : {&a, &b, &d})
        for (float& value : *values) value = bf16(random_unit(1, 2, i++) - 0.5f);
    std::vector<double> expected(d.begin(), d.end());
    for (int w = 0; w < warps; ++w)
        for (int row = 0; row < 16; ++row)
            for (int column = 0; column < 8; ++column)
                for (int k = 0; k < 16; ++k)
                    expected[w * 128 + row * 8 + column] +=
                        double(a[w * 256 + row * 16 + k]) * b[w * 128 + k * 8 + column];
    for (const emulation::Order order : kOrders) {
        emulation::set_order(order, 3);
        const EmulatedArray<float> on_a(a), on_b(b), on_d(d);
        launch(product, dim3(1), dim3(warps * 32), 0, nullptr, on_a.get(), on_b.get(), on_d.get());
        const std::vector<float> result = on_d.host();
        for (std::size_t j = 0; j < result.size(); ++j)
            REQUIRE(double(result[j]) == doctest::Approx(expected[j]).epsilon(1e-5));
    }
}

TEST_CASE("shuffles and ballots follow the manual") {
    const Reset reset;
    for (const emulation::Order order : kOrders) {
        emulation::set_order(order, 4);
        const EmulatedArray<int> out(32 * 5);
        launch(shuffles, dim3(1), dim3(32), 0, nullptr, out.get());
        const std::vector<int> result = out.host();
        for (int lane = 0; lane < 32; ++lane) {
            const int* mine = result.data() + lane * 5;
            CHECK(mine[0] == (lane ^ 5) * 10);
            CHECK(mine[1] == (lane + 3 < 32 ? lane + 3 : lane) * 10);
            CHECK(mine[2] == (lane % 8 >= 3 ? lane - 3 : lane) * 10);
            CHECK(mine[3] == (lane / 4 * 4 + 2) * 10);
            CHECK(unsigned(mine[4]) == 0b01001001'00100100'10010010'01001001u);
        }
    }
}

TEST_CASE("a missing barrier shows under some order, and its presence under none") {
    const Reset reset;
    std::vector<float> values(4 * 64);
    std::iota(values.begin(), values.end(), 1.0f);
    std::set<std::vector<float>> right, wrong;
    const EmulatedArray<float> input(values), sums(4);
    for (const emulation::Order order : kOrders) {
        emulation::set_order(order, 5);
        launch(block_sum<true>, dim3(4), dim3(64), 64 * sizeof(float), nullptr, input.get(),
               sums.get());
        right.insert(sums.host());
        launch(block_sum<false>, dim3(4), dim3(64), 64 * sizeof(float), nullptr, input.get(),
               sums.get());
        std::vector<float> result = sums.host();
        for (float& sum : result)
            if (sum != sum) sum = -1;  // unwritten sums are NaN; -1 makes them comparable
        wrong.insert(result);
    }
    CHECK(right == std::set<std::vector<float>>{{2080, 6176, 10272, 14368}});
    CHECK(wrong.size() > 1);
}

TEST_CASE("divergent barriers are found and named") {
    for (const int kind : {0, 1, 2}) {
        CAPTURE(kind);
        const Reset reset;
        const emulation::FaultTrap trap;
        launch(divergent, dim3(2), dim3(48), 0, nullptr, kind);
        CHECK(trap.faults().empty());  // queued kernels have not run yet
        CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
        CHECK(contains(only(trap), "divergent barrier"));
        CHECK(contains(only(trap), "cuda/emulation.cpp"));
        CHECK(contains(only(trap), "(divergent)"));
        int* memory = nullptr;
        CHECK(cudaMalloc(&memory, 4) == cudaErrorLaunchFailure);  // the device is lost
    }
}

TEST_CASE("writes beyond device and shared memory are found") {
#if !defined(__SANITIZE_ADDRESS__)  // AddressSanitizer would end the process at the write itself
    for (const int offset : {-1, 100, 255}) {
        const Reset reset;
        const emulation::FaultTrap trap;
        std::byte* memory = nullptr;
        REQUIRE(cudaMalloc(&memory, 100) == cudaSuccess);
        launch(write_at, dim3(1), dim3(1), 0, nullptr, memory, offset);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        cudaFree(memory);
        CHECK(contains(only(trap), offset < 0 ? "before a device allocation of 100 bytes"
                                              : "beyond a device allocation of 100 bytes"));
    }
    const Reset reset;
    const emulation::FaultTrap trap;
    launch(write_shared, dim3(1), dim3(1), 100, nullptr, 100);
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    CHECK(contains(only(trap), "beyond its dynamic shared memory of 100 bytes"));
#endif
}

TEST_CASE("memory is poisoned, and the host cannot touch the device's") {
    const Reset reset;
    const EmulatedArray<float> values(5);
    for (const float value : values.host()) CHECK(value != value);
    const EmulatedArray<float> sums(1);
    launch(block_sum<true>, dim3(1), dim3(2), 8, nullptr, values.get(), sums.get());
    CHECK(sums.host()[0] != sums.host()[0]);

    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGSEGV, [](int) { _exit(42); });
        *static_cast<volatile float*>(values.get()) = 1;
        _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WEXITSTATUS(status) == 42);
}

TEST_CASE("a replayed graph equals direct launches") {
    const Reset reset;
    const int count = 37;
    const Stream stream;
    const EmulatedArray<float> direct(std::vector<float>(count, 1)),
        replayed(std::vector<float>(count, 1));
    const auto work = [&](float* values) {
        launch(add_one, dim3(2), dim3(32), 0, stream, values, count);
        launch(double_all, dim3(2), dim3(32), 0, stream, values, count);
    };
    for (int i = 0; i < 3; ++i) work(direct.get());
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
    work(replayed.get());
    REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    CHECK(replayed.host() == std::vector<float>(count, 1));  // a capture does not run its work
    REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
    for (int i = 0; i < 3; ++i) REQUIRE(cudaGraphLaunch(executable, stream) == cudaSuccess);
    REQUIRE(cudaGraphExecDestroy(executable) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(replayed.host() == direct.host());
    CHECK(replayed.host() == std::vector<float>(count, 22));
}

TEST_CASE("what cannot be captured ends the capture") {
    const Reset reset;
    for (const int what : {0, 1, 2}) {
        const Stream stream;
        REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
        void* memory = nullptr;
        const cudaError_t error = what == 0   ? cudaMalloc(&memory, 4)
                                  : what == 1 ? cudaDeviceSynchronize()
                                              : cudaStreamSynchronize(stream);
        CHECK(error == cudaErrorStreamCaptureUnsupported);
        cudaGraph_t graph = nullptr;
        CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
        CHECK(graph == nullptr);
    }
}

TEST_CASE("what nobody waits for has not happened") {
    const Reset reset;
    const Stream stream, other;
    const EmulatedArray<float> values(std::vector<float>(4, 1));
    float* pinned = nullptr;
    REQUIRE(cudaMallocHost(&pinned, 16) == cudaSuccess);
    launch(add_one, dim3(1), dim3(4), 0, stream, values.get(), 4);
    CHECK(values.host()[0] == 1);  // copied on the default stream, which does not wait for `stream`
    REQUIRE(cudaMemcpyAsync(pinned, values.get(), 16, cudaMemcpyDeviceToHost, stream) ==
            cudaSuccess);
    CHECK(pinned[0] != 2);
    cudaEvent_t event = nullptr;
    REQUIRE(cudaEventCreate(&event) == cudaSuccess);
    REQUIRE(cudaEventRecord(event, stream) == cudaSuccess);
    CHECK(cudaEventQuery(event) == cudaErrorNotReady);
    REQUIRE(cudaStreamWaitEvent(other, event, 0) == cudaSuccess);
    launch(double_all, dim3(1), dim3(4), 0, other, values.get(), 4);
    REQUIRE(cudaStreamSynchronize(other) == cudaSuccess);
    CHECK(cudaEventQuery(event) == cudaSuccess);
    CHECK(pinned[3] == 2);
    CHECK(values.host() == std::vector<float>(4, 4));
    cudaEventDestroy(event);
    cudaFreeHost(pinned);
}

TEST_CASE("copies are checked against what the pointers are") {
    const Reset reset;
    const EmulatedArray<float> values(4);
    std::vector<float> host(5);
    CHECK(cudaMemcpy(values.get(), host.data(), 20, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);  // 20 bytes exceed the allocation of 16
    CHECK(cudaMemcpy(values.get(), host.data(), 16, cudaMemcpyDeviceToHost) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host.data(), host.data(), 16, cudaMemcpyDeviceToHost) ==
          cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaMemcpy(host.data(), values.get(), 16, cudaMemcpyDefault) == cudaSuccess);
}

TEST_CASE("allocations fail and devices are lost on demand") {
    const Reset reset;
    const emulation::Alive before = emulation::alive();
    emulation::fail_allocation(2);
    void *first = nullptr, *second = nullptr;
    CHECK(cudaMalloc(&first, 10) == cudaSuccess);
    CHECK(cudaMalloc(&second, 10) == cudaErrorMemoryAllocation);
    CHECK(second == nullptr);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    emulation::set_total_memory(1000);
    CHECK(cudaMalloc(&second, 991) == cudaErrorMemoryAllocation);
    CHECK(cudaMalloc(&second, 990) == cudaSuccess);
    cudaFree(second);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);

    emulation::lose_device(2, cudaErrorECCUncorrectable);
    for (int i = 0; i < 3; ++i)
        launch(add_one, dim3(1), dim3(1), 0, nullptr, static_cast<float*>(first), 1);
    CHECK(cudaPeekAtLastError() == cudaSuccess);  // queued kernels have not run yet
    CHECK(cudaStreamSynchronize(nullptr) == cudaErrorECCUncorrectable);
    CHECK(cudaMalloc(&second, 10) == cudaErrorECCUncorrectable);
    CHECK(cudaGetLastError() == cudaErrorECCUncorrectable);
    CHECK(cudaGetLastError() == cudaErrorECCUncorrectable);  // the error is permanent
    CHECK(emulation::counters().kernels == 2);
    cudaFree(first);
    CHECK(emulation::alive() == before);
}

TEST_CASE("shapes that no device takes are refused") {
    const Reset reset;
    launch(divergent, dim3(1), dim3(1025), 0, nullptr, 3);
    CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
    launch(divergent, dim3(0), dim3(1), 0, nullptr, 3);
    CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
    launch(divergent, dim3(1), dim3(1), 228 * 1024, nullptr, 3);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    launch(divergent, dim3(1), dim3(1024), 227 * 1024, nullptr, 3);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
