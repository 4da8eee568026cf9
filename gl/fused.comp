// Takes a tile of T samples through several layers, forward or back, in one workgroup. A layer's
// results stay in shared memory for the next layer; KC rows of weights are loaded at a time. Layers
// have at most W inputs and outputs; W = 128 takes 24 of the guaranteed 32 KB. Sums have the order
// of gemm.comp, so both kernels give the same bits.
//   MODE 0 forward   m sample, n output, k input    writes values and slopes of all layers, or for
//                                a render the values of the last
//   MODE 1 deltas    m sample, n input, k output    multiplies by the slopes below, replacing them
#define T 32
#define TM 4
#define TN 4
#define KC 16
layout(local_size_x = 8, local_size_y = DOWN) in;  // T / TM, W / TN: GLSL 4.30 takes literals only
struct Layer {  // set by the host; `at`: feature number of its outputs in values, deltas
    uint inputs, outputs, weights_at, biases_at, at, activation;
    float omega;
};
layout(std430, binding = 0) readonly buffer Layers { Layer layers[]; };
layout(std430, binding = 1) readonly buffer Parameters { float parameters[]; };
layout(std430, binding = 2) buffer Values { float values[]; };
layout(std430, binding = 3) buffer Deltas { float deltas[]; };  // slopes, then deltas
shared float act[W * T], wts[KC * W];                           // [feature][sample], [k][n]
const uint kThreads = uint((T / TM) * (W / TN));
const uint kAcross = uint(T / TM), kDown = uint(W / TN);
void main() {
    uint rows = args[0], first = args[1], stride = args[2], lowest = args[3], highest = args[4];
    bool trains = args[5] != 0u;
    uint t = gl_LocalInvocationIndex, base = first + gl_WorkGroupID.x * uint(T);
    uint features = MODE == 0 ? layers[lowest].inputs : layers[highest].outputs;
    for (uint e = t; e < features * uint(T); e += kThreads) {
        uint k = e / uint(T), m = base + e % uint(T);
#if MODE == 0
        act[e] = m < rows ? values[k * stride + m] : 0.0;
#else
        act[e] = m < rows ? deltas[(layers[highest].at + k) * stride + m] : 0.0;
#endif
    }
    for (uint done = 0u; done <= highest - lowest; ++done) {
        uint l = MODE == 0 ? lowest + done : highest - done;
        Layer layer = layers[l];
        uint k_count = MODE == 0 ? layer.inputs : layer.outputs;
        uint n_count = MODE == 0 ? layer.outputs : layer.inputs;
        precise float sum[TM][TN];
        for (int i = 0; i < TM; ++i)
            for (int j = 0; j < TN; ++j) sum[i][j] = 0.0;
        for (uint k0 = 0u; k0 < k_count; k0 += uint(KC)) {
            uint depth = min(uint(KC), k_count - k0);
#if MODE == 0
            for (uint e = t; e < n_count * uint(KC); e += kThreads) {
                uint k = e % uint(KC), n = e / uint(KC), from = n * layer.inputs + k0 + k;
#else
            for (uint e = t; e < depth * uint(W); e += kThreads) {
                uint n = e % uint(W), k = e / uint(W), from = (k0 + k) * layer.inputs + n;
#endif
                if (k < depth && n < n_count)  // the rest reaches only sums that are not kept
                    wts[k * uint(W) + n] = parameters[layer.weights_at + from];
            }
            barrier();  // the tile and the weights are complete
            for (uint k = 0u; k < depth; ++k) {
                float left[TM], right[TN];
                for (int i = 0; i < TM; ++i)
                    left[i] = act[(k0 + k) * uint(T) + gl_LocalInvocationID.x + uint(i) * kAcross];
                for (int j = 0; j < TN; ++j)
                    right[j] = wts[k * uint(W) + gl_LocalInvocationID.y + uint(j) * kDown];
                for (int i = 0; i < TM; ++i)
                    for (int j = 0; j < TN; ++j) sum[i][j] = fma(left[i], right[j], sum[i][j]);
            }
            barrier();  // both have been read and are overwritten next
        }
        for (int j = 0; j < TN; ++j) {
            uint n = gl_LocalInvocationID.y + uint(j) * kDown;
            if (n >= n_count) continue;
            for (int i = 0; i < TM; ++i) {
                uint m = gl_LocalInvocationID.x + uint(i) * kAcross;
                bool is_sample = base + m < rows;
#if MODE == 0
                uint to = (layer.at + n) * stride + base + m;
                precise float pre = sum[i][j] + parameters[layer.biases_at + n];
                float value, slope;
                activate(layer.activation, pre, layer.omega, value, slope);
                act[n * uint(T) + m] = value;
                if (is_sample && (trains || l == highest)) values[to] = value;
                if (is_sample && trains) deltas[to] = slope;
#else
                uint to = (layer.at - layer.inputs + n) * stride + base + m;
                float delta = is_sample && l > 0u ? sum[i][j] * deltas[to] : sum[i][j];
                act[n * uint(T) + m] = delta;
                if (is_sample) deltas[to] = delta;
#endif
            }
        }
    }
}
