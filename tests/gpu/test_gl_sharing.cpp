// Tests the studio's textures with the OpenGL backend, whose drawings stay in memory that the
// window's context shares, without a window: on a graphics card, or with Mesa.
#include "app/gl/texture.h"
#include "engine/drawing/drawing.h"
#include "engine/network/parameters.h"
#include "gl/registration.h"
#include "tests/gpu/egl_context.h"
#include "tests/gpu/read_back.h"

#include <doctest/doctest.h>
#include <glad/gl.h>

#include <optional>
#include <thread>

using namespace redraw;

namespace {

// The first OpenGL context on this machine whose memory the backend can share.
struct Screen {
    std::unique_ptr<EglContext> context;
    std::optional<Interop> interop;

    static std::optional<Screen> open() {
        gl::register_backend();
        std::string reason = "no OpenGL";
        for (int index = 0;; ++index) {
            Screen screen;
            std::string why;
            screen.context = EglContext::make(index, why);
            if (!screen.context) break;
            if (why.empty() && gladLoadGL(EglContext::function)) {
                screen.interop.emplace(opengl_backend());
                if (screen.interop->on()) return screen;
                why = screen.interop->reason();
            }
            reason = why;
        }
        MESSAGE("SKIP: " << reason);
        return std::nullopt;
    }
};

// Makes a backend with a small random network, whose linear outputs exceed [0, 1] on both sides.
std::unique_ptr<Backend> random_drawer(int channels, std::shared_ptr<const Dataset> dataset = {},
                                       PixelModel pixel = PixelModel::point) {
    NetworkSpec network;
    network.pixel = pixel;
    network.layers = {16};
    network.first_omega = 20;
    auto parameters = initial_parameters(network, channels, 7);
    for (float& value : parameters) value *= 2.5f;
    auto backend = make_backend({BackendKind::gl}, network, {}, channels, std::move(dataset));
    backend->load(fresh_state(parameters, Optimizer::adam));
    return backend;
}

std::shared_ptr<const Surface> draw(Backend& backend, int width, int height, double zoom = 1) {
    const Grid grid{-zoom, -zoom, zoom, zoom, width, height};
    return backend.render(grid, whole(grid), {});
}

// Draws on a thread of its own, as the session does.
std::shared_ptr<const Surface> drawn_elsewhere(Backend& backend, int width, int height,
                                               double zoom = 1) {
    std::shared_ptr<const Surface> surface;
    std::thread([&] { surface = draw(backend, width, height, zoom); }).join();
    return surface;
}

}  // namespace

TEST_CASE("a drawing reaches its texture on the device with the bytes of an upload") {
    auto screen = Screen::open();
    if (!screen) return;
    for (const int channels : {1, 2, 3, 4}) {
        const auto backend = random_drawer(channels);
        GlTexture texture;
        // With the nearest filter, widths from 513 on have mipmaps. 1100 x 1000 takes two bands.
        for (const auto& [width, height] :
             {std::pair{1, 1}, {19, 7}, {19, 7}, {513, 30}, {1100, channels == 2 ? 1000 : 3}})
            for (const TextureFilter filter : {TextureFilter::nearest, TextureFilter::linear}) {
                const double zoom = filter == TextureFilter::linear ? 0.3 : 1;
                const auto surface = drawn_elsewhere(*backend, width, height, zoom);
                REQUIRE(texture.show(*surface, width, height, filter, *screen->interop));
                const auto bytes = read_back(texture);
                CHECK(bytes == surface->rgba());
                CHECK(bytes == to_rgba(surface->on_host()));
            }
    }
    CHECK(glGetError() == GL_NO_ERROR);
}

TEST_CASE("parts equal the whole, on whichever thread they are drawn and read") {
    auto screen = Screen::open();
    if (!screen) return;
    const auto backend = random_drawer(3);
    const Grid grid{-1, -1, 1, 1, 90, 40};
    const Image all = draw(*backend, 90, 40)->on_host();
    const PixelRect part{31, 7, 50, 33};
    const auto surface = backend->render(grid, part, {});
    GlTexture texture;
    REQUIRE(
        texture.show(*surface, part.width, part.height, TextureFilter::linear, *screen->interop));
    CHECK(read_back(texture) == surface->rgba());
    Image read;
    std::vector<std::uint8_t> rgba;
    std::thread([&] {
        read = surface->on_host();
        rgba = surface->rgba();
    }).join();
    CHECK(rgba == read_back(texture));
    for (int y = 0; y < part.height; ++y)
        CHECK(std::equal(read.row(y), read.row(y) + part.width * 3,
                         all.row(part.y + y) + part.x * 3));
}

