// The CUDA backend. A run's parameters and moments stay on the device; a burst of up to 8192 steps
// is two small uploads, graph launches and one download. A Path computes the steps; the backend
// owns state, stream and graphs.
//
// A device error makes the backend unusable: the call throws Error, and later calls that need the
// device throw the same message. The owner of an earlier State can continue with another backend.
// An error in a drawing leaves the backend usable if the device still answers, as when memory runs
// out.
#pragma once

#include "cuda/device_surface.h"
#include "cuda/path.h"
#include "cuda/runtime.h"
#include "cuda/step_graphs.h"
#include "engine/backend/backend.h"

#include <memory>
#include <string>

namespace redraw::cuda {

class CudaBackend final : public Backend {
public:
    // Creates the backend on chosen_device(), like make_backend() of engine/device/devices.h.
    // Throws Error.
    CudaBackend(const BackendOptions& options, const NetworkSpec& network,
                const OptimizerSpec& optimizer, int channels,
                std::shared_ptr<const Dataset> dataset);
    ~CudaBackend() override;
    CudaBackend(const CudaBackend&) = delete;
    CudaBackend& operator=(const CudaBackend&) = delete;

    void load(const State& state) override;
    State save() const override;
    void train(std::span<const float> learning_rates, std::span<StepResult> results) override;
    std::shared_ptr<const Surface> last_forward() const override;
    std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                          std::span<const float> parameters) override;
    Image draw_windows(const Image& plane, std::span<const float> parameters) override;
    int samples_across() const override { return pixel_ == PixelModel::area ? 2 : 1; }
    std::string description() const override;
    BackendKind kind() const override { return BackendKind::cuda; }
    std::string_view precision_name() const override;

private:
    template <class Work>
    auto guarded(Work&& work) const;
    template <class Work>
    auto guarded_drawing(Work&& work) const;
    DeviceDataset upload_dataset();
    void prepare_training();
    DeviceState device_state() const;
    void take_samples(int samples);
    void train_burst(std::span<const float> learning_rates, std::span<StepResult> results);

    int device_;
    std::string device_name_;
    OptimizerSpec optimizer_;
    PixelModel pixel_;
    int channels_;
    WindowShape window_;  // for a window network only
    std::size_t count_;   // number of parameters
    std::shared_ptr<const Dataset> dataset_;
    std::shared_ptr<const Stream> stream_, reading_;  // shared with surfaces
    mutable std::string failure_;  // message of the error that made this backend unusable

    std::int64_t step_ = 0, optimizer_step_ = 0;
    DeviceBuffer<float> parameters_, first_, second_;
    bool has_first_ = false, has_second_ = false;

    // Used by training only.
    DeviceBuffer<float> target_, column_x_, row_y_;
    DeviceBuffer<float> halves_, residuals_;  // for a window network only
    DeviceBuffer<InternalPair> pairs_;
    DeviceBuffer<ExampleBlock> blocks_;
    DeviceBuffer<float> forward_values_;  // render of the last full-batch step
    bool has_forward_ = false;
    DeviceBuffer<StepSetting> settings_;
    DeviceBuffer<StepResult> results_;
    DeviceBuffer<StepCell> cell_;
    PinnedBuffer<StepSetting> host_settings_;
    PinnedBuffer<StepResult> host_results_;
    PinnedBuffer<StepCell> host_cell_;
    Event burst_done_;  // waits without spinning: a burst takes long

    std::unique_ptr<Path> path_;
    std::unique_ptr<StepGraphs> graphs_;
    int samples_ = 0;  // samples per pixel of the steps in `graphs_`
};

}  // namespace redraw::cuda
