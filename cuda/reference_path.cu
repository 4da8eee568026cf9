// The reference path supports every network of the engine. cuBLAS computes the products of hidden
// layers and of grid or window features; element kernels in fp32 compute the rest. fp32 is the
// reference for the GPU's other modes; bf16x3 and bf16 are for wide networks.
//
// Pixels are processed in chunks, so that activations fit in memory. Each chunk's gradients are
// added to those of earlier chunks. Forward products always have the size of a full chunk, even if
// fewer rows are used: cuBLAS chooses kernels by size, and a pixel's bits must not depend on the
// number of pixels.
//
// bf16x3: forward products are high high + high low + low high of operands split into two bf16
// numbers; backward products are plain bf16. The first and the output layer are always fp32.
#include "cuda/blas.h"
#include "cuda/path.h"
#include "cuda/reference_kernels.h"
#include "cuda/reference_sums.h"
#include "engine/error.h"
#include "engine/network/parameters.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace redraw::cuda {
namespace {

constexpr const char* kPreparing = "preparing the network";
constexpr int kMostChunk = 8192, kFewestChunk = 1024;
constexpr std::size_t kActivationBytes = std::size_t(1) << 30;
constexpr unsigned kThreads = 256;
constexpr int kSlices = 16;  // parts of a chunk's rows, summed separately in add_columns()

unsigned blocks_for(std::size_t threads, unsigned a_block = kThreads) {
    return unsigned((threads + a_block - 1) / a_block);
}

// Enqueues `kernel` with one thread for each element.
template <class... Parameters, class... Arguments>
void launch_each(std::size_t count, cudaStream_t stream, void (*kernel)(Parameters...),
                 Arguments... arguments) {
    launch(kernel, blocks_for(count), kThreads, 0, stream, arguments...);
}

// Returns the chunk size. It depends only on the network, since drawing and training must agree
// bitwise.
int chunk_for(std::span<const LayerShape> hidden) {
    std::size_t floats = 0;
    for (const LayerShape& shape : hidden) floats += 2 * std::size_t(shape.outputs);
    int chunk = kMostChunk;
    while (chunk > kFewestChunk && std::size_t(chunk) * floats * sizeof(float) > kActivationBytes)
        chunk /= 2;
    return chunk;
}

const char* sentence_without_blas(int widest) {
    return widest > 128
               ? "Networks wider than 128 need cuBLAS (libcublas.so.13), which is not installed."
               : "Training this network in fp32 on the GPU needs cuBLAS (libcublas.so.13), which "
                 "is not installed.";
}

void require_bf16(Precision precision) {
    if (precision == Precision::fp32) return;
    int device = 0, major = 0;
    check(cudaGetDevice(&device), kPreparing);
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), kPreparing);
    if (major < 8)
        throw Error("This GPU has no bf16: that needs compute capability 8.0. Choose fp32.");
}

