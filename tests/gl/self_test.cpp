// Tests that this machine's OpenGL passes the self-test of devices, and that a software renderer
// is no GPU.
#include "engine/device/self_test.h"
#include "tests/support/opengl.h"
#include "tests/support/tested_backends.h"

using namespace redraw_test;

TEST_CASE("the OpenGL of this machine passes the self-test") {
    if (!opengl_is_there()) return;
    CHECK(failed_self_test(kGl.options) == "");
}

TEST_CASE("only a GPU is offered for a trial") {
    if (!opengl_is_there()) return;
    const auto gpu = opengl_gpu();
    const auto context = gl::Context::shared();
    CHECK(gpu.has_value() == !context->is_software());
    if (gpu) CHECK(gpu->version == context->version());
}
