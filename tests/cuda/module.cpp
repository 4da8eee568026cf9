// Tests the module's entry point and its list of devices, on the emulated device.
#include "cuda/device.h"
#include "cuda/runtime.h"
#include "engine/device/cuda_module.h"
#include "tests/support/emulated_device.h"
#include "tests/support/error_kind.h"

#include <doctest/doctest.h>

#include <string>

using namespace redraw;
using redraw_test::Reset;
namespace emulation = redraw::cuda::emulation;

extern "C" const CudaModule* redraw_cuda_module(const char* version);

TEST_CASE("the module opens to its own version only") {
    CHECK(redraw_cuda_module(module_version()) != nullptr);
    CHECK(redraw_cuda_module(REDRAW_VERSION) == nullptr);
    CHECK(redraw_cuda_module("") == nullptr);
    CHECK(redraw_cuda_module((std::string(module_version()) + " ").c_str()) == nullptr);
    CHECK(std::string(module_version()).starts_with(REDRAW_VERSION " "));
}

TEST_CASE("a device is told with what it can do") {
    const Reset reset;
    emulation::set_multiprocessors(132);
    emulation::set_total_memory(std::size_t(139) << 30);
    const auto devices = cuda::devices();
    REQUIRE(devices.size() == 1);
    CHECK(devices[0].name == "cuda:0");
    CHECK(devices[0].available);
    CHECK(devices[0].detail == "Emulated device, 132 multiprocessors, 139 GiB, bf16x3");
    emulation::set_compute_capability(7, 5);  // compute capability 7.5 lacks bf16
    CHECK(cuda::devices()[0].detail == "Emulated device, 132 multiprocessors, 139 GiB, fp32");
    cuda::choose_usable_device();
}

TEST_CASE("a device that is too old or lost is no device") {
    const Reset reset;
    emulation::set_compute_capability(6, 1);
    const auto devices = cuda::devices();
    REQUIRE(devices.size() == 1);
    CHECK(!devices[0].available);
    CHECK(devices[0].detail.starts_with(
        "Emulated device is too old: it has compute capability 6.1, and this build needs "));
    CHECK(error_of([] { cuda::choose_usable_device(); }) ==
          "CUDA is not available: " + devices[0].detail + ".");
    NetworkSpec network;
    network.layers = {8};
    const auto make = [&] {
        redraw_cuda_module(module_version())->make_backend({}, network, {}, 1, nullptr);
    };
    CHECK(error_of(make) == "CUDA is not available: " + devices[0].detail + ".");
    emulation::set_compute_capability(9, 0);
    CHECK(error_of(make).empty());
}

TEST_CASE("errors of the runtime are sentences") {
    CHECK(error_of([] { cuda::check(cudaSuccess, "training"); }).empty());
    CHECK(error_of([] { cuda::check(cudaErrorMemoryAllocation, "training"); }) ==
          "The GPU ran out of memory while training.");
    CHECK(error_of([] {
              cuda::check(cudaErrorIllegalAddress, "drawing");
          }).starts_with("The GPU was lost while drawing: an illegal memory access"));
    CHECK(error_of([] {
              cuda::check(cudaErrorNoKernelImageForDevice, "training");
          }).starts_with("The GPU lacks what was needed while training: "));
    CHECK(error_of([] { cuda::check(cudaErrorInvalidValue, "training"); }) ==
          "The GPU refused what it was asked while training: invalid argument.");
}