class ReferencePath final : public Path {
public:
    ReferencePath(const PathRequest& request, cudaStream_t stream)
        : request_(request),
          precision_(request.precision == Precision::automatic ? Precision::fp32
                                                               : request.precision),
          shapes_(layer_shapes(request.network, request.channels)),
          tables_(grid_tables(request.network)),
          window_(request.network.encoding == Encoding::window
                      ? window_shape(request.network.window)
                      : WindowShape{}),
          encoding_(shapes_[shapes_[0].trained ? 0 : 1].weights),
          widest_(std::ranges::max(hidden_shapes(), {}, &LayerShape::outputs).outputs),
          chunk_(chunk_for(hidden_shapes())) {
        require_bf16(precision_);
        if (has_products()) blas_.emplace(stream, sentence_without_blas(widest_));
        allocate_activations(stream);
        drawn_ = make_split_weights(stream);
        const std::size_t rows = std::size_t(chunk_), widest = std::size_t(widest_);
        const std::size_t channels = std::size_t(request.channels);
        coordinates_ = {rows * 2, stream, kPreparing};
        outputs_ = {rows * channels, stream, kPreparing};
        const std::size_t features = has_features() ? rows * std::size_t(shapes_[0].inputs) : 0;
        features_ = zeros<float>(features, stream, kPreparing);
        if (!request.dataset.is_there()) return;
        trained_ = make_split_weights(stream);
        const std::size_t chunks = std::size_t(request.dataset.batch_samples() + chunk_ - 1) / rows;
        targets_ = {rows * channels, stream, kPreparing};
        if (has_windows()) weights_ = {rows, stream, kPreparing};
        parts_ = {kSlices * kMostFactors * widest, stream, kPreparing};
        gradients_ = {parameter_count(request.network, request.channels) - encoding_, stream,
                      kPreparing};
        block_sums_ = {chunks * blocks_for(rows, kLossThreads), stream, kPreparing};
        if (hidden() > 1) back_ = {rows * widest, stream, kPreparing};
        if (hidden() > 1 && split_products()) delta_high_ = {rows * widest, stream, kPreparing};
        if (!has_grid()) return;
        feature_gradients_ = {features, stream, kPreparing};
        table_sums_ = zeros<TableSum>(encoding_, stream, kPreparing);
    }

    void enqueue_step(cudaStream_t stream, const DeviceState& state, int samples,
                      float* forward_values) override {
        if (blas_) blas_->use(stream);
        DeviceDataset dataset = request_.dataset;
        dataset.sampling.samples = std::uint32_t(samples);
        const int batch = dataset.batch_samples();
        for (int first = 0; first < batch; first += chunk_)
            train_chunk(stream, state, dataset, first, std::min(chunk_, batch - first),
                        forward_values);
        if (!trains_biases(request_.network))
            for (const LayerShape& shape : shapes_)
                check(cudaMemsetAsync(gradient_at(shape.biases), 0,
                                      std::size_t(shape.outputs) * sizeof(float), stream),
                      "training");
        launch_each(state.count, stream, update_parameters, request_.optimizer.kind,
                    float(request_.optimizer.momentum), numerics::is_lazy(request_.optimizer),
                    encoding_, table_sums_.get(), gradients_.get(), state);
        split(stream, state.parameters, trained_);
        // Full chunks have equal numbers of blocks, so all sums are consecutive.
        const int blocks = int(batch / chunk_ * blocks_for(chunk_, kLossThreads) +
                               blocks_for(batch % chunk_, kLossThreads));
        launch(finish_step, 1, kLossThreads, kLossThreads * sizeof(LossSums), stream,
               block_sums_.get(), blocks,
               double(request_.dataset.batch_pixels()) * request_.channels, state.results,
               state.cell);
    }

    void enqueue_parameters_changed(cudaStream_t stream, const DeviceState& state) override {
        if (request_.dataset.is_there()) split(stream, state.parameters, trained_);
    }

    void enqueue_render(cudaStream_t stream, const float* parameters,
                        const DeviceCanvas& canvas) override {
        if (blas_) blas_->use(stream);
        split(stream, parameters, drawn_);
        const std::int64_t pixels = std::int64_t(canvas.width) * canvas.height;
        for (std::int64_t first = 0; first < pixels; first += chunk_) {
            const int rows = int(std::min<std::int64_t>(chunk_, pixels - first));
            const std::size_t count = std::size_t(rows) * request_.channels;
            launch_each(rows, stream, gather_pixels, canvas, first, rows, coordinates_.get());
            forward(stream, parameters, drawn_, rows, false);
            launch_each(count, stream, draw_values, request_.network.output, outputs_.get(), count,
                        canvas.values + first * request_.channels);
        }
    }

