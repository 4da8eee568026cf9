// Computes the mean of each block of samples, which are clamped to [0, 1]. Gives the bits of
// average() in engine/drawing/drawing.cpp. One thread per pixel.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Samples { float samples[]; };
layout(std430, binding = 1) writeonly buffer Means { float means[]; };

float clamped(float v) {  // NaN stays
    if (is_nan(v)) return v;
    return v < 0.0 ? 0.0 : v > 1.0 ? 1.0 : v;
}
void main() {
    uint pixels = args[0], channels = args[1], width = args[2], p = gl_GlobalInvocationID.x;
    uvec2 block = uvec2(args[3], args[4]);
    float share = uintBitsToFloat(args[5]);
    if (p >= pixels) return;
    uint first = (p / width * block.y * width + p % width) * block.x;
    for (uint c = 0u; c < channels; ++c) {
        precise float sum = 0.0;
        for (uint y = 0u; y < block.y; ++y)
            for (uint x = 0u; x < block.x; ++x)
                sum += clamped(samples[(first + y * width * block.x + x) * channels + c]);
        precise float mean = sum * share;
        means[p * channels + c] = mean;
    }
}
