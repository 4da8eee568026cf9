// Tests a reset of the device while a window shares drawings: they fail with an error, nothing
// crashes, and the next backend draws to the host.
#include "tests/gpu/egl_context.h"
#include "tests/support/opengl.h"
#include "tests/support/tested_backends.h"

using namespace redraw_test;

TEST_CASE("without a window's context there is nothing to share") {
    if (!opengl_is_there()) return;
    CHECK_THROWS_AS(opengl_backend().share_with_current(), Error);
}

TEST_CASE("after a reset drawings cannot be read, and the next backend's are on the host") {
    if (!opengl_is_there()) return;
    std::string why;
    const auto window = EglContext::make(0, why);
    REQUIRE(why.empty());
    opengl_backend().share_with_current();
    const NetworkSpec network = network_of({9, 20}, Activation::sine);
    const auto dataset = noise_picture(13, 9, 3);
    const State start = random_state(network, 3);
    auto backend = loaded(kGl, network, {}, 3, dataset, start);
    const auto drawn = [&] { return backend->render(dataset->grid, whole(dataset->grid), {}); };
    const auto read = drawn(), unread = drawn();
    CHECK_FALSE(std::dynamic_pointer_cast<const HostSurface>(read));
    const Image before = read->on_host();
    {
        const InjectedReset reset(1);
        CHECK_THROWS_AS(train_at(*backend, {1e-2f}), DeviceFailed);
        CHECK_THROWS_AS(drawn(), DeviceFailed);
        CHECK_THROWS_AS(unread->on_host(), DeviceFailed);
        CHECK_THROWS_AS(unread->rgba(), DeviceFailed);
        CHECK(image_to_show(*unread) == nullptr);
        CHECK(read->on_host() == before);
    }
    backend = loaded(kGl, network, {}, 3, dataset, start);
    const auto next = drawn();
    CHECK(std::dynamic_pointer_cast<const HostSurface>(next));
    CHECK(next->on_host() == before);
}
