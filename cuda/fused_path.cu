// The fused path has two kernels a step. `train` runs the batch forward and backward and stores
// each block's partial gradients. `update` adds them in a fixed order and updates the parameters.
#include "cuda/fused_plan.h"
#include "cuda/fused_update_kernels.h"
#include "cuda/path.h"
#include "cuda/runtime.h"

#include <algorithm>
#include <utility>

namespace redraw::cuda {

namespace {

using namespace fused;

constexpr const char* kStarting = "starting";

// Memory for one set of weight copies. Its padding is zero and stays zero.
class Copies {
public:
    Copies() = default;
    Copies(const Plan& plan, bool split, bool training, cudaStream_t stream) {
        const std::size_t size = plan.copy_size, count = 1 + split + training;
        if (size == 0) return;
        memory_ = zeros<uint4>(size * count, stream, kStarting);
        copies_.high = memory_.get();
        if (split) copies_.low = memory_.get() + size;
        if (training) copies_.backward = memory_.get() + size * (count - 1);
    }
    const WeightCopies& get() const { return copies_; }

private:
    DeviceBuffer<uint4> memory_;
    WeightCopies copies_;
};

class FusedPath final : public Path {
public:
    FusedPath(const PathRequest& request, Plan plan, cudaStream_t stream)
        : request_(request),
          plan_(std::move(plan)),
          split_(request.precision != Precision::bf16),
          kernels_(split_ ? bf16x3_kernels(request.network.activation)
                          : bf16_kernels(request.network.activation)),
          places_(uploaded<Place>(plan_.places, stream, kStarting)),
          drawn_(plan_, split_, false, stream) {
        if (plan_.blocks == 0) return;
        trained_ = Copies(plan_, split_, true, stream);
        partials_ = {plan_.places.size() * std::size_t(plan_.blocks), stream, kStarting};
        losses_ = {std::size_t(plan_.blocks), stream, kStarting};
        current_ = {1, stream, kStarting};
        tables_ = zeros<TableSum>(plan_.tables, stream, kStarting);
    }

    void enqueue_step(cudaStream_t stream, const DeviceState& state, int samples,
                      float* forward_values) override {
        DeviceDataset dataset = request_.dataset;
        dataset.sampling.samples = std::uint32_t(samples);
        const int bands = divide_up(dataset.batch_samples(), kBandRows);
        const int blocks = std::min(bands, plan_.blocks);
        const double values = double(dataset.batch_pixels()) * request_.channels;
        TrainArguments step;
        step.network = plan_.network;
        step.memory = plan_.tile;
        step.forward = {state.parameters, trained_.get()};
        step.dataset = dataset;
        step.loss = sample_loss(request_.network, request_.optimizer, samples);
        step.gradient_scale = float(1.0 / values);
        step.batch_bands = bands;
        step.tile_bands = plan_.tile_bands;
        step.cell = state.cell;
        step.current = current_.get();
        step.partials = partials_.get();
        step.partial_count = std::uint32_t(plan_.places.size());
        step.losses = losses_.get();
        step.tables = table_sums(tables_.get(), dataset.batch_pixels());
        step.forward_values = dataset.sampling.batch == BatchMode::full ? forward_values : nullptr;
        launch(kernels_.train, blocks, kThreads, plan_.tile.bytes, stream, step);

        UpdateArguments end;
        end.places = places_.get();
        end.count = step.partial_count;
        end.partials = partials_.get();
        end.losses = losses_.get();
        end.blocks = blocks;
        end.table_sums = tables_.get();
        end.table_count = std::uint32_t(plan_.tables);
        end.batch_values = values;
        end.optimizer = request_.optimizer.kind;
        end.momentum = float(request_.optimizer.momentum);
        end.lazy_tables = numerics::is_lazy(request_.optimizer);
        end.state = state;
        end.copies = trained_.get();
        end.current = current_.get();
        launch(update, blocks_for(plan_.places.size() + plan_.tables) + 1, kThreads, 0, stream,
               end);
    }

    void enqueue_parameters_changed(cudaStream_t stream, const DeviceState& state) override {
        enqueue_copies(stream, state.parameters, trained_.get());
    }

    void enqueue_render(cudaStream_t stream, const float* parameters,
                        const DeviceCanvas& canvas) override {
        enqueue_copies(stream, parameters, drawn_.get());
        DrawArguments drawing;
        drawing.network = plan_.network;
        drawing.memory = plan_.drawing_tile;
        drawing.forward = {parameters, drawn_.get()};
        drawing.canvas = canvas;
        drawing.tile_bands = plan_.drawing_bands;
        const std::int64_t rows = std::int64_t(plan_.drawing_bands) * kBandRows;
        const std::int64_t tiles = (std::int64_t(canvas.width) * canvas.height + rows - 1) / rows;
        if (tiles == 0) return;
        const auto blocks = unsigned(std::min<std::int64_t>(tiles, plan_.drawing_blocks));
        launch(kernels_.draw, blocks, kThreads, plan_.drawing_tile.bytes, stream, drawing);
    }

    const char* name() const override { return "fused"; }
    Precision precision() const override { return split_ ? Precision::bf16x3 : Precision::bf16; }

private:
    static unsigned blocks_for(std::size_t threads) {
        return unsigned((threads + kThreads - 1) / kThreads);
    }
    void enqueue_copies(cudaStream_t stream, const float* parameters, const WeightCopies& copies) {
        if (copies.high == nullptr) return;
        launch(
            copy_weights, blocks_for(plan_.places.size()), kThreads, 0, stream,
            CopyArguments{places_.get(), std::uint32_t(plan_.places.size()), parameters, copies});
    }

    PathRequest request_;
    Plan plan_;
    bool split_;
    Kernels kernels_;
    DeviceBuffer<Place> places_;
    Copies trained_, drawn_;
    DeviceBuffer<float> partials_;
    DeviceBuffer<LossSums> losses_;
    DeviceBuffer<StepCell> current_;
    DeviceBuffer<TableSum> tables_;
};

}  // namespace

std::unique_ptr<Path> make_fused_path(const PathRequest& request, cudaStream_t stream) {
    if (request.precision == Precision::fp32 || request.network.encoding == Encoding::window)
        return nullptr;
    const int batch = request.dataset.values == nullptr ? 0 : request.dataset.batch_samples();
    std::optional<Plan> plan = make_plan(request.network, request.channels, batch, device_limits());
    if (!plan) return nullptr;
    return std::make_unique<FusedPath>(request, *std::move(plan), stream);
}

}  // namespace redraw::cuda
