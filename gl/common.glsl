// Precedes every kernel: arguments, and shared functions such as those whose precision GLSL leaves
// open. Sums are `precise` and in a fixed order: steps and renders repeat bit for bit on a device.
layout(location = 0) uniform uint args[24];  // set by the host; main() names them

// Tests the bits: GLSL need not support NaN, and comparisons may become min(), which loses NaN.
bool is_nan(float x) { return (floatBitsToUint(x) & 0x7FFFFFFFu) > 0x7F800000u; }

// Sine and cosine, whose precision GLSL leaves open. Cody-Waite reduction by pi/2 in three parts;
// the first has 8 bits and the second 11, so their products with k < 2^12 are exact whether or not
// the compiler fuses multiply and add. Then Cephes' polynomials: within 2^-22 for |x| < 6400.
void sin_cos(float x, out float sine, out float cosine) {
    precise float k = floor(x * 0.636619772 + 0.5);
    precise float r = x - k * 1.5703125;
    r = r - k * 4.837512969970703125e-4;
    r = r - k * 7.549789948768648e-8;
    r = abs(r) > 0.79 ? 0.79 : r;  // bounds the result where the reduction fails: large |x|
    precise float z = r * r;
    precise float s =
        r + r * (z * ((-1.9515295891e-4 * z + 8.3321608736e-3) * z - 1.6666654611e-1));
    precise float c =
        (1.0 - 0.5 * z) +
        z * z * ((2.443315711809948e-5 * z - 1.388731625493765e-3) * z + 4.166664568298827e-2);
    int quadrant = int(k);
    bool swapped = (quadrant & 1) != 0;
    float a = swapped ? c : s, b = swapped ? s : c;
    if (is_nan(x)) a = b = x;
    sine = (quadrant & 2) != 0 ? -a : a;
    cosine = ((quadrant + 1) & 2) != 0 ? -b : b;
}

// Computes exp(x) as Cephes does; clamps x to [-87, 88], where exp(x) is normal. NaN stays NaN.
float exponential(float x) {
    precise float held = x > 88.0 ? 88.0 : x < -87.0 ? -87.0 : x;
    precise float k = floor(held * 1.44269504 + 0.5);
    precise float r = held - k * 0.693359375;
    r = r + k * 2.12194440e-4;
    precise float p = ((((1.9875691500e-4 * r + 1.3981999507e-3) * r + 8.3334519073e-3) * r +
                        4.1665795894e-2) * r + 1.6666665459e-1) * r + 5.0000001201e-1;
    precise float e = p * (r * r) + r + 1.0;
    return is_nan(x) ? x : e * uintBitsToFloat(uint(int(k) + 127) << 23);
}
float logistic(float x) { return 1.0 / (1.0 + exponential(-x)); }
float hyperbolic_tangent(float x) {
    float size = abs(x);
    if (size < 0.625) {
        precise float z = x * x;
        precise float p = (((-5.70498872745e-3 * z + 2.06390887954e-2) * z - 5.37397155531e-2) * z +
                           1.33314422036e-1) * z - 3.33332819422e-1;
        precise float t = p * z * x + x;
        return t;
    }
    precise float t = 1.0 - 2.0 / (exponential(2.0 * size) + 1.0);
    return x < 0.0 ? -t : t;
}
// log(1 + z) for z in [0, 1]: 2 atanh(z / (2 + z)).
float log_1_plus(float z) {
    precise float s = z / (2.0 + z);
    precise float q = s * s;
    precise float p = ((((((q / 13.0 + 1.0 / 11.0) * q + 1.0 / 9.0) * q + 1.0 / 7.0) * q +
                         1.0 / 5.0) * q + 1.0 / 3.0) * q + 1.0) * (2.0 * s);
    return p;
}

// Computes a hidden unit like engine/network/numerics.h; `kind` is the engine's Activation.
void activate(uint kind, float pre, float omega, out float value, out float slope) {
    if (kind == 0u) {
        precise float x = omega * pre;
        float cosine;
        sin_cos(x, value, cosine);
        slope = omega * cosine;
    } else if (kind == 1u) {
        value = hyperbolic_tangent(pre);
        slope = 1.0 - value * value;
    } else if (kind == 2u) {
        value = logistic(pre);
        slope = value * (1.0 - value);
    } else if (kind == 3u) {
        // Tests the bits: compilers may turn a comparison into max(), which loses NaN.
        value = floatBitsToUint(pre) - 0x80000000u <= 0x7F800000u ? 0.0 : pre;
        slope = pre > 0.0 ? 1.0 : 0.0;
    } else {
        const float scale = 1.5957691216057308, cubic = 0.044715;
        precise float square = pre * pre;
        float gate = logistic(scale * pre * (1.0 + cubic * square));
        value = pre * gate;
        slope = gate + value * (1.0 - gate) * (scale * (1.0 + 3.0 * cubic * square));
    }
}

