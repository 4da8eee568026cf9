// Adds the gradients of grid features to the sums of the tables, one thread per sample and level.
// Many samples share an entry and devices guarantee no order, so sums are 64-bit integers, which
// the order does not change. One addition is up to TWO atomic 32-bit additions: whenever the low
// word wraps, only the thread that made it wrap sees this, and it adds the carry to the high word.
// Both words are the sum modulo 2^64 once the dispatch is done.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Samples { uint samples[]; };
layout(std430, binding = 1) readonly buffer Levels { Level levels[]; };
layout(std430, binding = 2) readonly buffer Gradients { float gradients[]; };
layout(std430, binding = 3) buffer Sums { uint sums[]; };
void main() {
    uint rows = args[0], stride = args[1], features = args[2];
    float most = uintBitsToFloat(args[3]);  // limit per sample, so that sums cannot overflow
    uint r = gl_GlobalInvocationID.x, l = gl_GlobalInvocationID.y, number[4];
    if (r >= rows) return;
    vec2 at = vec2(uintBitsToFloat(samples[stride + r]), uintBitsToFloat(samples[2u * stride + r]));
    float weight[4];
    corners(levels[l], features, at, number, weight);
    for (uint f = 0u; f < features; ++f) {
        float g = gradients[(l * features + f) * stride + r];
        g = g > most ? most : g < -most ? -most : g;
        for (int c = 0; c < 4; ++c) {
            precise float share = weight[c] * g;
            uvec2 units = fixed_point(share);
            if (units == uvec2(0u)) continue;
            uint to = 2u * (number[c] + f);
            uint high = units.y + (atomicAdd(sums[to], units.x) > ~units.x ? 1u : 0u);
            if (high != 0u) atomicAdd(sums[to + 1u], high);
        }
    }
}