TEST_CASE("means of blocks have the bits of those on the host") {
    auto screen = Screen::open();
    if (!screen) return;
    const auto backend = random_drawer(3, nullptr, PixelModel::area);
    const Grid picture{-1, -1, 1, 1, 1200, 900};
    // The backend draws the first size in two bands of rows.
    for (const PixelSize size : {PixelSize{270, 260}, PixelSize{23, 700}}) {
        const Grid grid{-1, -1, 1, 1, size.width, size.height};
        const auto surface = draw_to_show(*backend, picture, grid, {}, 4);
        const auto apart = draw_on(*backend, picture, grid, whole(grid), {}, 4);
        CHECK(surface->on_host() == apart);
        GlTexture texture;
        REQUIRE(texture.show(*surface, size.width, size.height, TextureFilter::linear,
                             *screen->interop));
        CHECK(read_back(texture) == to_rgba(apart));
    }
}

TEST_CASE("the drawing of a training step stays as it was while training goes on") {
    auto screen = Screen::open();
    if (!screen) return;
    const auto dataset = std::make_shared<Dataset>();
    dataset->target = make_image(23, 17, 3, 0.25f);
    dataset->grid = picture_grid(23, 17);
    const auto backend = random_drawer(3, dataset);
    const std::vector<float> rates{1e-2f};
    std::vector<StepResult> results(1);
    const Image before = backend->render(dataset->grid, whole(dataset->grid), {})->on_host();
    backend->train(rates, results);
    const auto surface = backend->last_forward();
    backend->train(rates, results);
    GlTexture texture;
    REQUIRE(texture.show(*surface, 23, 17, TextureFilter::linear, *screen->interop));
    CHECK(read_back(texture) == to_rgba(before));
    CHECK(surface->on_host() == before);
}

TEST_CASE("a drawing may go as soon as it is shown, and outlive its backend") {
    auto screen = Screen::open();
    if (!screen) return;
    auto backend = random_drawer(3);
    GlTexture texture, other;
    const Image first = draw(*backend, 200, 150)->on_host();
    REQUIRE(
        texture.show(*draw(*backend, 200, 150), 200, 150, TextureFilter::linear, *screen->interop));
    for (int i = 0; i < 3; ++i)
        REQUIRE(other.show(*draw(*backend, 200, 150, 0.1 + i), 200, 150, TextureFilter::linear,
                           *screen->interop));
    CHECK(read_back(texture) == to_rgba(first));
    const auto surface = draw(*backend, 200, 150);
    backend.reset();
    CHECK(surface->on_host() == first);
    REQUIRE(other.show(*surface, 200, 150, TextureFilter::linear, *screen->interop));
    CHECK(read_back(other) == to_rgba(first));
}

TEST_CASE("drawings of the CPU and without sharing are uploaded") {
    auto screen = Screen::open();
    if (!screen) return;
    GlTexture texture;
    const Image image = make_image(5, 3, 3, 0.25f);
    CHECK_FALSE(texture.show(HostSurface(image), 5, 3, TextureFilter::linear, *screen->interop));
    CHECK(read_back(texture) == to_rgba(image));
    CHECK(screen->interop->on());
    const auto surface = draw(*random_drawer(4), 31, 9);
    Interop off("asked for");
    CHECK_FALSE(texture.show(*surface, 31, 9, TextureFilter::nearest, off));
    CHECK(read_back(texture) == to_rgba(surface->on_host()));
    CHECK(texture.show(*surface, 31, 9, TextureFilter::nearest, *screen->interop));
    CHECK(read_back(texture) == to_rgba(surface->on_host()));
}

TEST_CASE("a copy that fails means uploads from then on, and the picture is right") {
    auto screen = Screen::open();
    if (!screen) return;
    const auto surface = draw(*random_drawer(3), 21, 4);
    GlTexture texture;
    glEnable(0x1234);  // leaves an error, which the copy must not take for success
    CHECK_FALSE(texture.show(*surface, 21, 4, TextureFilter::linear, *screen->interop));
    CHECK(read_back(texture) == to_rgba(surface->on_host()));
    CHECK_FALSE(screen->interop->on());
    CHECK_FALSE(screen->interop->reason().empty());
}
