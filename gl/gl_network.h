// A network on the device: its buffers, and functions that enqueue a training step or a render in
// chunks of samples. Up to 128 inputs and outputs a layer, fused kernels compute all hidden layers
// in a dispatch; otherwise each has its own. Make, use and destroy it within a Context::Use.
#pragma once

#include "engine/backend/backend.h"
#include "engine/network/encodings.h"
#include "gl/buffer.h"

#include <functional>
#include <vector>

namespace redraw::gl {

// The settings of one training step, laid out as `Step` in common.glsl.
struct StepSettings {
    float rate, second_scale, learning_rate;
    std::uint32_t shift;
    std::uint64_t batch, offset;
};

// False: networks made from now on use no fused kernels. Only tests change it.
inline bool fuses_layers = true;

class GlNetwork {
public:
    // The most steps of a burst for which settings() and results() have room.
    static constexpr std::size_t kMostSteps = 1024;

    // Allocates the buffers; without a dataset only those for renders. Throws Error if the driver
    // does not allow a buffer that the network needs.
    GlNetwork(Context& context, const NetworkSpec& network, const OptimizerSpec& optimizer,
              int channels, const Dataset* dataset);

    // Enqueues step number `step_at` of the burst, whose pixels have `samples` samples each. Calls
    // after_chunk() after every chunk of samples.
    void enqueue_step(std::size_t step_at, int samples, const std::function<void()>& after_chunk);
    // Enqueues a render of `pixels` pixels of a grid `width` pixels wide, row after row from pixel
    // number `first` on. `axes`: coordinates of the columns, then of the rows. Writes
    // [pixel][channel].
    void enqueue_render(const Buffer& parameters, const Buffer& axes, std::size_t width,
                        std::size_t height, std::size_t first, std::size_t pixels,
                        const Buffer& drawn, const std::function<void()>& after_chunk);

    // Sizes dispatches of fused layers for about 4 ms or less, by the measured seconds of a
    // training step's chunk. Changes no bit of the results.
    void keep_pace(double chunk_seconds);
    std::size_t count() const { return count_; }  // number of parameters
    std::size_t chunks() const;                   // chunks of a step
    StepSettings settings_of(std::int64_t step, std::int64_t optimizer_step, float rate) const;

    const Buffer& parameters() const { return parameters_; }
    const Buffer& first() const { return first_; }
    const Buffer& second() const { return second_; }  // only for Adam
    const Buffer& settings() const { return settings_; }
    const Buffer& results() const { return results_; }  // a StepResult for each step
    bool draws() const { return draws_; }               // true: full-batch steps store a render
    const Buffer& drawn() const { return drawn_; }      // render of the last full-batch step

private:
    struct Layer {
        LayerShape shape;
        std::size_t inputs_at = 0;  // feature number of its first input in values_
        std::size_t deltas_at = 0;  // feature number of its first output's gradients in deltas_
        std::size_t weights() const { return shape.biases - shape.weights; }
        bool is_thin() const { return shape.outputs <= 4 || shape.inputs <= 4; }
    };
    struct Chunk {
        std::size_t first = 0, rows = 0;  // samples
        std::size_t stride = 0;           // floats from a feature to the next
    };
    Chunk chunk_at(std::size_t first, std::size_t end) const;
    std::size_t most_rows() const;
    void make_training_buffers(const Dataset& dataset);
    void make_fused_layers();
    void enqueue_fused(Kernel narrow, Kernel wide, const Chunk& chunk, const Buffer& parameters,
                       std::size_t begin, std::size_t end, bool training);
    void enqueue_hidden_layers(const Chunk& chunk, const Buffer& parameters, bool training);
    void enqueue_backward(const Chunk& chunk);
    void enqueue_weight_gradients(const Chunk& chunk, bool add);
    void enqueue_columns(const Chunk& chunk, const Layer& layer, bool add);
    void enqueue_update(std::size_t step_at, std::size_t slices);
    void dispatch_gather(const Chunk& chunk, std::size_t step_at, const Buffer& axes,
                         const Buffer& parameters, std::size_t width, std::size_t height,
                         const Sampling& sampling);
    void dispatch_output(const Chunk& chunk, const Buffer& parameters, const Buffer& drawn,
                         bool draws, std::size_t drawn_at, bool training);

    Context& context_;
    NetworkSpec network_;
    OptimizerSpec optimizer_;
    int channels_;
    std::vector<Layer> layers_;
    std::size_t level_count_, tables_, count_;  // tables_: parameters of the grid, which come first
    std::size_t fixed_ = 0;                     // number of untrained layers: Fourier features
    std::size_t fused_width_ = 0;               // W in fused.comp: 64, 128, or 0: not fused
    std::size_t fused_products_;                // multiply-adds of a dispatch of fused layers
    std::size_t value_features_ = 0, delta_features_ = 0, most_rows_ = 0;
    Sampling sampling_;
    std::size_t batch_ = 0;  // the most samples per step
    std::size_t slice_ = 1;  // samples of a chunk's slice
    std::size_t sum_count_ = 0;
    float pixel_width_ = 0, pixel_height_ = 0;
    bool draws_ = false;

    Buffer parameters_, first_, second_, settings_, results_, drawn_;
    Buffer axes_, picture_, levels_, fused_layers_, samples_, values_, deltas_, parts_, table_sums_,
        loss_sums_;
};

}  // namespace redraw::gl
