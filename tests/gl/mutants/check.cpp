// The self-test of a device must fail for every mutant.
#include "engine/device/self_test.h"
#include "tests/support/tested_backends.h"

using namespace redraw_test;

TEST_CASE("the self-test of a device") {
    REQUIRE(opengl_is_there());
    CHECK(failed_self_test(kGl.options) == "");
}
