// A stand-in for OpenGL on a GPU: computes on the CPU, at the pace of a fake clock. On command its
// results are wrong, or it fails after some calls. One object at a time.
#pragma once

#include "engine/device/device_choice.h"
#include "engine/device/devices.h"
#include "engine/network/encodings.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace redraw_test {

using namespace redraw;

enum class GpuFault {
    none,
    gradient,
    infinite_gradient,
    sum,
    step,
    pixel,
    not_a_pixel,
    sine,
    loss_of_run,  // wrong loss of networks with two layers of 12
};

inline constexpr BackendOptions kFp32{
    .kind = BackendKind::cpu, .precision = Precision::fp32, .threads = 1};
// Options of a run on `--backend auto`, with the arithmetic of kFp32.
inline constexpr BackendOptions kOpen{.precision = Precision::fp32, .threads = 1};

struct FakeGpu {
    GpuFault fault = GpuFault::none;
    double step_seconds = 1.0 / 160;                  // by the fake clock; CPU: 1 / 100
    int works_for = std::numeric_limits<int>::max();  // number of the first call that fails
    bool ends_process = false;                        // exits instead of failing
    int idle_from =
        std::numeric_limits<int>::max();  // number of the burst from which on it computes nothing
    bool skips_still_steps = false;       // computes only the first of several steps at rates of 0
    OpenGlDriver driver{"Fake Renderer", "4.6 Fake 1.0"};
    bool software = false;
    int opened = 0, made = 0;  // number of drivers opened, backends made
    double now = 0;            // time of the fake clock in seconds
};
inline FakeGpu fake_gpu;

inline double fake_clock() {
    return fake_gpu.now;
}

// A CPU backend whose steps move the fake clock.
class PacedBackend : public Backend {
public:
    PacedBackend(const NetworkSpec& network, const OptimizerSpec& optimizer, int channels,
                 std::shared_ptr<const Dataset> dataset)
        : inner_(make_backend(kFp32, network, optimizer, channels, std::move(dataset))) {}
    void load(const State& state) override { inner_->load(state); }
    State save() const override { return inner_->save(); }
    void train(std::span<const float> rates, std::span<StepResult> results) override {
        fake_gpu.now += 0.01 * double(rates.size());
        inner_->train(rates, results);
    }
    std::shared_ptr<const Surface> last_forward() const override { return nullptr; }
    std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                          std::span<const float> parameters) override {
        return inner_->render(grid, part, parameters);
    }
    std::string description() const override { return "CPU paced"; }
    BackendKind kind() const override { return BackendKind::cpu; }
    std::string_view precision_name() const override { return "fp32"; }

protected:
    std::unique_ptr<Backend> inner_;
};

class FakeGpuBackend final : public PacedBackend {
public:
    FakeGpuBackend(const NetworkSpec& network, const OptimizerSpec& optimizer, int channels,
                   std::shared_ptr<const Dataset> dataset)
        : PacedBackend(network, optimizer, channels, std::move(dataset)), network_(network) {
        call();
    }
    void load(const State& state) override {
        call();
        start_ = state;
        idle_steps_ = 0;
        inner_->load(state);
    }
    State save() const override {
        call();
        State state = inner_->save();
        state.step += idle_steps_;
        state.optimizer_step += idle_steps_;
        if (state.step == start_.step) return state;
        if (fault() == GpuFault::gradient) state.first_moment.back() *= 1.5f;
        if (fault() == GpuFault::infinite_gradient)
            state.first_moment.back() = std::numeric_limits<float>::infinity();
        if (fault() == GpuFault::sum && grid_parameters(network_) > 0)
            state.first_moment.front() += 0.5f;
        if (fault() == GpuFault::step) state.parameters = start_.parameters;
        return state;
    }
    void train(std::span<const float> rates, std::span<StepResult> results) override {
        call();
        if (--fake_gpu.idle_from < 1) {
            idle_steps_ += std::int64_t(rates.size());
            fake_gpu.now += 0.01;
            std::ranges::fill(results, last_);
            return;
        }
        fake_gpu.now += fake_gpu.step_seconds * double(rates.size());
        const bool still = std::ranges::all_of(rates, [](float rate) { return rate == 0; });
        const std::size_t done = still && fake_gpu.skips_still_steps ? 1 : rates.size();
        inner_->train(rates.first(done), results.first(done));
        if (fault() == GpuFault::loss_of_run && network_.layers == std::vector{12, 12})
            for (StepResult& result : results) result.loss *= 1.5f;
        last_ = results.back();
    }
    std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                          std::span<const float> parameters) override {
        call();
        Image image = inner_->render(grid, part, parameters)->on_host();
        float& value = image.values[image.values.size() / 2];
        if (fault() == GpuFault::pixel) value += 0.1f;
        if (fault() == GpuFault::not_a_pixel) value = std::numeric_limits<float>::quiet_NaN();
        if (fault() == GpuFault::sine && network_.first_omega > 1000) value += 0.1f;
        return std::make_shared<HostSurface>(std::move(image));
    }
    std::string description() const override { return "OpenGL Fake Renderer"; }
    BackendKind kind() const override { return BackendKind::gl; }

private:
    static GpuFault fault() { return fake_gpu.fault; }
    static void call() {
        if (fake_gpu.works_for <= 1 && fake_gpu.ends_process) std::_Exit(3);
        if (fake_gpu.works_for <= 1) throw DeviceFailed("The GPU was lost: by a test.");
        --fake_gpu.works_for;
    }
    NetworkSpec network_;
    State start_;
    StepResult last_{};
    std::int64_t idle_steps_ = 0;  // steps counted but not computed since load()
};

// Makes the fake GPU the OpenGL of this process, until the end of the scope.
struct FakeGpuInUse {
    explicit FakeGpuInUse(const FakeGpu& gpu = {}) {
        fake_gpu = gpu;
        register_opengl(
            {[] {
                 return DeviceInfo{"gl", fake_gpu.driver.renderer, true};
             },
             [](const NetworkSpec& network, const OptimizerSpec& optimizer, int channels,
                std::shared_ptr<const Dataset> dataset) -> std::unique_ptr<Backend> {
                 ++fake_gpu.made;
                 return std::make_unique<FakeGpuBackend>(network, optimizer, channels,
                                                         std::move(dataset));
             },
             []() -> std::optional<OpenGlDriver> {
                 ++fake_gpu.opened;
                 if (fake_gpu.software) return std::nullopt;
                 return fake_gpu.driver;
             }});
    }
    ~FakeGpuInUse() { register_opengl({}); }
    FakeGpuInUse(const FakeGpuInUse&) = delete;
    FakeGpuInUse& operator=(const FakeGpuInUse&) = delete;
};

}  // namespace redraw_test
