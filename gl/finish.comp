// Averages a step's losses and squared errors, summed in a fixed order, in one workgroup.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Sums { vec2 sums[]; };
layout(std430, binding = 1) writeonly buffer Results { vec2 results[]; };
shared vec2 shared_sums[64];
void main() {
    uint count = args[0], step_at = args[1], t = gl_LocalInvocationIndex;
    precise vec2 sum = vec2(0.0);
    for (uint i = t; i < count; i += 64u) sum += sums[i];
    shared_sums[t] = sum;
    for (uint part = 32u; part > 0u; part /= 2u) {
        barrier();
        if (t < part) shared_sums[t] += shared_sums[t + part];
    }
    if (t == 0u) results[step_at] = shared_sums[0] / uintBitsToFloat(args[2]);
}