    void enqueue_windows(cudaStream_t stream, const float* parameters,
                         const DeviceWindows& windows) override {
        if (blas_) blas_->use(stream);
        split(stream, parameters, drawn_);
        const int views = window_.views();
        const std::int64_t all = std::int64_t(windows.width) * windows.height * views;
        for (std::int64_t first = 0; first < all; first += chunk_) {  // a chunk holds whole pixels
            const int rows = int(std::min<std::int64_t>(chunk_, all - first));
            launch_each(rows, stream, gather_windows, windows, window_, first, rows,
                        features_.get());
            forward(stream, parameters, drawn_, rows, false);
            launch_each(rows / views, stream, draw_views, window_, request_.network.output,
                        outputs_.get(), rows / views, windows.values + first / views);
        }
    }

    const char* name() const override { return "cuBLAS"; }
    Precision precision() const override { return precision_; }

private:
    // The hidden layers' weights in bf16, one buffer for each layer; empty for fp32.
    struct SplitWeights {
        std::vector<DeviceBuffer<Bf16>> high, low;
    };
    struct LayerBuffers {
        DeviceBuffer<float> values, slopes;
        DeviceBuffer<Bf16> high;
    };

    SplitWeights make_split_weights(cudaStream_t stream) const {
        SplitWeights weights;
        weights.high.resize(hidden());
        weights.low.resize(hidden());
        if (!split_products()) return weights;
        for (std::size_t l = 1; l < hidden(); ++l) {
            const std::size_t count = shapes_[l].biases - shapes_[l].weights;
            weights.high[l] = {count, stream, kPreparing};
            if (precision_ == Precision::bf16x3) weights.low[l] = {count, stream, kPreparing};
        }
        return weights;
    }

    void allocate_activations(cudaStream_t stream) {
        const bool training = request_.dataset.is_there();
        const std::size_t rows = std::size_t(chunk_), widest = std::size_t(widest_);
        layers_.resize(training ? hidden() : 2);
        for (std::size_t l = 0; l < layers_.size(); ++l) {
            const std::size_t floats = rows * (training ? std::size_t(shapes_[l].outputs) : widest);
            layers_[l].values = zeros<float>(floats, stream, kPreparing);
            if (training) layers_[l].slopes = {floats, stream, kPreparing};
            if (split_products()) layers_[l].high = zeros<Bf16>(floats, stream, kPreparing);
        }
        if (has_products()) pre_ = {rows * widest, stream, kPreparing};
        if (precision_ == Precision::bf16x3) low_ = zeros<Bf16>(rows * widest, stream, kPreparing);
    }

    void split(cudaStream_t stream, const float* parameters, const SplitWeights& weights) const {
        if (!split_products()) return;
        for (std::size_t l = 1; l < hidden(); ++l) {
            const std::size_t count = shapes_[l].biases - shapes_[l].weights;
            launch_each(count, stream, split_weights, parameters + shapes_[l].weights, count,
                        weights.high[l].get(), weights.low[l].get());
        }
    }

    Activations activations(std::size_t layer, bool training) const {
        const LayerBuffers& buffers = layers_[layer % layers_.size()];
        return {buffers.values.get(), training ? buffers.slopes.get() : nullptr, buffers.high.get(),
                low_.get()};
    }

    void train_chunk(cudaStream_t stream, const DeviceState& state, const DeviceDataset& dataset,
                     int first, int rows, float* forward_values) {
        const int channels = request_.channels, samples = int(dataset.sampling.samples);
        if (has_windows())
            launch_each(rows, stream, gather_examples, dataset.examples, window_, state.cell,
                        std::uint32_t(first), rows, features_.get(), targets_.get(),
                        weights_.get());
        else
            launch_each(rows, stream, gather_samples, dataset, state.cell, std::uint32_t(first),
                        rows, coordinates_.get(), targets_.get());
        forward(stream, state.parameters, trained_, rows, true);
        launch(add_losses, blocks_for(rows, kLossThreads), kLossThreads,
               kLossThreads * sizeof(LossSums), stream,
               sample_loss(request_.network, request_.optimizer, samples), rows, channels,
               float(1.0 / (double(dataset.batch_pixels()) * channels)), targets_.get(),
               weights_.get(), outputs_.get(),
               forward_values ? forward_values + std::size_t(first / samples) * channels : nullptr,
               block_sums_.get() + std::size_t(first / chunk_) * blocks_for(chunk_, kLossThreads));
        backward(stream, state.parameters, rows, first > 0);
    }

