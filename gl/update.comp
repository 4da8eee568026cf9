// Updates the parameters, one thread each, by the formulas of engine/network/numerics.h. Tables
// take and clear their fixed-point sums; layers add the slices' sums in order.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Parameters { float parameters[]; };
layout(std430, binding = 1) buffer First { float first[]; };
layout(std430, binding = 2) buffer Second { float second[]; };
layout(std430, binding = 3) readonly buffer Parts { float parts[]; };
layout(std430, binding = 4) readonly buffer Steps { Step steps[]; };
layout(std430, binding = 5) buffer Sums { uint sums[]; };
void adam(uint i, float g, float beta1, float beta2, float rate, float scale, float epsilon) {
    precise float m = beta1 * first[i] + (1.0 - beta1) * g;
    precise float v = beta2 * second[i] + (1.0 - beta2) * (g * g);
    precise float w = parameters[i] - rate * m / (sqrt(v * scale) + epsilon);
    first[i] = m;
    second[i] = v;
    parameters[i] = w;
}
void main() {
    uint tables = args[3], dense = args[4], slices = args[5];
    bool is_sgd = args[6] != 0u, lazy = args[7] != 0u;
    uint i = args[1] + gl_GlobalInvocationID.x;
    if (i >= args[2]) return;
    Step now = steps[args[0]];
    precise float g = 0.0;
    if (i < tables) {
        uvec2 units = uvec2(sums[2u * i], sums[2u * i + 1u]);
        sums[2u * i] = 0u;
        sums[2u * i + 1u] = 0u;
        if (lazy && units == uvec2(0u)) return;
        g = from_fixed_point(units);
    } else {
        g = parts[i - tables];
        for (uint s = 1u; s < slices; ++s) g += parts[s * dense + i - tables];
    }
    float epsilon = uintBitsToFloat(args[10]);
    if (is_sgd) {
        precise float velocity = uintBitsToFloat(args[11]) * first[i] + g;
        precise float w = parameters[i] - now.learning_rate * velocity;
        first[i] = velocity;
        parameters[i] = w;
    } else if (lazy && i < tables)
        adam(i, g, 0.6, 0.85, now.learning_rate, 1.0, epsilon);
    else
        adam(i, g, uintBitsToFloat(args[8]), uintBitsToFloat(args[9]), now.rate, now.second_scale,
             epsilon);
}