// 64-bit integers as (low, high): GLSL 4.30 has none.
uvec2 add64(uvec2 a, uvec2 b) {
    uint carry;
    uint low = uaddCarry(a.x, b.x, carry);
    return uvec2(low, a.y + b.y + carry);
}
uvec2 mul64(uvec2 a, uvec2 b) {
    uint high, low;
    umulExtended(a.x, b.x, high, low);
    return uvec2(low, high + a.x * b.y + a.y * b.x);
}
uvec2 xor_shifted(uvec2 a, int by) { return a ^ uvec2(a.x >> by | a.y << (32 - by), a.y >> by); }
// Returns the bits of splitmix64() in engine/network/random.h.
uvec2 splitmix64(uvec2 x) {
    x = add64(x, uvec2(0x7F4A7C15u, 0x9E3779B9u));
    x = mul64(xor_shifted(x, 30), uvec2(0x1CE4E5B9u, 0xBF58476Du));
    x = mul64(xor_shifted(x, 27), uvec2(0x133111EBu, 0x94D049BBu));
    return xor_shifted(x, 31);
}

struct Step {  // the settings of one step of a burst, set by the host
    float rate, second_scale, learning_rate;
    uint shift;  // first row of a row batch, or shift within strata
    uvec2 batch, offset;  // hashes of (seed, stream); gather.comp finishes `batch` of rows
};

// A GridLevel of engine/network/encodings.h; `hashed` is its entries if hashed, otherwise 0.
struct Level {
    int cells, column, columns, row, rows;
    uint hashed, first;
};
void place(int cells, int first, int count, float coordinate, out uint cell, out float fraction) {
    int end = first + count;
    precise float at = (coordinate + 1.0) * 0.5 * float(cells);
    at = at > float(first) ? at : float(first);
    int whole = int(at < float(end) ? at : float(end));
    whole = whole < end ? whole : end - 1;
    precise float f = at - float(whole);
    cell = uint(whole);
    fraction = f < 1.0 ? f : 1.0;
}
void corners(Level level, uint features, vec2 at, out uint number[4], out float weight[4]) {
    uint column, row;
    float across, down;
    place(level.cells, level.column, level.columns, at.x, column, across);
    place(level.cells, level.row, level.rows, at.y, row, down);
    for (uint i = 0u; i < 4u; ++i) {
        uint c = column + (i & 1u), r = row + (i >> 1);
        uint entry = level.hashed != 0u
                         ? (c ^ r * 2654435761u) & (level.hashed - 1u)
                         : (r - uint(level.row)) * uint(level.columns + 1) + c - uint(level.column);
        number[i] = level.first + entry * features;
        precise float w =
            ((i & 1u) != 0u ? across : 1.0 - across) * ((i >> 1) != 0u ? down : 1.0 - down);
        weight[i] = w;
    }
}

// Converts a number within 2^11 to 64-bit fixed point in units of 2^-52. NaN becomes 0; the layers'
// gradients and the loss are NaN then, too.
uvec2 fixed_point(float x) {
    if (is_nan(x)) return uvec2(0u);
    precise float scaled = x * 1048576.0;  // the whole part is in units of 2^-20
    precise float size = abs(scaled), whole = floor(size), rest = (size - whole) * 4294967296.0;
    uvec2 units = uvec2(uint(roundEven(rest)), uint(whole));  // exact but for parts below 2^-52
    return scaled < 0.0 ? add64(~units, uvec2(1u, 0u)) : units;
}
float from_fixed_point(uvec2 units) {
    bool negative = (units.y & 0x80000000u) != 0u;
    if (negative) units = add64(~units, uvec2(1u, 0u));
    precise float size =
        float(units.y) * 9.5367431640625e-7 + float(units.x) * 2.220446049250313e-16;
    return negative ? -size : size;
}
