// A path computes optimizer steps and drawings on the device. CudaBackend owns state, graphs and
// stream; a path owns its kernels' memory and enqueues their work. The fused path uses one kernel
// for a step's forward and backward pass, for widths up to 128. The reference path uses cuBLAS and
// element kernels, for every network. Used on the backend's thread.
//
// Steps after the first can be captured into a CUDA graph: no allocation, no synchronisation, no
// pointer or number that changes from step to step. Changing values are in device memory
// (StepCell). Sums have a fixed order or add integers: floats are added atomically only where one
// thread alone adds to an address (add_to_own). A run therefore resumes bit for bit.
#pragma once

#include "cuda/language.h"
#include "engine/backend/backend.h"
#include "engine/data/internal_examples.h"
#include "engine/data/sampling.h"
#include "engine/network/numerics.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace redraw::cuda {

// The values that change with each step of a burst. The host computes them for the whole burst with
// the engine's code, so that learning rates and Adam's factors match the CPU's. They are uploaded
// in one copy.
struct StepSetting {
    numerics::AdamStep<float> adam{}, lazy_adam{};
    float rate = 0;  // learning rate for SGD
};

// The progress of a burst, on the device; the step's last kernel advances it.
struct StepCell {
    std::int64_t step = 0;    // number in the run; selects the samples
    std::uint32_t index = 0;  // number in the burst; selects setting and result
};

// The backend's device memory that every path uses. Parameters are in the flat order of
// parameters.h.
struct DeviceState {
    float* parameters = nullptr;
    float* first_moment = nullptr;
    float* second_moment = nullptr;  // null for SGD
    std::size_t count = 0;
    const StepSetting* settings = nullptr;  // one for each step of the burst
    StepResult* results = nullptr;          // one for each step of the burst
    StepCell* cell = nullptr;
};

// Updates one parameter with the optimizer; returns its new value. `lazy`: TableUpdates::touched.
__device__ __forceinline__ float update_parameter(Optimizer optimizer, float momentum,
                                                  const StepSetting& setting,
                                                  const DeviceState& state, std::size_t i,
                                                  float gradient, bool lazy = false) {
    float weight = state.parameters[i];
    if (lazy && gradient == 0) return weight;
    float first = state.first_moment[i];
    if (optimizer == Optimizer::adam) {
        float second = state.second_moment[i];
        numerics::adam_update(lazy ? setting.lazy_adam : setting.adam, gradient, weight, first,
                              second);
        state.second_moment[i] = second;
    } else {
        numerics::sgd_update(momentum, setting.rate, gradient, weight, first);
    }
    state.parameters[i] = weight;
    state.first_moment[i] = first;
    return weight;
}

// The training picture on the device; pointers are null without a dataset (drawing only).
struct DeviceDataset {
    const float* values = nullptr;            // [height][width][channels], 0 to 1
    const float* column_x = nullptr;          // [width], grid.x of each column
    const float* row_y = nullptr;             // [height]
    float pixel_width = 0, pixel_height = 0;  // pixel size in grid coordinates
    int channels = 0;
    Sampling sampling{};
    ExampleArrays examples{};  // for a window network, instead of the picture; on the device

    bool is_there() const { return values || examples.blocks; }
    int batch_pixels() const { return int(sampling.batch_pixels); }
    REDRAW_NUMERIC int batch_samples() const {
        return int(sampling.batch_pixels * sampling.samples);
    }
};
inline DeviceDataset device_dataset(const Dataset& dataset, const float* values,
                                    const float* column_x, const float* row_y) {
    const Grid& grid = dataset.grid;
    return {values,
            column_x,
            row_y,
            float((grid.right - grid.left) / grid.width),
            float((grid.bottom - grid.top) / grid.height),
            dataset.target.channels,
            sampling_of(dataset, dataset.single_steps()),
            {}};
}

