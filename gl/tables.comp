// One thread a sample and level: adds the gradient by its features to the tables' sums. Many
// samples share an entry and devices promise no order, so sums are 64-bit integers, whose order
// changes no bit, by TWO 32-bit atomic additions. Every addition to the low word is atomic, so
// there is some order of them; each time the word wraps, its adder alone sees it and adds the carry
// to the high word. Both words together are the sum modulo 2^64 once the dispatch is done.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Samples { uint samples[]; };
layout(std430, binding = 1) readonly buffer Levels { Level levels[]; };
layout(std430, binding = 2) readonly buffer Gradients { float gradients[]; };
layout(std430, binding = 3) buffer Sums { uint sums[]; };
void main() {
    uint rows = args[0], stride = args[1], features = args[2];
    float most = uintBitsToFloat(args[3]);  // of a sample: the sums cannot overflow
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
