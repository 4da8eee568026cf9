// Computes the weight gradients of layers with at most 4 inputs or outputs: sums of
// a[column][sample] factor[f][sample] over a slice's samples. An extra column of ones gives the
// biases if the outputs are few, an extra factor of ones if only the inputs are. A workgroup has
// one column and slice; each thread sums in order, then halves of the threads are added.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A_ { float a[]; };
layout(std430, binding = 1) readonly buffer Factors { float factors[]; };
layout(std430, binding = 2) buffer Parts { float parts[]; };
shared float sums[64];
void main() {
    uint rows = args[0], columns = args[1], factor_count = args[2], stride = args[3];
    uint a_at = args[4], factors_at = args[5], to_at = args[6], column_stride = args[7];
    uint factor_stride = args[8], bias_at = args[9], slice = args[10], slice_stride = args[11];
    bool ones_factor = args[12] != 0u, add = args[13] != 0u;
    uint column = gl_WorkGroupID.x, t = gl_LocalInvocationIndex;
    uint begin = gl_WorkGroupID.y * slice, end = min(rows, begin + slice);
    for (uint f = 0u; f < factor_count + (ones_factor ? 1u : 0u); ++f) {
        precise float sum = 0.0;
        for (uint r = begin + t; r < end; r += 64u)
            sum = fma(column < columns ? a[a_at + column * stride + r] : 1.0,
                      f < factor_count ? factors[factors_at + f * stride + r] : 1.0, sum);
        barrier();
        sums[t] = sum;
        for (uint part = 32u; part > 0u; part /= 2u) {
            barrier();
            if (t < part) sums[t] += sums[t + part];
        }
        if (t == 0u) {
            uint to = gl_WorkGroupID.y * slice_stride +
                      (column == columns   ? bias_at + f
                       : f == factor_count ? bias_at + column
                                           : to_at + column * column_stride + f * factor_stride);
            parts[to] = add ? parts[to] + sums[0] : sums[0];
        }
    }
}
