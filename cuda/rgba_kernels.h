// Converts a drawing to texture bytes, exactly as to_rgba() of engine/image/image.h does.
#pragma once

#include "cuda/language.h"

#include <cstdint>

namespace redraw::cuda {

// Quantises to 0 to 255 like quantise() of engine/image/image_writer.h. Multiplies and adds
// separately: a fused instruction rounds once, which could give another byte than on the host.
__device__ inline std::uint32_t byte_of(float v) {
    if (!(v > 0.0f)) return 0;
    return v >= 1.0f ? 255u : std::uint32_t(__fadd_rn(__fmul_rn(v, 255.0f), 0.5f));
}

// Converts values[pixel][channels] to rgba[pixel], red in the lowest byte. One thread for each
// pixel.
static __global__ void rgba_kernel(const float* values, int channels, std::uint32_t* rgba,
                                   std::int64_t pixels) {
    const std::int64_t pixel = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (pixel >= pixels) return;
    const float* in = values + pixel * channels;
    const std::uint32_t red = byte_of(in[0]);
    const std::uint32_t green = channels >= 3 ? byte_of(in[1]) : red;
    const std::uint32_t blue = channels >= 3 ? byte_of(in[2]) : red;
    const std::uint32_t alpha = channels % 2 == 0 ? byte_of(in[channels - 1]) : 255u;
    rgba[pixel] = red | green << 8 | blue << 16 | alpha << 24;
}

static void enqueue_rgba(cudaStream_t stream, const float* values, int channels,
                         std::uint32_t* rgba, std::int64_t pixels) {
    constexpr int kBlock = 256;
    launch(rgba_kernel, unsigned((pixels + kBlock - 1) / kBlock), kBlock, 0, stream, values,
           channels, rgba, pixels);
}

}  // namespace redraw::cuda