// Returns the coordinates of sample `i` of a step, which lies in pixel number `pixel`.
__device__ __forceinline__ float2 sample_place(const DeviceDataset& dataset, std::uint32_t pixel,
                                               std::int64_t step, std::uint32_t i) {
    const Sampling& sampling = dataset.sampling;
    float2 at{dataset.column_x[pixel % sampling.width], dataset.row_y[pixel / sampling.width]};
    if (sampling.samples > 1) {
        const SampleOffset offset = sample_offset(sampling, step, i);
        at.x += offset.x * dataset.pixel_width;
        at.y += offset.y * dataset.pixel_height;
    }
    return at;
}

// The loss of a sample. Of a pixel with two samples it also needs the other's output.
struct SampleLoss {
    OutputMap map;
    Loss loss;
    bool area;
    float total_variation;

    __device__ __forceinline__ numerics::OutputLoss<float> operator()(float y, float other,
                                                                      float target) const {
        return area ? numerics::area_loss(map, loss, y, other, target, total_variation)
                    : numerics::output_loss(map, loss, y, target);
    }
};
inline SampleLoss sample_loss(const NetworkSpec& network, const OptimizerSpec& optimizer,
                              int samples) {
    return {network.output, optimizer.loss, samples == 2, float(optimizer.total_variation)};
}

// Sums of the losses and squared errors that one thread block computes.
struct LossSums {
    double loss = 0, squared_error = 0;
};

// The pixels to draw, on the device. Coordinates are those of the engine's grid. Values are the
// network's output after the output map, not clamped.
struct DeviceCanvas {
    const float* column_x = nullptr;  // [width]
    const float* row_y = nullptr;     // [height]
    int width = 0, height = 0;        // size of one band of the drawing; less than 2^31 pixels
    float* values = nullptr;          // [height][width][channels]
};

// A drawing by a window network: one value for each quarter of every pixel of `plane` but the
// border, as wide as the windows' reach. Values are corrections; kNothingLacking means none.
struct DeviceWindows {
    const float* plane = nullptr;  // [rows][stride], one channel
    int stride = 0;
    int width = 0, height = 0;  // size of the drawing
    float* values = nullptr;    // [height][width]
};

class Path {
public:
    virtual ~Path() = default;

    // Enqueues one step on `stream`: gathers `samples` samples of each pixel of cell->step,
    // forward, loss, backward, reduction in a fixed order. Then updates with settings[cell->index],
    // writes results[cell->index] and advances the cell. If the batch is the whole picture and
    // `forward_values` is not null, the render goes there.
    virtual void enqueue_step(cudaStream_t stream, const DeviceState& state, int samples,
                              float* forward_values) = 0;

    // Recomputes what the path derives from the parameters, after load() replaced them.
    virtual void enqueue_parameters_changed(cudaStream_t stream, const DeviceState& state) = 0;

    // Draws with `parameters`: flat, on the device, not necessarily those being trained.
    virtual void enqueue_render(cudaStream_t stream, const float* parameters,
                                const DeviceCanvas& canvas) = 0;

    // Draws with a window network. Precondition: it is one.
    virtual void enqueue_windows(cudaStream_t /*stream*/, const float* /*parameters*/,
                                 const DeviceWindows& /*windows*/) {
        check_failed("enqueue_windows", __FILE__, __LINE__, "only a network of windows draws them");
    }

    virtual const char* name() const = 0;  // "fused", "cuBLAS": for status bar and bench
    virtual Precision precision() const = 0;
};

struct PathRequest {
    NetworkSpec network;
    OptimizerSpec optimizer;
    int channels = 1;
    Precision precision = Precision::automatic;
    DeviceDataset dataset;
};

// Returns null if the fused kernels do not support the precision (fp32), the network (a window
// network, or one that make_plan() of fused_plan.h refuses) or the device. `automatic` means
// bf16x3, which converges like fp32.
std::unique_ptr<Path> make_fused_path(const PathRequest& request, cudaStream_t stream);
// Supports every network. `automatic` means fp32. Throws Error if the network needs cuBLAS and it
// is not installed, or if bf16 or bf16x3 is requested and the GPU has no bf16.
std::unique_ptr<Path> make_reference_path(const PathRequest& request, cudaStream_t stream);

}  // namespace redraw::cuda
