// Tests the self-test of a device: all CPU kernels pass in fp32, and a wrong device fails.
#include "engine/device/self_test.h"
#include "tests/support/cpu_backends.h"
#include "tests/support/fake_gpu.h"

#include <set>

using namespace redraw_test;

TEST_CASE("fp32 kernels pass the self-test") {
    for (const InstructionSet set : instruction_sets()) {
        CAPTURE(name_of_set(set));
        CHECK(failed_self_test({BackendKind::cpu, Precision::fp32, set, 2}) == "");
    }
    const FakeGpuInUse gpu;
    CHECK(failed_self_test({BackendKind::gl}) == "");
}

TEST_CASE("a wrong device fails the self-test, each fault by a reason of its own") {
    std::set<std::string> reasons;
    for (const GpuFault fault :
         {GpuFault::gradient, GpuFault::sum, GpuFault::step, GpuFault::pixel, GpuFault::sine}) {
        const FakeGpuInUse gpu({.fault = fault});
        CAPTURE(int(fault));
        CHECK(reasons.insert(failed_self_test({BackendKind::gl})).second);
    }
    CHECK_FALSE(reasons.contains(""));
    for (const GpuFault fault : {GpuFault::infinite_gradient, GpuFault::not_a_pixel}) {
        const FakeGpuInUse gpu({.fault = fault});
        CAPTURE(int(fault));
        CHECK(failed_self_test({BackendKind::gl}) != "");
    }
}

TEST_CASE("a device that fails in its self-test is no wrong one") {
    const FakeGpuInUse gpu({.works_for = 5});
    CHECK_THROWS_AS(failed_self_test({BackendKind::gl}), Error);
}
