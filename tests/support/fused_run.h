// A run of CUDA's fused path (cuda/path.h) on the emulated device, without a backend around it.
#pragma once

#include "cuda/path.h"
#include "tests/cuda/emulation/control.h"
#include "tests/support/cpu_backends.h"
#include "tests/support/emulated_device.h"

namespace redraw_test {

namespace emulation = redraw::cuda::emulation;

// Device memory for a test, filled with 0xFF bytes until values are uploaded.
template <class T>
class DeviceArray : public EmulatedArray<T> {
public:
    explicit DeviceArray(std::size_t count) : EmulatedArray<T>(count), count_(count) {
        REQUIRE(cudaMemset(this->get(), 0xFF, count * sizeof(T)) == cudaSuccess);
    }
    explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) { set(values); }
    std::size_t size() const { return count_; }
    void set(const std::vector<T>& values) {
        REQUIRE(cudaMemcpy(this->get(), values.data(), count_ * sizeof(T),
                           cudaMemcpyHostToDevice) == cudaSuccess);
    }
    std::vector<T> host() const {
        REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
        return EmulatedArray<T>::host();
    }

private:
    std::size_t count_;
};

inline std::vector<float> column_x(const Grid& grid) {
    std::vector<float> x(grid.width);
    for (int i = 0; i < grid.width; ++i) x[i] = grid.x(i);
    return x;
}
inline std::vector<float> row_y(const Grid& grid) {
    std::vector<float> y(grid.height);
    for (int i = 0; i < grid.height; ++i) y[i] = grid.y(i);
    return y;
}

class FusedRun {
public:
    FusedRun(const NetworkSpec& network, const OptimizerSpec& optimizer, Precision precision,
             std::shared_ptr<const Dataset> dataset, const std::vector<float>& parameters)
        : optimizer_(optimizer),
          dataset_(std::move(dataset)),
          targets_(dataset_->target.values),
          column_x_(column_x(dataset_->grid)),
          row_y_(row_y(dataset_->grid)),
          parameters_(parameters),
          first_(std::vector<float>(parameters.size())),
          second_(std::vector<float>(parameters.size())),
          settings_(kMostSteps),
          results_(kMostSteps),
          cell_(1),
          forward_(dataset_->target.values.size()) {
        cuda::PathRequest request;
        request.network = network;
        request.optimizer = optimizer;
        request.channels = dataset_->target.channels;
        request.precision = precision;
        request.dataset =
            cuda::device_dataset(*dataset_, targets_.get(), column_x_.get(), row_y_.get());
        path_ = cuda::make_fused_path(request, stream_);
        REQUIRE(path_ != nullptr);
        path_->enqueue_parameters_changed(stream_, state());
    }

    // Trains a burst from `step` on; returns the results as the backend would read them.
    std::vector<StepResult> train(std::int64_t step, const std::vector<float>& rates) {
        settings_.set(settings_of(step, rates));
        cell_.set({cuda::StepCell{step, 0}});
        for (std::size_t i = 0; i < rates.size(); ++i)
            path_->enqueue_step(stream_, state(), 1, forward_.get());
        std::vector<StepResult> results = results_.host();
        results.resize(rates.size());
        const cuda::StepCell cell = cell_.host()[0];
        CHECK(cell.step == step + std::int64_t(rates.size()));
        CHECK(cell.index == rates.size());
        return results;
    }
    std::vector<float> draw(const Grid& grid, const PixelRect& part,
                            const std::vector<float>& parameters) {
        const std::vector<float> x = column_x(grid), y = row_y(grid);
        DeviceArray<float> device_x(std::vector<float>(&x[part.x], &x[part.x] + part.width));
        DeviceArray<float> device_y(std::vector<float>(&y[part.y], &y[part.y] + part.height));
        DeviceArray<float> device_parameters(parameters);
        DeviceArray<float> values(std::size_t(part.width) * part.height *
                                  dataset_->target.channels);
        path_->enqueue_render(
            stream_, device_parameters.get(),
            {device_x.get(), device_y.get(), part.width, part.height, values.get()});
        return values.host();
    }

    std::vector<float> parameters() const { return parameters_.host(); }
    std::vector<float> first_moment() const { return first_.host(); }
    std::vector<float> second_moment() const { return second_.host(); }
    std::vector<float> forward_values() const { return forward_.host(); }
    // Captures one step as a graph, and launches the graph `count` times.
    void replay(const std::vector<float>& rates, int count) {
        train(0, {});
        settings_.set(settings_of(0, rates));
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t executable = nullptr;
        REQUIRE(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
        path_->enqueue_step(stream_, state(), 1, forward_.get());
        REQUIRE(cudaStreamEndCapture(stream_, &graph) == cudaSuccess);
        std::size_t nodes = 0;
        REQUIRE(cudaGraphGetNodes(graph, nullptr, &nodes) == cudaSuccess);
        CHECK(nodes == 2);
        REQUIRE(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
        for (int i = 0; i < count; ++i)
            REQUIRE(cudaGraphLaunch(executable, stream_) == cudaSuccess);
        REQUIRE(cudaStreamSynchronize(stream_) == cudaSuccess);
        cudaGraphExecDestroy(executable);
        cudaGraphDestroy(graph);
    }

private:
    static constexpr std::size_t kMostSteps = 16;

    std::vector<cuda::StepSetting> settings_of(std::int64_t step,
                                               const std::vector<float>& rates) const {
        std::vector<cuda::StepSetting> settings(kMostSteps);
        for (std::size_t i = 0; i < rates.size(); ++i)
            settings[i] = {numerics::adam_step(optimizer_, rates[i], double(step + i + 1)),
                           numerics::lazy_adam_step(optimizer_, rates[i]), rates[i]};
        return settings;
    }
    cuda::DeviceState state() const {
        return {parameters_.get(),
                first_.get(),
                optimizer_.kind == Optimizer::adam ? second_.get() : nullptr,
                parameters_.size(),
                settings_.get(),
                results_.get(),
                cell_.get()};
    }

    OptimizerSpec optimizer_;
    std::shared_ptr<const Dataset> dataset_;
    DeviceArray<float> targets_, column_x_, row_y_, parameters_, first_, second_;
    DeviceArray<cuda::StepSetting> settings_;
    DeviceArray<StepResult> results_;
    DeviceArray<cuda::StepCell> cell_;
    DeviceArray<float> forward_;
    Stream stream_;
    std::unique_ptr<cuda::Path> path_;  // declared last: destroyed before the stream
};

// Sets up the emulated device: its multiprocessors limit the blocks of the training kernel.
struct EmulatedDevice {
    explicit EmulatedDevice(int multiprocessors,
                            emulation::Order order = emulation::Order::forward) {
        emulation::reset();
        emulation::set_multiprocessors(multiprocessors);
        emulation::set_order(order, 5);
    }
    ~EmulatedDevice() { emulation::reset(); }
    EmulatedDevice(const EmulatedDevice&) = delete;
    EmulatedDevice& operator=(const EmulatedDevice&) = delete;
};

inline std::vector<std::uint32_t> pixels_of_step(const Dataset& dataset, std::int64_t step) {
    std::vector<std::uint32_t> pixels(dataset.batch_pixels());
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = sample_index(sampling_of(dataset, step), step, std::uint32_t(i));
    return pixels;
}

}  // namespace redraw_test
