// Converts a drawing to texture bytes, exactly as to_rgba() of engine/image/image.h does: red in
// the lowest byte of a word. One thread per pixel.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Drawn { float drawn[]; };
layout(std430, binding = 1) writeonly buffer Rgba { uint rgba[]; };

uint byte_of(float v) {
    precise float scaled = v * 255.0;  // rounded before the addition, as on the host
    precise float rounded = scaled + 0.5;
    bool none = v <= 0.0 || is_nan(v);
    return none ? 0u : v >= 1.0 ? 255u : uint(rounded);
}
void main() {
    uint pixels = args[0], channels = args[1], first = args[2], p = gl_GlobalInvocationID.x;
    if (p >= pixels) return;
    uint at = (first + p) * channels;
    uint red = byte_of(drawn[at]), green = red, blue = red, alpha = 255u;
    if (channels >= 3u) {
        green = byte_of(drawn[at + 1u]);
        blue = byte_of(drawn[at + 2u]);
    }
    if (channels % 2u == 0u) alpha = byte_of(drawn[at + channels - 1u]);
    rgba[p] = red | green << 8 | blue << 16 | alpha << 24;
}
