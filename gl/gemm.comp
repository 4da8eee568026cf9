// C[n][m] = sum over k of A(m, k) B(n, k): the three large products of a layer. Tiles of TILE x
// TILE go through shared memory, each thread has TM x TN sums, and sums over k are taken in order.
//   MODE 0 forward   m sample, n output, k input    then bias and activation; keeps its slope
//   MODE 1 deltas    m sample, n input, k output    multiplies by the slopes below, replacing them
//   MODE 2 weights   m input, n output, k sample    each z sums a slice of the chunk's samples and
//                                                    adds the slice's sums of earlier chunks
#define TILE 64
#define TM 8
#define TN 4
#define KC 16
layout(local_size_x = 8, local_size_y = 16) in;  // TILE / TM, TILE / TN: 4.30 takes literals only
layout(std430, binding = 0) readonly buffer A_ { float a[]; };
layout(std430, binding = 1) readonly buffer B_ { float b[]; };
layout(std430, binding = 2) buffer C_ { float c[]; };
layout(std430, binding = 3) buffer D_ { float d[]; };  // MODE 0: receives slopes; 1: holds slopes, receives deltas
shared float As[KC * TILE], Bs[KC * TILE];
const uint kThreads = uint((TILE / TM) * (TILE / TN));
const uint kAcross = uint(TILE / TM), kDown = uint(TILE / TN);
void main() {
    uint m_count = args[0], n_count = args[1], k_count = args[2], stride = args[3];
    uint a_at = args[4], b_at = args[5], c_at = args[6], d_at = args[7], bias_at = args[8];
    uint t = gl_LocalInvocationIndex;
    uint m0 = gl_WorkGroupID.x * uint(TILE), n0 = gl_WorkGroupID.y * uint(TILE);
    uint begin = 0u, end = k_count;
#if MODE == 2
    uint slice = args[9], slice_stride = args[10];
    bool add = args[11] != 0u;
    begin = gl_WorkGroupID.z * slice;
    end = min(k_count, begin + slice);
    precise float bias_sum[TN];
    for (int j = 0; j < TN; ++j) bias_sum[j] = 0.0;
#endif
    precise float sum[TM][TN];
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) sum[i][j] = 0.0;
    for (uint k0 = begin; k0 < end; k0 += uint(KC)) {
        for (uint e = t; e < uint(KC * TILE); e += kThreads) {
#if MODE == 2
            uint k = e % uint(KC), m = e / uint(KC), from = a_at + (m0 + m) * stride + k0 + k;
#else
            uint m = e % uint(TILE), k = e / uint(TILE), from = a_at + (k0 + k) * stride + m0 + m;
#endif
            As[k * uint(TILE) + m] = m0 + m < m_count && k0 + k < end ? a[from] : 0.0;
        }
        for (uint e = t; e < uint(KC * TILE); e += kThreads) {
#if MODE == 1
            uint n = e % uint(TILE), k = e / uint(TILE), from = b_at + (k0 + k) * n_count + n0 + n;
#else
            uint k = e % uint(KC), n = e / uint(KC);
            uint from = b_at + (n0 + n) * (MODE == 0 ? k_count : stride) + k0 + k;
#endif
            Bs[k * uint(TILE) + n] = n0 + n < n_count && k0 + k < end ? b[from] : 0.0;
        }
        barrier();  // the tiles are complete
        uint depth = min(uint(KC), end - k0);
        for (uint k = 0u; k < depth; ++k) {
            float left[TM], right[TN];
            for (int i = 0; i < TM; ++i)
                left[i] = As[k * uint(TILE) + gl_LocalInvocationID.x + uint(i) * kAcross];
            for (int j = 0; j < TN; ++j)
                right[j] = Bs[k * uint(TILE) + gl_LocalInvocationID.y + uint(j) * kDown];
            for (int i = 0; i < TM; ++i)
                for (int j = 0; j < TN; ++j) sum[i][j] = fma(left[i], right[j], sum[i][j]);
#if MODE == 2
            for (int j = 0; j < TN; ++j) bias_sum[j] += right[j];
#endif
        }
        barrier();  // the tiles have been read and are overwritten next
    }
    for (int j = 0; j < TN; ++j) {
        uint n = n0 + gl_LocalInvocationID.y + uint(j) * kDown;
        if (n >= n_count) continue;
#if MODE == 2
        uint part = gl_WorkGroupID.z * slice_stride;
        if (gl_WorkGroupID.x == 0u && gl_LocalInvocationID.x == 0u) {
            uint to = part + bias_at + n;
            c[to] = add ? c[to] + bias_sum[j] : bias_sum[j];
        }
#endif
        for (int i = 0; i < TM; ++i) {
            uint m = m0 + gl_LocalInvocationID.x + uint(i) * kAcross;
            if (m >= m_count) continue;
#if MODE == 0
            precise float pre = sum[i][j] + b[bias_at + n];
            float value, slope;
            activate(args[9], pre, uintBitsToFloat(args[10]), value, slope);
            c[c_at + n * stride + m] = value;
            if (args[11] != 0u) d[d_at + n * stride + m] = slope;
#elif MODE == 1
            uint to = d_at + n * stride + m;
            d[to] = args[9] != 0u ? sum[i][j] * d[to] : sum[i][j];
#else
            uint to = part + c_at + n * m_count + m;
            c[to] = add ? c[to] + sum[i][j] : sum[i][j];
#endif
        }
    }
}
