// Computes the pixel, position and first-layer inputs of each sample of a chunk, one thread per
// sample. Arrays are [feature][stride], so neighbouring threads write neighbouring words.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Steps { Step steps[]; };
layout(std430, binding = 1) readonly buffer Axes { float axes[]; };  // columns' x, then rows' y
layout(std430, binding = 2) readonly buffer Parameters { float parameters[]; };
layout(std430, binding = 3) readonly buffer Levels { Level levels[]; };
layout(std430, binding = 4) writeonly buffer Inputs { float inputs[]; };
layout(std430, binding = 5) writeonly buffer Samples { uint samples[]; };  // pixel, x, y

uint random_below(uvec2 hash, uint index, uint n) {
    uint high, low;
    umulExtended(splitmix64(uvec2(hash.x ^ index, hash.y)).y, n, high, low);
    return high;
}
uint shuffled_row(uint k, uint rows, uint half_bits, uvec2 stream) {
    uint mask = (1u << half_bits) - 1u;
    do {
        uint left = k >> half_bits, right = k & mask;
        for (uint turn = 0u; turn < 4u; ++turn) {
            uvec2 hash = splitmix64(uvec2(stream.x ^ turn, stream.y));
            uint next = left ^ (splitmix64(uvec2(hash.x ^ right, hash.y)).x & mask);
            left = right;
            right = next;
        }
        k = left << half_bits | right;
    } while (k >= rows);
    return k;
}
// Computes sample_index() of engine/data/sampling.h; `mode` is the engine's BatchMode.
uint pixel_of(Step now, uint mode, uint width, uint height, uvec2 cell, uint across, uint i) {
    if (mode == 1u) return random_below(now.batch, i, width * height);
    if (mode == 2u)
        return shuffled_row((now.shift + i / width) % height, height, across, now.batch) * width +
               i % width;
    if (mode == 3u) {
        uint column = random_below(now.batch, i, cell.x);
        uint cells_of_row = cell.x * cell.y < 32u ? 1u : 16u;
        uint row = random_below(now.batch, 0x80000000u + i / cells_of_row, cell.y);
        uint x = min(i % across * cell.x, width - cell.x);
        uint y = min(i / across * cell.y, height - cell.y);
        return (y + (row + now.shift / cell.x) % cell.y) * width + x +
               (column + now.shift % cell.x) % cell.x;
    }
    return i;
}
void main() {
    uint rows = args[0], first = args[1], stride = args[2], width = args[4], height = args[5];
    uint per_pixel = args[6], level_count = args[13], features = args[14];
    uint r = gl_GlobalInvocationID.x, i = first + r;
    if (r >= rows) return;
    Step now = steps[args[3]];
    uint pixel = pixel_of(now, args[7], width, height, uvec2(args[8], args[9]), args[10],
                          i / per_pixel);
    precise vec2 at = vec2(axes[pixel % width], axes[width + pixel / width]);
    if (per_pixel == 2u) {  // sample_offset() of engine/data/sampling.h
        uvec2 bits = splitmix64(uvec2(now.offset.x ^ i / 2u, now.offset.y));
        uvec2 places = uvec2(bits.y >> 8, (bits.y & 0xFFu) << 16 | bits.x >> 16);
        precise vec2 offset = vec2(places) * 5.9604644775390625e-8 - 0.5;
        if ((bits.x & 3u) != 0u)
            offset = vec2(offset.x < 0.0 ? -0.25 : 0.25, offset.y < 0.0 ? -0.25 : 0.25);
        if (i % 2u != 0u) offset = -offset;
        at = at + offset * vec2(uintBitsToFloat(args[11]), uintBitsToFloat(args[12]));
    }
    samples[r] = pixel;
    samples[stride + r] = floatBitsToUint(at.x);
    samples[2u * stride + r] = floatBitsToUint(at.y);
    if (level_count == 0u) {
        inputs[r] = at.x;
        inputs[stride + r] = at.y;
    }
    for (uint l = 0u; l < level_count; ++l) {
        uint number[4];
        float weight[4];
        corners(levels[l], features, at, number, weight);
        for (uint f = 0u; f < features; ++f) {
            precise float sum = 0.0;
            for (int c = 0; c < 4; ++c) sum = fma(weight[c], parameters[number[c] + f], sum);
            inputs[(l * features + f) * stride + r] = sum;
        }
    }
}
