// Tests the studio's textures with the CUDA module, with OpenGL but without a window: on a graphics
// card, or on the CPU with the emulated module and Mesa.
#include "app/gl/texture.h"
#include "engine/device/devices.h"
#include "engine/image/image.h"
#include "engine/network/parameters.h"
#include "tests/gpu/egl_context.h"
#include "tests/gpu/read_back.h"

#include <doctest/doctest.h>
#include <glad/gl.h>

#include <cstdlib>
#include <optional>

using namespace redraw;

namespace {

constexpr const char* kFailing = "REDRAW_CUDA_EMULATION_GL_FAIL";

bool emulated() {
    return std::getenv("REDRAW_CUDA_MODULE") != nullptr;
}

// Returns `on_device` rows for a large drawing; one row for the emulated device, which is slow.
int rows(int on_device) {
    return emulated() ? 1 : on_device;
}

const CudaModule* usable_module(std::string& reason) {
    const CudaModule* module = cuda_module(&reason);
    if (module)
        for (const DeviceInfo& device : module->devices()) {
            if (device.available) return module;
            reason = device.detail;
        }
    return nullptr;
}

// The first OpenGL context on this machine that CUDA can write to.
struct Screen {
    std::unique_ptr<EglContext> context;
    const CudaModule* module = nullptr;
    std::optional<Interop> interop;

