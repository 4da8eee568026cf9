// The interface of an instruction set: a table of functions over plain memory. One table each for
// the scalar reference, AVX2 and AVX-512, two each, for bf16x3 and bf16, for AVX-512's bf16
// instruction and AMX; the best one for the processor is chosen at run time (instruction_set.h).
//
// Each set is one translation unit compiled with its own flags from the same headers
// (fp32_kernels.h, bf16_kernels.h), written in the compilers' vector types: plain C++ operators,
// read by gcc and clang alike, no table of intrinsics and no dependency. A dispatch library
// (Highway) would bring per-target attributes on every function for two targets. The price is a
// rule: those files use no inline function or template that another file also has, since the linker
// keeps one copy for all processors; hence raw pointers here and no standard containers.
#pragma once

#include "engine/network/config.h"
#include "engine/network/encodings.h"
#include "engine/network/numerics.h"

#include <cstddef>
#include <cstdint>

namespace redraw {
enum class Precision;
}

namespace redraw::cpu {

// Pixels are rows, features are columns. Activations lie in panels of 16 features, one cache line a
// pixel: feature j of pixel p is at (j / 16) * panel_stride + p * 16 + j % 16.
inline constexpr int kPanel = 16;
// The fp32 matrix kernels take this many pixels at a time; a tile holds a multiple.
inline constexpr int kRows = 6;
inline constexpr int kMostTilePixels = 256;
inline constexpr int kMostChannels = 4;

// One layer in padded memory; offsets count floats.
struct LayerPlan {
    int inputs = 0, outputs = 0;
    int padded_inputs = 0, padded_outputs = 0;  // multiples of KernelSet::features
    float omega = 1;                            // of sine layers
    std::size_t weights = 0, biases = 0;        // in the parameters, moments and gradients
    std::size_t packed = 0;                     // in the packed weights
    std::size_t packed_low = 0;                 // bf16: what rounding lost
    std::size_t packed_back = 0;  // for the backward pass: of the first layer whose inputs are
                                  // trained, in bf16 of all hidden layers
    std::size_t values = 0;       // in the workspace: the outputs of a hidden layer
    std::size_t slopes = 0;  // in the workspace: their derivatives; then the loss' gradients by the
                             // pre-activations take their place
};

// The offset of input `i` of pixel `p` of the first layer after NetworkPlan::inputs. Static: see
// above.
[[maybe_unused]] static constexpr std::size_t input_at(std::size_t panel_stride, int p, int i) {
    return std::size_t(i / kPanel) * panel_stride + std::size_t(p * kPanel + i % kPanel);
}

// Coordinates of a sample, as in engine/image/grid.h.
struct Coordinates {
    float x = 0, y = 0;
};

// A grid in front of the first layer.
struct GridPlan {
    const GridLevel* levels = nullptr;
    int level_count = 0, features = 0;
    std::size_t panel_stride = 0;  // NetworkPlan::panel_stride
};

// Notes which lines of kPanel numbers of the tables have a gradient: that of `features` numbers
// from this one on. Several threads may write the same, where levels share a line.
template <int features>
[[gnu::always_inline]] static inline void mark_lines(std::uint8_t* touched, std::size_t number) {
    __atomic_store_n(&touched[number / kPanel], std::uint8_t(1), __ATOMIC_RELAXED);
    if constexpr (kPanel % features != 0)  // else none hangs over a line's end
        __atomic_store_n(&touched[(number + features - 1) / kPanel], std::uint8_t(1),
                         __ATOMIC_RELAXED);
}

struct NetworkPlan {
    const LayerPlan* layers = nullptr;  // hidden layers, then the output layer
    int layer_count = 0;
    int fixed_layers = 0;  // 1: the first layer is Fourier features: sines, not trained
    Activation activation = Activation::sine;
    int tile_pixels = 0;
    int block = 0;  // KernelSet::block
    std::size_t panel_stride = 0;
    // In the workspace, panels of kPanel floats a pixel. In: the first layer's inputs, (x, y) or a
    // grid's features. Out: the output layer's values, which the loss replaces by its gradients.
    std::size_t inputs = 0, outputs = 0;
    // The loss' gradients by the inputs, laid out like them, where `trains_inputs`.
    std::size_t input_gradients = 0;
    bool trains_inputs = false;
    // bf16 kernels only, in the workspace: two blocks of sums; the output layer's sums; the left
    // matrices that layers pass on in turn, and what rounding them lost; deltas for the weights'
    // gradients.
    std::size_t staging = 0, output_sums = 0, rows[2] = {}, rows_low[2] = {}, deltas = 0;
};

struct Weights {
    const float* parameters = nullptr;
    const float* packed = nullptr;
};

// One optimizer update. Gradients of the chunks are added in order, so that threads change nothing.
struct UpdatePlan {
    Optimizer optimizer = Optimizer::adam;
    bool lazy = false;  // Adam leaves alone what has no gradient
    numerics::AdamStep<float> adam{};
    float momentum = 0, rate = 0;  // SGD
    const float* gradients = nullptr;
    std::size_t gradient_stride = 0;
    int gradient_count = 0;
    float* parameters = nullptr;
    float* first = nullptr;
    float* second = nullptr;
};

struct KernelSet {
    const char* name;  // "AVX2": for the status bar
    Precision precision;
    int block;          // columns of a block of weights (layout.h); 0: plain rows, no padding
    int features;       // widths are padded to multiples of this
    int pixels;         // a tile's pixels are taken so many at a time, the last ones with zeros
    bool fp32_forward;  // of bf16x3: hidden layers are multiplied in fp32 instead of three bf16
                        // parts
    // Values of all layers for the first `pixels` pixels of a tile; `training` keeps the slopes.
    void (*forward)(const NetworkPlan&, const Weights&, float* workspace, int pixels,
                    bool training);
    // Computes the gradients of all parameters from those in `outputs`; stores or adds them.
    void (*backward)(const NetworkPlan&, const Weights&, float* workspace, int pixels,
                     float* gradients, bool add);
    void (*update)(const UpdatePlan&, std::size_t begin, std::size_t end);
    // The first layer's inputs of a tile's first `count` samples, from a grid's tables.
    void (*encode)(const GridPlan&, const float* tables, const Coordinates*, int count,
                   float* inputs);
    // Adds a batch's gradients by the features of a level, [sample][feature], to its table's, in
    // the order of the batch; notes where in `touched`, unless that is null.
    void (*add_table_gradients)(const GridPlan&, int level, const Coordinates*, int count,
                                const float* by_features, float* by_tables, std::uint8_t* touched);
    // Multiply-adds on registers only, in this precision, for the ceiling; returns the
    // floating-point operations done.
    double (*multiply_add_burst)(std::int64_t rounds, float* sink);
};

}  // namespace redraw::cpu
