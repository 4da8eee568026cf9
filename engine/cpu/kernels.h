// The interface of the CPU kernels: for each instruction set a table of functions on plain memory.
// The scalar reference, AVX2 and AVX-512 have one table each. AVX-512's bf16 instruction, AMX and
// emulated AMX have two each, for bf16x3 and bf16. The best table for the processor is chosen at
// run time (instruction_set.h).
//
// Each vector set is one translation unit, compiled with its own flags from shared headers
// (fp32_kernels.h, bf16_kernels.h). The code uses the compilers' vector types, so plain C++
// operators work with gcc and clang. A dispatch library (Highway) would need per-target attributes
// on every function.
//
// Rule: these files must not use an inline function or template that another file also uses, unless
// it is always inlined, because the linker keeps only one copy, possibly one with instructions that
// this processor lacks. They therefore use raw pointers instead of standard containers.
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

// Pixels are rows, features columns. Panels of 16 features, a cache line per pixel, hold inputs,
// outputs and most fp32 values: feature j of pixel p at (j / 16) * panel_stride + p * 16 + j % 16.
inline constexpr int kPanel = 16;
// The fp32 matrix kernels process this many pixels at a time; a tile holds a multiple.
inline constexpr int kRows = 6;
inline constexpr int kMostTilePixels = 256;
inline constexpr int kMostChannels = 4;

// The position of one layer in padded memory. Offsets count floats.
struct LayerPlan {
    int inputs = 0, outputs = 0;
    int padded_inputs = 0, padded_outputs = 0;  // multiples of KernelSet::features
    float omega = 1;                            // for sine layers
    std::size_t weights = 0, biases = 0;        // offsets in the parameters, moments and gradients
    std::size_t packed = 0;                     // offset in the packed weights
    std::size_t packed_low = 0;                 // offset of the rounding errors, if used
    // Offset of the copy of the weights that the backward pass reads. fp32: only the first layer
    // has one, if its inputs are trained. bf16: the other hidden layers have one, too.
    std::size_t packed_back = 0;
    std::size_t values = 0;  // offset of a hidden layer's outputs in the workspace
    // Offset of a hidden layer's derivatives in the workspace. In the fp32 backward pass, the
    // gradients of the loss with respect to the pre-activations replace them.
    std::size_t slopes = 0;
};

// Returns the offset of the first layer's input `i` for pixel `p`, counted from
// NetworkPlan::inputs. Static, so that each translation unit has its own copy.
[[maybe_unused]] static constexpr std::size_t input_at(std::size_t panel_stride, int p, int i) {
    return std::size_t(i / kPanel) * panel_stride + std::size_t(p * kPanel + i % kPanel);
}

// Coordinates of a sample, as defined in engine/image/grid.h.
struct Coordinates {
    float x = 0, y = 0;
};

// A multi-resolution grid, whose features are the first layer's inputs.
struct GridPlan {
    const GridLevel* levels = nullptr;
    int level_count = 0, features = 0;
    std::size_t panel_stride = 0;  // same as NetworkPlan::panel_stride
};

// Flags the lines (kPanel table numbers each) that hold the `features` gradients from table number
// `number` on. Levels may share a line, so several threads may set the same flag.
template <int features>
[[gnu::always_inline]] static inline void mark_lines(std::uint8_t* touched, std::size_t number) {
    __atomic_store_n(&touched[number / kPanel], std::uint8_t(1), __ATOMIC_RELAXED);
    if constexpr (kPanel % features != 0)  // otherwise no entry crosses the end of a line
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
    // Offsets in the workspace, in panels of kPanel floats per pixel. `inputs`: the first layer's
    // inputs, (x, y), grid features or a window. `outputs`: the output layer's values, later their
    // gradients.
    std::size_t inputs = 0, outputs = 0;
    // Offset of the gradients of the loss with respect to the inputs, laid out like the inputs.
    // Used if `trains_inputs`.
    std::size_t input_gradients = 0;
    bool trains_inputs = false;
    // Offsets in the workspace, for bf16 kernels only. `staging`: two blocks of product sums.
    // `output_sums`: the output layer's sums. `rows`: two buffers for the left operand of matrix
    // products, which the layers use alternately. `rows_low`: the same for the rounding errors of
    // `rows`. `deltas`: a layer's gradients with respect to its pre-activations, laid out for the
    // weight gradients.
    std::size_t staging = 0, output_sums = 0, rows[2] = {}, rows_low[2] = {}, deltas = 0;
};

struct Weights {
    const float* parameters = nullptr;
    const float* packed = nullptr;
};

// One optimizer update. The gradients of chunks are added in order, so the thread count does not
// change the result.
struct UpdatePlan {
    Optimizer optimizer = Optimizer::adam;
    numerics::AdamStep<float> adam{};
    float momentum = 0, rate = 0;  // for SGD
    const float* gradients = nullptr;
    std::size_t gradient_stride = 0;
    int gradient_count = 0;
    float* parameters = nullptr;
    float* first = nullptr;
    float* second = nullptr;
};

// An Adam update of a grid's tables that skips numbers without a gradient. The arrays hold whole
// lines of kPanel table numbers.
struct LinesPlan {
    numerics::AdamStep<float> adam{};
    float *gradients = nullptr, *parameters = nullptr, *first = nullptr, *second = nullptr;
};

struct KernelSet {
    const char* name;  // "AVX2", for the status bar
    Precision precision;
    int block;     // columns of a block of weights (layout.h); 0: plain rows without padding
    int features;  // layer widths are padded to multiples of this
    int pixels;    // pixels processed together; the last group may be padded
    // True if the forward pass multiplies hidden layers in fp32. With bf16x3 it otherwise uses
    // three bf16 products.
    bool fp32_forward;
    // Computes the outputs for the first `pixels` pixels of a tile. `training`: keeps what
    // backward() needs of the hidden layers.
    void (*forward)(const NetworkPlan&, const Weights&, float* workspace, int pixels,
                    bool training);
    // Computes the gradients of the trained layers from those of the outputs
    // (NetworkPlan::outputs). Stores them in `gradients`; `add`: adds them instead.
    void (*backward)(const NetworkPlan&, const Weights&, float* workspace, int pixels,
                     float* gradients, bool add);
    void (*update)(const UpdatePlan&, std::size_t begin, std::size_t end);
    // Updates `count` lines, given by the offset of each line's first number, and sets their
    // gradients to 0.
    void (*update_lines)(const LinesPlan&, const std::size_t* lines, int count);
    // Computes the first layer's inputs for a tile's first `count` samples from a grid's tables.
    void (*encode)(const GridPlan&, const float* tables, const Coordinates*, int count,
                   float* inputs);
    // Adds the gradients of a level's features, [sample][feature], to those of its table in the
    // order of the batch. Sets the flags of the changed lines in `touched` unless that is null.
    void (*add_table_gradients)(const GridPlan&, int level, const Coordinates*, int count,
                                const float* by_features, float* by_tables, std::uint8_t* touched);
};

}  // namespace redraw::cpu
