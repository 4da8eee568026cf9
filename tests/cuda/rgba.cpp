#include "cuda/rgba_kernels.h"
#include "cuda/runtime.h"
#include "engine/image/image.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace redraw;

namespace {

std::vector<std::uint8_t> on_device(const Image& image) {
    const cuda::Stream stream = cuda::make_stream();
    const cuda::DeviceBuffer<float> values(image.values.size(), stream.get(), "testing");
    const cuda::DeviceBuffer<std::uint32_t> rgba(image.pixel_count(), stream.get(), "testing");
    std::vector<std::uint8_t> bytes(image.pixel_count() * 4);
    cuda::check(
        cudaMemcpyAsync(values.get(), image.values.data(), image.values.size() * sizeof(float),
                        cudaMemcpyHostToDevice, stream.get()),
        "testing");
    cuda::enqueue_rgba(stream.get(), values.get(), image.channels, rgba.get(),
                       std::int64_t(image.pixel_count()));
    cuda::check(cudaGetLastError(), "testing");
    cuda::check(cudaMemcpyAsync(bytes.data(), rgba.get(), bytes.size(), cudaMemcpyDeviceToHost,
                                stream.get()),
                "testing");
    cuda::check(cudaStreamSynchronize(stream.get()), "testing");
    return bytes;
}

// Values around every boundary between two bytes, and values that are no colour.
std::vector<float> hard_values() {
    const float infinity = std::numeric_limits<float>::infinity();
    std::vector<float> values{0.0f, -0.0f, 1.0f, 2.0f, -1e30f, infinity, -infinity, NAN, 1e-45f};
    for (int level = 0; level < 256; ++level) {
        float low = (float(level) + 0.5f) / 255.0f;
        for (int i = 0; i < 3; ++i) low = std::nextafter(low, -infinity);
        for (int i = 0; i < 7; ++i, low = std::nextafter(low, infinity)) values.push_back(low);
    }
    return values;
}

}  // namespace

TEST_CASE("The device makes the bytes of an upload") {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> around(-0.3f, 1.3f);
    for (const int channels : {1, 2, 3, 4})
        for (const auto& size : {std::pair{1, 1}, {37, 23}, {256, 1}, {3, 257}}) {
            const auto width = size.first, height = size.second;
            Image image = make_image(width, height, channels);
            for (float& value : image.values) value = around(random);
            CAPTURE(channels);
            CAPTURE(width);
            CHECK(on_device(image) == to_rgba(image));
        }
}

TEST_CASE("The device rounds next to a boundary as the host does") {
    const std::vector<float> values = hard_values();
    for (const int channels : {1, 2, 3, 4}) {
        const int width = int(values.size()) / channels;
        const Image image{width, 1, channels, {values.begin(), values.begin() + width * channels}};
        CHECK(on_device(image) == to_rgba(image));
    }
}
