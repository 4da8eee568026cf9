// Computes the output layer, one thread per pixel (one sample, or the two of an area pixel). In
// training also the loss: a workgroup sums losses and squared errors in a fixed order.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Parameters { float parameters[]; };
layout(std430, binding = 1) readonly buffer Values { float values[]; };
layout(std430, binding = 2) readonly buffer Picture { float picture[]; };
layout(std430, binding = 3) readonly buffer Samples { uint samples[]; };
layout(std430, binding = 4) writeonly buffer Deltas { float deltas[]; };
layout(std430, binding = 5) writeonly buffer Drawn { float drawn[]; };
layout(std430, binding = 6) writeonly buffer Sums { vec2 sums[]; };
shared vec2 shared_sums[64];

float channel_of(uint r, uint c) {
    uint stride = args[1], inputs = args[4], values_at = args[5], weights_at = args[6];
    precise float sum = 0.0;
    for (uint k = 0u; k < inputs; ++k)
        sum = fma(values[values_at + k * stride + r], parameters[weights_at + c * inputs + k], sum);
    precise float y = sum + parameters[args[7] + c];  // the bias
    return y;
}
float output_value(bool sigmoid, float y) {
    precise float value = sigmoid ? logistic(y) : (y + 1.0) * 0.5;
    return value;
}
float sign_of(float x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }
// point_loss() and area_loss() return loss and gradient as output_loss() and area_loss() of
// engine/network/numerics.h do; `loss` is the engine's Loss.
vec2 point_loss(bool sigmoid, uint loss, float y, float value, float target) {
    precise float error = value - target, slope = sigmoid ? value * (1.0 - value) : 0.5;
    precise float by_log = (y > 0.0 ? y : 0.0) - y * target + log_1_plus(exponential(-abs(y)));
    if (loss == 2u) return vec2(by_log, logistic(y) - target);
    if (loss == 1u) return vec2(abs(error), sign_of(error) * slope);
    precise vec2 result = vec2(error * error, 2.0 * error * slope);
    return result;
}
vec2 area_loss(bool sigmoid, uint loss, float own, float its, float target, float variation) {
    const float smooth_ = 0.003;
    precise float value = (own + its) * 0.5, error = value - target, difference = own - its;
    precise float size = sqrt(difference * difference + smooth_ * smooth_);
    precise float by_value = loss == 1u ? sign_of(error) * 0.5 : error;
    precise float slope = sigmoid ? own * (1.0 - own) : 0.5;
    precise vec2 result = vec2((loss == 1u ? abs(error) : error * error) +
                                   variation * (difference * difference / (size + smooth_)),
                               (by_value + variation * (difference / size)) * slope);
    return result;
}
void main() {
    uint pixels = args[0], stride = args[1], per_pixel = args[2], channels = args[3];
    bool sigmoid = args[8] != 0u, draws = args[9] != 0u, trains = args[11] != 0u;
    uint drawn_at = args[10], loss = args[12], deltas_at = args[13], sums_at = args[14];
    float scale = uintBitsToFloat(args[15]), variation = uintBitsToFloat(args[16]);
    uint p = gl_GlobalInvocationID.x, t = gl_LocalInvocationIndex, r = p * per_pixel;
    precise vec2 sum = vec2(0.0);
    for (uint c = 0u; p < pixels && c < channels; ++c) {
        float y = channel_of(r, c);
        precise float value = output_value(sigmoid, y);
        if (per_pixel == 2u) {
            float target = picture[samples[r] * channels + c], own = value;
            float other = channel_of(r + 1u, c);
            float its = output_value(sigmoid, other);
            vec2 one = area_loss(sigmoid, loss, own, its, target, variation);
            vec2 two = area_loss(sigmoid, loss, its, own, target, variation);
            value = (own + its) * 0.5;
            precise float error = value - target;
            sum += vec2(one.x, error * error);
            deltas[deltas_at + c * stride + r] = one.y * scale;
            deltas[deltas_at + c * stride + r + 1u] = two.y * scale;
        } else if (trains) {
            float target = picture[samples[r] * channels + c];
            vec2 one = point_loss(sigmoid, loss, y, value, target);
            precise float error = value - target;
            sum += vec2(one.x, error * error);
            deltas[deltas_at + c * stride + r] = one.y * scale;
        }
        if (draws) drawn[(drawn_at + p) * channels + c] = value;
    }
    if (!trains) return;
    shared_sums[t] = sum;
    for (uint part = 32u; part > 0u; part /= 2u) {
        barrier();
        if (t < part) shared_sums[t] += shared_sums[t + part];
    }
    if (t == 0u) sums[sums_at + gl_WorkGroupID.x] = shared_sums[0];
}