    static std::optional<Screen> open() {
        std::string reason;
        Screen screen;
        screen.module = usable_module(reason);
        for (int index = 0; screen.module; ++index) {
            std::string why;
            screen.context.reset();
            screen.context = EglContext::make(index, why);
            if (!screen.context) break;
            if (why.empty() && !gladLoadGL(EglContext::function)) why = "OpenGL does not load";
            if (why.empty()) {
                const std::string renderer(reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
                screen.interop.emplace(*screen.module);
                if (screen.interop->on()) {
                    MESSAGE("OpenGL: " << renderer);
                    return screen;
                }
                why = renderer + ": " + screen.interop->reason();
            }
            reason += (reason.empty() ? "" : " | ") + why;
        }
        if (std::getenv("REDRAW_REQUIRE_CUDA"))
            FAIL("REDRAW_REQUIRE_CUDA is set, but CUDA writes to no OpenGL here: " << reason);
        MESSAGE("SKIP: CUDA writes to no OpenGL here: " << reason);
        return std::nullopt;
    }
};

// Creates a backend with a small random network, whose linear outputs exceed [0, 1] on both sides.
std::unique_ptr<Backend> random_drawer(const CudaModule& module, int channels) {
    NetworkSpec network;
    network.layers = {16};
    network.first_omega = 20;
    BackendOptions options;
    options.kind = BackendKind::cuda;
    options.precision = Precision::fp32;
    auto backend = module.make_backend(options, network, {}, channels, nullptr);
    auto parameters = initial_parameters(network, channels, 7);
    for (float& value : parameters) value *= 2.5f;
    backend->load(fresh_state(parameters, Optimizer::adam));
    return backend;
}

std::shared_ptr<const Surface> draw(Backend& backend, int width, int height, double zoom = 1) {
    const Grid grid{-zoom, -zoom, zoom, zoom, width, height};
    return backend.render(grid, whole(grid));
}

}  // namespace

TEST_CASE("A drawing on the device reaches its texture with the bytes of an upload") {
    auto screen = Screen::open();
    if (!screen) return;
    for (const int channels : {1, 2, 3, 4}) {
        const auto backend = random_drawer(*screen->module, channels);
        GlTexture texture;
        // With the nearest filter, the last two sizes have mipmaps.
        for (const auto& [width, height] :
             {std::pair{1, 1}, {19, 7}, {19, 7}, {513, rows(300)}, {700, rows(1201)}})
            for (const TextureFilter filter : {TextureFilter::nearest, TextureFilter::linear})
                for (const double zoom : {1.0, 0.3}) {
                    const auto surface = draw(*backend, width, height, zoom);
                    REQUIRE(texture.show(*surface, width, height, filter, *screen->interop));
                    CHECK(read_back(texture) == to_rgba(surface->on_host()));
                }
        CHECK(glGetError() == GL_NO_ERROR);
    }
}

TEST_CASE("A drawing may go as soon as it is shown, and its memory be drawn into") {
    auto screen = Screen::open();
    if (!screen) return;
    const auto backend = random_drawer(*screen->module, 3);
    GlTexture texture, other;
    const int height = rows(150);
    const Image first = draw(*backend, 200, height)->on_host();
    REQUIRE(texture.show(*draw(*backend, 200, height), 200, height, TextureFilter::linear,
                         *screen->interop));
    for (int i = 0; i < 3; ++i)
        REQUIRE(other.show(*draw(*backend, 200, height, 0.1 + i), 200, height,
                           TextureFilter::linear, *screen->interop));
    CHECK(read_back(texture) == to_rgba(first));
    GlTexture moved = std::move(texture);
    CHECK(read_back(moved) == to_rgba(first));
}

TEST_CASE("Drawings of the CPU are uploaded, and the way over the device stays open") {
    auto screen = Screen::open();
    if (!screen) return;
    GlTexture texture;
    const Image image = make_image(5, 3, 3, 0.25f);
    CHECK_FALSE(texture.show(HostSurface(image), 5, 3, TextureFilter::linear, *screen->interop));
    CHECK(read_back(texture) == to_rgba(image));
    CHECK(screen->interop->on());
    const auto surface = draw(*random_drawer(*screen->module, 1), 5, 3);
    CHECK(texture.show(*surface, 5, 3, TextureFilter::linear, *screen->interop));
    CHECK_FALSE(texture.show(HostSurface(image), 5, 3, TextureFilter::linear, *screen->interop));
    CHECK(read_back(texture) == to_rgba(image));
}

TEST_CASE("--no-interop uploads the same bytes") {
    auto screen = Screen::open();
    if (!screen) return;
    Interop off("asked for");
    GlTexture texture;
    const auto surface = draw(*random_drawer(*screen->module, 4), 31, 9);
    CHECK_FALSE(texture.show(*surface, 31, 9, TextureFilter::nearest, off));
    CHECK(read_back(texture) == to_rgba(surface->on_host()));
}

TEST_CASE("A failure of any call means uploads from then on, and the picture is right") {
    if (!emulated()) return;  // a real driver does not fail on demand
    for (const char* failing : {"register:999", "map:999", "array:400", "copy:1", "unmap:999"}) {
        CAPTURE(std::string(failing));
        auto screen = Screen::open();
        if (!screen) return;
        const auto backend = random_drawer(*screen->module, 3);
        GlTexture texture;
        if (failing != std::string("register:999"))
            REQUIRE(texture.show(*draw(*backend, 21, 4), 21, 4, TextureFilter::linear,
                                 *screen->interop));
        const auto surface = draw(*backend, 21, 4, 0.4);
        ::setenv(kFailing, failing, 1);
        const bool shown = texture.show(*surface, 21, 4, TextureFilter::linear, *screen->interop);
        ::unsetenv(kFailing);
        CHECK_FALSE(shown);
        CHECK(read_back(texture) == to_rgba(surface->on_host()));
        CHECK_FALSE(screen->interop->on());
        CHECK_FALSE(screen->interop->reason().empty());
        const auto next = draw(*backend, 21, 4, 0.7);
        CHECK_FALSE(texture.show(*next, 21, 4, TextureFilter::linear, *screen->interop));
        CHECK(read_back(texture) == to_rgba(next->on_host()));
    }
}

TEST_CASE("OpenGL that CUDA does not drive is found out by the probe, in a sentence") {
    if (!emulated()) return;
    auto screen = Screen::open();
    if (!screen) return;
    for (const char* failing : {"devices:304", "devices:101", "devices:219", "devices:999",
                                "register:999", "map:999", "copy:1"}) {
        CAPTURE(std::string(failing));
        ::setenv(kFailing, failing, 1);
        const Interop interop(*screen->module);
        ::unsetenv(kFailing);
        CHECK_FALSE(interop.on());
        CHECK(interop.reason().back() == '.');
    }
    CHECK(Interop(*screen->module).on());  // no error remains
}
