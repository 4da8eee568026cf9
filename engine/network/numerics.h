// The formulas of training, shared by CPU and CUDA code of every number type. F is float, double or
// a vector of floats with its own sin_cos, exponential, hyperbolic_tangent and choose.
#pragma once

#include "engine/network/config.h"
#include "engine/network/random.h"

#include <math.h>  // NOLINT(modernize-deprecated-headers): ::sinf, see below

namespace redraw::numerics {

// Mathematical functions for plain floats and doubles. Uses ::sinf instead of std::sin: ::sinf has
// one definition, in the C library.
REDRAW_NUMERIC void sin_cos(float x, float& sine, float& cosine) {
    sine = ::sinf(x);
    cosine = ::cosf(x);
}
REDRAW_NUMERIC void sin_cos(double x, double& sine, double& cosine) {
    sine = ::sin(x);
    cosine = ::cos(x);
}
REDRAW_NUMERIC float exponential(float x) {
    return ::expf(x);
}
REDRAW_NUMERIC double exponential(double x) {
    return ::exp(x);
}
REDRAW_NUMERIC float log_1_plus(float x) {
    return REDRAW_ROUNDED_ONCE(log1p, x);
}
REDRAW_NUMERIC double log_1_plus(double x) {
    return ::log1p(x);
}
REDRAW_NUMERIC float hyperbolic_tangent(float x) {
    return REDRAW_ROUNDED_ONCE(tanh, x);
}
REDRAW_NUMERIC double hyperbolic_tangent(double x) {
    return ::tanh(x);
}
REDRAW_NUMERIC float square_root(float x) {
    return ::sqrtf(x);
}
REDRAW_NUMERIC double square_root(double x) {
    return ::sqrt(x);
}
REDRAW_NUMERIC float magnitude(float x) {
    return ::fabsf(x);
}
REDRAW_NUMERIC double magnitude(double x) {
    return ::fabs(x);
}
template <class F>
REDRAW_NUMERIC F choose(bool condition, F yes, F no) {
    return condition ? yes : no;
}

// Computes 1 / (1 + exp(-x)). If exp overflows to infinity, the quotient is correctly 0.
template <class F>
REDRAW_NUMERIC F logistic(F x) {
    return F(1) / (F(1) + exponential(-x));
}

// A hidden unit: its value at the pre-activation `pre` = W x + b, and the derivative of that value
// with respect to `pre`. Comparisons are written so that NaN stays NaN, because a diverged run must
// be detected.
//   sine: sin(omega pre) (Sitzmann et al. 2020); the others do not use omega.
//   GELU: the tanh form of Hendrycks and Gimpel 2016, with 0.5 (1 + tanh z) = logistic(2 z).
template <Activation activation, class F>
REDRAW_NUMERIC void activate(F pre, F omega, F& value, F& derivative) {
    if constexpr (activation == Activation::sine) {
        F cosine;
        sin_cos(omega * pre, value, cosine);
        derivative = omega * cosine;
    } else if constexpr (activation == Activation::tanh) {
        value = hyperbolic_tangent(pre);
        derivative = F(1) - value * value;
    } else if constexpr (activation == Activation::sigmoid) {
        value = logistic(pre);
        derivative = value * (F(1) - value);
    } else if constexpr (activation == Activation::relu) {
        value = choose(pre < F(0), F(0), pre);
        derivative = choose(pre > F(0), F(1), F(0));
    } else {
        static_assert(activation == Activation::gelu);
        const F scale = F(1.5957691216057308f);  // 2 sqrt(2 / pi)
        const F cubic = F(0.044715f);
        const F square = pre * pre;
        const F gate = logistic(scale * pre * (F(1) + cubic * square));
        const F slope = scale * (F(1) + F(3) * cubic * square);
        value = pre * gate;
        derivative = gate + value * (F(1) - gate) * slope;
    }
}

template <class F>
REDRAW_NUMERIC void activate(Activation activation, F pre, F omega, F& value, F& derivative) {
    switch (activation) {
        case Activation::sine:
            return activate<Activation::sine>(pre, omega, value, derivative);
        case Activation::tanh:
            return activate<Activation::tanh>(pre, omega, value, derivative);
        case Activation::sigmoid:
            return activate<Activation::sigmoid>(pre, omega, value, derivative);
        case Activation::relu:
            return activate<Activation::relu>(pre, omega, value, derivative);
        case Activation::gelu:
            return activate<Activation::gelu>(pre, omega, value, derivative);
    }
}

// Calls run.operator()<activation>() with the activation as a template argument; host code only.
template <class Run>
[[gnu::always_inline]] inline auto with_activation(Activation activation, const Run& run) {
    switch (activation) {
        case Activation::sine:
            return run.template operator()<Activation::sine>();
        case Activation::tanh:
            return run.template operator()<Activation::tanh>();
        case Activation::sigmoid:
            return run.template operator()<Activation::sigmoid>();
        case Activation::relu:
            return run.template operator()<Activation::relu>();
        case Activation::gelu:
            break;
    }
    return run.template operator()<Activation::gelu>();
}

// Maps the output layer's y to the pixel value. Linear outputs are centred: an untrained network,
// whose y is near 0, renders mid gray.
template <class F>
REDRAW_NUMERIC F output_value(OutputMap map, F y) {
    return map == OutputMap::sigmoid ? logistic(y) : (y + F(1)) / F(2);
}

template <class F>
struct OutputLoss {
    F value;     // the pixel value
    F loss;      // the loss of this value; a batch's loss is the mean over pixels and channels
    F gradient;  // derivative of `loss` with respect to y
};

// Loss of one value. BCE takes y as a logit: max(y, 0) - y t + log(1 + exp(-|y|)) is finite for all
// targets.
template <class F>
REDRAW_NUMERIC OutputLoss<F> output_loss(OutputMap map, Loss loss, F y, F target) {
    const F value = output_value(map, y);
    if (loss == Loss::bce) {
        const F positive = y > F(0) ? y : F(0);
        return {value, positive - y * target + log_1_plus(exponential(-magnitude(y))),
                logistic(y) - target};
    }
    const F error = value - target;
    const F slope = map == OutputMap::sigmoid ? value * (F(1) - value) : F(1) / F(2);
    if (loss == Loss::l1)
        return {value, magnitude(error), (F(error > F(0)) - F(error < F(0))) * slope};
    return {value, error * error, F(2) * error * slope};
}

// Computes the loss of an area pixel, whose value is the mean of its two samples. `y` and `other`
// are the samples' outputs; the gradient is with respect to `y`. Adds the weighted total variation
// within the pixel (Rudin, Osher and Fatemi 1992) to the loss of the mean. With d the samples'
// difference, the variation is sqrt(d^2 + e^2) - e, which is smooth at 0. Only for mse and l1.
template <class F>
REDRAW_NUMERIC OutputLoss<F> area_loss(OutputMap map, Loss loss, F y, F other, F target,
                                       F total_variation) {
    constexpr F smooth = F(0.003);
    const F own = output_value(map, y), its = output_value(map, other);
    const F value = (own + its) / F(2), error = value - target, difference = own - its;
    const F length = square_root(difference * difference + smooth * smooth);
    const F by_value = loss == Loss::l1 ? (F(error > F(0)) - F(error < F(0))) / F(2) : error;
    const F slope = map == OutputMap::sigmoid ? own * (F(1) - own) : F(1) / F(2);
    return {value,
            (loss == Loss::l1 ? magnitude(error) : error * error) +
                total_variation * (difference * difference / (length + smooth)),
            (by_value + total_variation * (difference / length)) * slope};
}

// Adam (Kingma and Ba 2015) with bias correction; `rate` and `second_scale` carry the correction:
// rate = lr / (1 - beta1^t), second_scale = 1 / (1 - beta2^t).
template <class F>
struct AdamStep {
    F beta1, beta2, epsilon, rate, second_scale;
};
template <class F>
REDRAW_NUMERIC void adam_update(const AdamStep<F>& step, F gradient, F& weight, F& first,
                                F& second) {
    first = step.beta1 * first + (F(1) - step.beta1) * gradient;
    second = step.beta2 * second + (F(1) - step.beta2) * (gradient * gradient);
    weight -= step.rate * first / (square_root(second * step.second_scale) + step.epsilon);
}
inline bool is_lazy(const OptimizerSpec& optimizer) {
    return optimizer.kind == Optimizer::adam && optimizer.tables == TableUpdates::touched;
}
// The Adam step for touched entries of a grid's tables, whose moments decay faster than the layers'
// by default. The first steps need no bias correction: (1 - 0.6) g / sqrt((1 - 0.85) g^2) is about
// 1.
REDRAW_NUMERIC AdamStep<float> lazy_adam_step(const OptimizerSpec& optimizer,
                                              double learning_rate) {
    return {0.6f, 0.85f, float(optimizer.epsilon), float(learning_rate), 1};
}
REDRAW_NUMERIC void lazy_adam_update(const AdamStep<float>& step, float gradient, float& weight,
                                     float& first, float& second) {
    if (gradient != 0) adam_update(step, gradient, weight, first, second);
}
REDRAW_NUMERIC AdamStep<float> adam_step(const OptimizerSpec& optimizer, double learning_rate,
                                         double updates) {
    return {float(optimizer.beta1), float(optimizer.beta2), float(optimizer.epsilon),
            float(learning_rate / (1 - ::pow(optimizer.beta1, updates))),
            float(1 / (1 - ::pow(optimizer.beta2, updates)))};
}

// Gradient descent with momentum: v = momentum v + g; w = w - lr v.
template <class F>
REDRAW_NUMERIC void sgd_update(F momentum, F rate, F gradient, F& weight, F& velocity) {
    velocity = momentum * velocity + gradient;
    weight -= rate * velocity;
}

}  // namespace redraw::numerics
