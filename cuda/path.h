// How one optimizer step gets done on the device. CudaBackend owns state, graph and stream; a path
// owns the kernels' own memory and enqueues their work. Two paths: fused (one kernel for a whole
// step's forward and backward, widths up to 128) and reference (cuBLAS products and element
// kernels, any network the engine offers). Used by the backend's one thread.
//
// Everything a path enqueues can be captured into a graph: no allocation, no synchronisation, no
// pointer or number that changes from step to step. What does change lies in device memory
// (StepCell). Sums are taken in a fixed order, or of integers: no atomic additions of floats, so a
// run resumes bit for bit.
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

// The values that change with each step of a burst, computed by the engine's own code on the host
// for the whole burst and uploaded in one copy, so that the schedule's and Adam's values are the
// CPU's.
struct StepSetting {
    numerics::AdamStep<float> adam{}, lazy_adam{};
    float rate = 0;  // SGD
};

// The progress of the burst, on the device; advanced by the step's last kernel.
struct StepCell {
    std::int64_t step = 0;    // of the run: sample_index depends on it
    std::uint32_t index = 0;  // of the burst: which setting is read, which result is written
};

// The backend's device memory that every path reads and writes. Flat order of parameters.h.
struct DeviceState {
    float* parameters = nullptr;
    float* first_moment = nullptr;
    float* second_moment = nullptr;  // null with SGD
    std::size_t count = 0;
    const StepSetting* settings = nullptr;  // one a step of the burst
    StepResult* results = nullptr;          // one a step of the burst
    StepCell* cell = nullptr;
};

// The optimizer's update of one parameter; its new value. `lazy`: TableUpdates::touched.
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

// The training picture on the device; null pointers when there is no dataset (drawing only).
struct DeviceDataset {
    const float* values = nullptr;            // [height][width][channels], 0 to 1
    const float* column_x = nullptr;          // [width], grid.x of each column
    const float* row_y = nullptr;             // [height]
    float pixel_width = 0, pixel_height = 0;  // of the training grid
    int channels = 0;
    Sampling sampling{};
    ExampleArrays examples{};  // of a network of windows, in place of the picture; on the device

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
            sampling_of(dataset),
            {}};
}

// The coordinates of sample `i` of a step, which belongs to this pixel.
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

// The loss of a sample; for an area pixel with the output of its other sample.
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
inline SampleLoss sample_loss(const NetworkSpec& network, const OptimizerSpec& optimizer) {
    return {network.output, optimizer.loss, network.pixel == PixelModel::area,
            float(optimizer.total_variation)};
}

// Over a block's values.
struct LossSums {
    double loss = 0, squared_error = 0;
};

// Pixels of a drawing on the device: coordinates like the engine's grid, values as the network
// gives them (output map applied, not clamped).
struct DeviceCanvas {
    const float* column_x = nullptr;  // [width]
    const float* row_y = nullptr;     // [height]
    int width = 0, height = 0;        // of a band of the drawing: less than 2^31 pixels
    float* values = nullptr;          // [height][width][channels]
};

// Draws a plane with a network of windows: the quarters of every pixel except within the windows'
// radius of the border, about kNothingLacking.
struct DeviceWindows {
    const float* plane = nullptr;  // [..][stride]
    int stride = 0;
    int width = 0, height = 0;  // of what is drawn
    float* values = nullptr;    // [height][width]
};

class Path {
public:
    virtual ~Path() = default;

    // One step on `stream`: samples of step cell->step, forward, loss, backward, fixed-order
    // reduction, optimizer update with settings[cell->index], result to results[cell->index], then
    // cell advanced by one. In full batch the forward's drawn values go to `forward_values` if it
    // is not null.
    virtual void enqueue_step(cudaStream_t stream, const DeviceState& state,
                              float* forward_values) = 0;

    // After the parameters were replaced from outside (load): rebuilds what the path derives from
    // them.
    virtual void enqueue_parameters_changed(cudaStream_t stream, const DeviceState& state) = 0;

    // Draws with `parameters` (flat, on the device; not necessarily those being trained).
    virtual void enqueue_render(cudaStream_t stream, const float* parameters,
                                const DeviceCanvas& canvas) = 0;

    // The same of a network of windows, for which alone it is there.
    virtual void enqueue_windows(cudaStream_t /*stream*/, const float* /*parameters*/,
                                 const DeviceWindows& /*windows*/) {
        check_failed("enqueue_windows", __FILE__, __LINE__, "only a network of windows draws them");
    }

    virtual const char* name() const = 0;  // "fused", "cuBLAS": for the status bar and the bench
    virtual Precision precision() const = 0;
};

struct PathRequest {
    NetworkSpec network;
    OptimizerSpec optimizer;
    int channels = 1;
    Precision precision = Precision::automatic;
    DeviceDataset dataset;
};

// Null when this network, precision or device (below sm_80) is not for the fused kernels: every
// width at most 128, that of Fourier features too, and no windows. `automatic` is bf16x3, which
// keeps fp32's convergence.
std::unique_ptr<Path> make_fused_path(const PathRequest& request, cudaStream_t stream);
// Any network. `automatic` is fp32. Throws Error when cuBLAS is not installed.
std::unique_ptr<Path> make_reference_path(const PathRequest& request, cudaStream_t stream);

}  // namespace redraw::cuda