    // Computes outputs_ from coordinates_, or from features_ for a window network.
    void forward(cudaStream_t stream, const float* parameters, const SplitWeights& weights,
                 int rows, bool training) {
        if (has_grid())
            launch_each(std::size_t(rows) * tables_.levels, stream, encode_by_grid, tables_,
                        coordinates_.get(), parameters, rows, features_.get());
        for (std::size_t l = 0; l < hidden(); ++l) {
            const LayerShape& shape = shapes_[l];
            const std::size_t count = std::size_t(rows) * shape.outputs;
            const Activations out = activations(l, training);
            if (l == 0 && !has_features()) {
                launch_each(count, stream, first_layer, coordinates_.get(),
                            parameters + shape.weights, parameters + shape.biases, rows,
                            shape.outputs, shape.activation, float(shape.omega), out);
                continue;
            }
            forward_product(l, parameters, weights);
            launch_each(count, stream, hidden_layer, pre_.get(), parameters + shape.biases, rows,
                        shape.outputs, shape.activation, float(shape.omega), out);
        }
        const LayerShape& last = shapes_.back();
        launch_each(std::size_t(rows) * 32, stream, output_layer,
                    activations(hidden() - 1, training).values, parameters + last.weights,
                    parameters + last.biases, rows, last.inputs, last.outputs, outputs_.get());
    }

    // Computes pre_ without biases, from features_ or from the layer below.
    void forward_product(std::size_t layer, const float* parameters,
                         const SplitWeights& weights) const {
        const LayerShape& shape = shapes_[layer];
        const LayerSize size{chunk_, shape.inputs, shape.outputs};
        const float* matrix = parameters + shape.weights;
        if (layer == 0) return blas_->forward(size, features_.get(), matrix, pre_.get(), false);
        const Activations in = activations(layer - 1, false);
        if (!split_products()) return blas_->forward(size, in.values, matrix, pre_.get(), false);
        const Bf16* high = weights.high[layer].get();
        if (precision_ == Precision::bf16x3) {  // small terms first
            blas_->forward(size, in.low, high, pre_.get(), false);
            blas_->forward(size, in.high, weights.low[layer].get(), pre_.get(), true);
        }
        blas_->forward(size, in.high, high, pre_.get(), precision_ == Precision::bf16x3);
    }

    void add_gradient(cudaStream_t stream, int rows, bool add, const ColumnSums& sums) const {
        launch(add_columns, dim3(blocks_for(sums.columns, kColumns), kSlices),
               dim3(kColumns, kPhases), kPhases * kMostFactors * kColumns * sizeof(float), stream,
               sums, rows, parts_.get());
        launch_each(std::size_t(sums.columns) * sums.factor_count, stream, add_slices, sums,
                    parts_.get(), kSlices, add);
    }

