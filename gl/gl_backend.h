// The OpenGL backend: state and picture stay on the device; a burst of steps is one upload, the
// kernels, and one read. All sums have a fixed order or are integers. A repeat, a resume or another
// division into bursts thus gives the same bits on the same device and driver.
//
// A failure of the device in load(), train() or save() makes the backend unusable: the call throws
// DeviceFailed, and so do later calls. A render that finds no memory throws Error and leaves the
// backend usable.
#pragma once

#include "gl/gl_network.h"

#include <functional>
#include <memory>
#include <string>

namespace redraw::gl {

class GlBackend final : public Backend {
public:
    // Makes the backend on Context::shared(), for any network but window networks. Throws Error.
    GlBackend(const NetworkSpec& network, const OptimizerSpec& optimizer, int channels,
              std::shared_ptr<const Dataset> dataset);
    ~GlBackend() override;

    void load(const State& state) override;
    State save() const override;
    void train(std::span<const float> learning_rates, std::span<StepResult> results) override;
    std::shared_ptr<const Surface> last_forward() const override;
    std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                          std::span<const float> parameters) override;
    std::shared_ptr<const Surface> render_means(const Grid& samples, const PixelRect& part,
                                                PixelSize block,
                                                std::span<const float> parameters) override;
    int samples_across() const override { return pixel_ == PixelModel::area ? 2 : 1; }

    std::string description() const override { return "OpenGL " + context_->renderer() + " fp32"; }
    BackendKind kind() const override { return BackendKind::gl; }
    std::string_view precision_name() const override { return name_of(Precision::fp32); }

private:
    void on_device(const char* doing, const std::function<void()>& work) const;
    void on_device_drawing(const std::function<void()>& work) const;
    std::shared_ptr<const Surface> draw(const Grid& grid, const PixelRect& part, PixelSize block,
                                        std::span<const float> parameters);
    void train_burst(std::span<const float> learning_rates, std::span<StepResult> results);

    std::shared_ptr<Context> context_;
    Optimizer optimizer_;
    PixelModel pixel_;
    int channels_;
    std::shared_ptr<const Dataset> dataset_;
    std::unique_ptr<GlNetwork> network_;
    std::int64_t step_ = 0, optimizer_step_ = 0;
    bool is_loaded_ = false, has_forward_ = false;
    // Moments of the loaded state. Used without a dataset only: no kernel needs them then.
    std::vector<float> first_moment_, second_moment_;
    double chunk_seconds_ = 1e-3;  // seconds per chunk, measured by the last burst
    mutable std::string failure_;
};

}  // namespace redraw::gl