    // Computes the gradients of the trained parameters from the loss gradients in outputs_. Deltas
    // overwrite the layer's slopes.
    void backward(cudaStream_t stream, const float* parameters, int rows, bool add) {
        const LayerShape& last = shapes_.back();
        const int channels = request_.channels;
        add_gradient(stream, rows, add,
                     {layers_[hidden() - 1].values.get(), last.inputs, gradient_at(last.weights),
                      outputs_.get(), channels, 1, last.inputs});
        add_gradient(stream, rows, add, {outputs_.get(), channels, gradient_at(last.biases)});
        launch_each(std::size_t(rows) * last.inputs, stream, output_delta, outputs_.get(),
                    parameters + last.weights, rows, last.inputs, channels,
                    layers_[hidden() - 1].slopes.get(), delta_high_.get());
        for (std::size_t l = hidden() - 1; l > 0; --l) {
            const LayerShape& shape = shapes_[l];
            const LayerSize size{rows, shape.inputs, shape.outputs};
            const float* delta = layers_[l].slopes.get();
            const bool goes_on = shapes_[l - 1].trained;
            float* gradient = gradient_at(shape.weights);
            add_gradient(stream, rows, add, {delta, shape.outputs, gradient_at(shape.biases)});
            if (split_products()) {
                blas_->gradient(size, delta_high_.get(), layers_[l - 1].high.get(), gradient, add);
                if (goes_on)
                    blas_->backward(size, delta_high_.get(), trained_.high[l].get(), back_.get());
            } else {
                blas_->gradient(size, delta, layers_[l - 1].values.get(), gradient, add);
                if (goes_on) blas_->backward(size, delta, parameters + shape.weights, back_.get());
            }
            if (!goes_on) return;
            const std::size_t count = std::size_t(rows) * shape.inputs;
            launch_each(count, stream, hidden_delta, back_.get(), count,
                        layers_[l - 1].slopes.get(), delta_high_.get());
        }
        first_gradients(stream, parameters, rows, add);
    }

    // Computes the first layer's gradients, and those of a grid's tables, from its deltas.
    void first_gradients(cudaStream_t stream, const float* parameters, int rows, bool add) {
        const LayerShape& first = shapes_.front();
        const float* delta = layers_.front().slopes.get();
        add_gradient(stream, rows, add, {delta, first.outputs, gradient_at(first.biases)});
        if (!has_features())
            return add_gradient(
                stream, rows, add,
                {delta, first.outputs, gradient_at(first.weights), coordinates_.get(), 2, 2, 1});
        const LayerSize size{rows, first.inputs, first.outputs};
        blas_->gradient(size, delta, features_.get(), gradient_at(first.weights), add);
        if (!has_grid()) return;  // only a grid has tables to train
        blas_->backward(size, delta, parameters + first.weights, feature_gradients_.get());
        launch_each(std::size_t(rows) * tables_.levels, stream, add_to_tables, tables_,
                    coordinates_.get(), feature_gradients_.get(), rows,
                    table_sums(table_sums_.get(), request_.dataset.batch_pixels()));
    }

    std::size_t hidden() const { return shapes_.size() - 1; }
    std::span<const LayerShape> hidden_shapes() const { return {shapes_.data(), hidden()}; }
    bool split_products() const { return precision_ != Precision::fp32; }
    bool has_grid() const { return tables_.levels > 0; }
    bool has_windows() const { return window_.count > 0; }
    bool has_features() const { return has_grid() || has_windows(); }
    bool has_products() const { return hidden() > 1 || has_features(); }
    float* gradient_at(std::size_t parameter) const {
        return gradients_.get() + (parameter - encoding_);
    }

    PathRequest request_;
    Precision precision_;
    std::vector<LayerShape> shapes_;
    GridTables tables_;
    WindowShape window_;
    std::size_t encoding_;  // number of parameters of the encoding, which come first
    int widest_;
    int chunk_;  // rows in a chunk
    std::optional<Blas> blas_;

    SplitWeights trained_, drawn_;
    std::vector<LayerBuffers> layers_;  // training: one per hidden layer; drawing: two in turn
    DeviceBuffer<Bf16> low_;            // low halves of the layer computed last
    DeviceBuffer<float> pre_;           // a layer's pre-activations without biases
    DeviceBuffer<float> coordinates_, features_, outputs_;

    // Used by training only.
    DeviceBuffer<float> targets_, weights_, back_, parts_, gradients_, feature_gradients_;
    DeviceBuffer<TableSum> table_sums_;
    DeviceBuffer<Bf16> delta_high_;
    DeviceBuffer<LossSums> block_sums_;
};

}  // namespace

std::unique_ptr<Path> make_reference_path(const PathRequest& request, cudaStream_t stream) {
    return std::make_unique<ReferencePath>(request, stream);
}

}  // namespace redraw::cuda
