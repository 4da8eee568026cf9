#include "cuda/reference_path.h"

#include "cuda/transfer.h"
#include "engine/error.h"

#include <algorithm>

namespace redraw::cuda {
namespace {

constexpr const char* kPreparing = "preparing the network";
constexpr int kMostChunk = 8192, kFewestChunk = 1024;
constexpr std::size_t kActivationBytes = std::size_t(1) << 30;
constexpr unsigned kThreads = 256;
constexpr int kSlices = 16;  // of a chunk's rows, where columns are added

unsigned blocks_for(std::size_t threads, unsigned a_block = kThreads) {
    return unsigned((threads + a_block - 1) / a_block);
}

int widest_of(const std::vector<LayerShape>& shapes) {
    int widest = 0;
    for (std::size_t l = 0; l + 1 < shapes.size(); ++l)
        widest = std::max(widest, shapes[l].outputs);
    return widest;
}

// Of the network alone: drawing and training must agree.
int chunk_for(const std::vector<LayerShape>& shapes) {
    std::size_t floats = 0;
    for (std::size_t l = 0; l + 1 < shapes.size(); ++l)
        floats += 2 * std::size_t(shapes[l].outputs);
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

}  // namespace

ReferencePath::ReferencePath(const PathRequest& request, cudaStream_t stream)
    : request_(request),
      precision_(request.precision == Precision::automatic ? Precision::fp32 : request.precision),
      shapes_(layer_shapes(request.network, request.channels)),
      tables_(grid_tables(request.network)),
      window_(request.network.encoding == Encoding::window ? window_shape(request.network.window)
                                                           : WindowShape{}),
      encoding_(shapes_[shapes_[0].trained ? 0 : 1].weights),
      widest_(widest_of(shapes_)),
      chunk_(chunk_for(shapes_)) {
    require_bf16(precision_);
    if (has_products()) blas_.emplace(stream, sentence_without_blas(widest_));
    allocate_activations(stream);
    drawn_ = make_split_weights(stream);
    const std::size_t rows = std::size_t(chunk_), widest = std::size_t(widest_);
    const std::size_t channels = std::size_t(request.channels);
    coordinates_ = DeviceBuffer<float>(rows * 2, stream, kPreparing);
    outputs_ = DeviceBuffer<float>(rows * channels, stream, kPreparing);
    const std::size_t features = has_features() ? rows * std::size_t(shapes_[0].inputs) : 0;
    features_ = DeviceBuffer<float>(features, stream, kPreparing);
    if (!request.dataset.is_there()) return;
    trained_ = make_split_weights(stream);
    const std::size_t chunks = std::size_t(request.dataset.batch_samples() + chunk_ - 1) / rows;
    targets_ = DeviceBuffer<float>(rows * channels, stream, kPreparing);
    if (has_windows()) weights_ = DeviceBuffer<float>(rows, stream, kPreparing);
    parts_ = DeviceBuffer<float>(kSlices * kMostFactors * widest, stream, kPreparing);
    gradients_ = DeviceBuffer<float>(parameter_count(request.network, request.channels) - encoding_,
                                     stream, kPreparing);
    block_sums_ =
        DeviceBuffer<LossSums>(chunks * blocks_for(rows, kLossThreads), stream, kPreparing);
    if (hidden() > 1) back_ = DeviceBuffer<float>(rows * widest, stream, kPreparing);
    if (hidden() > 1 && split_products())
        delta_high_ = DeviceBuffer<Bf16>(rows * widest, stream, kPreparing);
    if (!has_grid()) return;
    feature_gradients_ = DeviceBuffer<float>(features, stream, kPreparing);
    table_sums_ = DeviceBuffer<TableSum>(encoding_, stream, kPreparing);
    check(cudaMemsetAsync(table_sums_.get(), 0, encoding_ * sizeof(TableSum), stream), kPreparing);
}

ReferencePath::SplitWeights ReferencePath::make_split_weights(cudaStream_t stream) const {
    SplitWeights weights;
    weights.high.resize(hidden());
    weights.low.resize(hidden());
    if (!split_products()) return weights;
    for (std::size_t l = 1; l < hidden(); ++l) {
        const std::size_t count = shapes_[l].biases - shapes_[l].weights;
        weights.high[l] = DeviceBuffer<Bf16>(count, stream, kPreparing);
        if (precision_ == Precision::bf16x3)
            weights.low[l] = DeviceBuffer<Bf16>(count, stream, kPreparing);
    }
    return weights;
}

void ReferencePath::allocate_activations(cudaStream_t stream) {
    const bool training = request_.dataset.is_there();
    const std::size_t rows = std::size_t(chunk_), widest = std::size_t(widest_);
    layers_.resize(training ? hidden() : 2);
    for (std::size_t l = 0; l < layers_.size(); ++l) {
        const std::size_t floats = rows * (training ? std::size_t(shapes_[l].outputs) : widest);
        layers_[l].values = DeviceBuffer<float>(floats, stream, kPreparing);
        if (training) layers_[l].slopes = DeviceBuffer<float>(floats, stream, kPreparing);
        if (split_products()) layers_[l].high = DeviceBuffer<Bf16>(floats, stream, kPreparing);
    }
    if (has_products()) pre_ = DeviceBuffer<float>(rows * widest, stream, kPreparing);
    if (precision_ == Precision::bf16x3)
        low_ = DeviceBuffer<Bf16>(rows * widest, stream, kPreparing);
}

void ReferencePath::split(cudaStream_t stream, const float* parameters,
                          const SplitWeights& weights) const {
    if (!split_products()) return;
    for (std::size_t l = 1; l < hidden(); ++l) {
        const std::size_t count = shapes_[l].biases - shapes_[l].weights;
        launch(split_weights, blocks_for(count), kThreads, 0, stream,
               parameters + shapes_[l].weights, count, weights.high[l].get(), weights.low[l].get());
    }
}

Activations ReferencePath::activations(std::size_t layer, bool training) const {
    const LayerBuffers& buffers = layers_[layer % layers_.size()];
    return {buffers.values.get(), training ? buffers.slopes.get() : nullptr, buffers.high.get(),
            low_.get()};
}

void ReferencePath::enqueue_parameters_changed(cudaStream_t stream, const DeviceState& state) {
    if (request_.dataset.is_there()) split(stream, state.parameters, trained_);
}

void ReferencePath::enqueue_step(cudaStream_t stream, const DeviceState& state,
                                 float* forward_values) {
    if (blas_) blas_->use(stream);
    const int batch = request_.dataset.batch_samples();
    for (int first = 0; first < batch; first += chunk_)
        train_chunk(stream, state, first, std::min(chunk_, batch - first), forward_values);
    if (!trains_biases(request_.network))
        for (const LayerShape& shape : shapes_)
            check(cudaMemsetAsync(gradient_at(shape.biases), 0,
                                  std::size_t(shape.outputs) * sizeof(float), stream),
                  "training");
    launch(update_parameters, blocks_for(state.count), kThreads, 0, stream, request_.optimizer.kind,
           float(request_.optimizer.momentum), encoding_, table_sums_.get(), gradients_.get(),
           state);
    split(stream, state.parameters, trained_);
    // Full chunks have the same number of blocks, so the sums stand one after the other.
    const int blocks = int(batch / chunk_ * blocks_for(chunk_, kLossThreads) +
                           blocks_for(batch % chunk_, kLossThreads));
    launch(finish_step, 1, kLossThreads, kLossThreads * sizeof(LossSums), stream, block_sums_.get(),
           blocks, double(request_.dataset.batch_pixels()) * request_.channels, state.results,
           state.cell);
}

void ReferencePath::train_chunk(cudaStream_t stream, const DeviceState& state, int first, int rows,
                                float* forward_values) {
    const DeviceDataset& dataset = request_.dataset;
    const int channels = request_.channels;
    if (has_windows())
        launch(gather_examples, blocks_for(rows), kThreads, 0, stream, dataset.examples, window_,
               state.cell, std::uint32_t(first), rows, features_.get(), targets_.get(),
               weights_.get());
    else
        launch(gather_samples, blocks_for(rows), kThreads, 0, stream, dataset, state.cell,
               std::uint32_t(first), rows, coordinates_.get(), targets_.get());
    forward(stream, state.parameters, trained_, rows, true);
    launch(add_losses, blocks_for(rows, kLossThreads), kLossThreads,
           kLossThreads * sizeof(LossSums), stream,
           sample_loss(request_.network, request_.optimizer), rows, channels,
           float(1.0 / (double(dataset.batch_pixels()) * channels)), targets_.get(), weights_.get(),
           outputs_.get(),
           forward_values
               ? forward_values + std::size_t(first / int(dataset.sampling.samples)) * channels
               : nullptr,
           block_sums_.get() + std::size_t(first / chunk_) * blocks_for(chunk_, kLossThreads));
    backward(stream, state.parameters, rows, first > 0);
}

// coordinates_, or the features_ of windows, to outputs_.
void ReferencePath::forward(cudaStream_t stream, const float* parameters,
                            const SplitWeights& weights, int rows, bool training) {
    for (std::size_t l = 0; l < hidden(); ++l) {
        const LayerShape& shape = shapes_[l];
        const std::size_t count = std::size_t(rows) * shape.outputs;
        const Activations out = activations(l, training);
        if (l == 0 && !has_features()) {
            launch(first_layer, blocks_for(count), kThreads, 0, stream, coordinates_.get(),
                   parameters + shape.weights, parameters + shape.biases, rows, shape.outputs,
                   shape.activation, float(shape.omega), out);
            continue;
        }
        if (l == 0) {
            if (has_grid())
                launch(encode_by_grid, blocks_for(std::size_t(rows) * tables_.levels), kThreads, 0,
                       stream, tables_, coordinates_.get(), parameters, rows, features_.get());
            blas_->forward({chunk_, shape.inputs, shape.outputs}, features_.get(),
                           parameters + shape.weights, pre_.get(), false);
        } else {
            forward_product(l, parameters, weights, pre_.get());
        }
        launch(hidden_layer, blocks_for(count), kThreads, 0, stream, pre_.get(),
               parameters + shape.biases, rows, shape.outputs, shape.activation, float(shape.omega),
               out);
    }
    const LayerShape& last = shapes_.back();
    launch(output_layer, blocks_for(std::size_t(rows) * 32), kThreads, 0, stream,
           activations(hidden() - 1, training).values, parameters + last.weights,
           parameters + last.biases, rows, last.inputs, last.outputs, outputs_.get());
}

void ReferencePath::forward_product(std::size_t layer, const float* parameters,
                                    const SplitWeights& weights, float* pre) const {
    const LayerShape& shape = shapes_[layer];
    const LayerSize size{chunk_, shape.inputs, shape.outputs};
    const Activations in = activations(layer - 1, false);
    if (!split_products())
        return blas_->forward(size, in.values, parameters + shape.weights, pre, false);
    const Bf16* high = weights.high[layer].get();
    if (precision_ == Precision::bf16x3) {  // the small ones first
        blas_->forward(size, in.low, high, pre, false);
        blas_->forward(size, in.high, weights.low[layer].get(), pre, true);
    }
    blas_->forward(size, in.high, high, pre, precision_ == Precision::bf16x3);
}

void ReferencePath::add_gradient(cudaStream_t stream, const float* a, int rows, int columns,
                                 const float* factors, int factor_count, int column_stride,
                                 int factor_stride, bool add, std::size_t into) const {
    launch(add_columns, dim3(blocks_for(columns, kColumns), kSlices), dim3(kColumns, kPhases),
           kPhases * kMostFactors * kColumns * sizeof(float), stream, a, rows, columns, factors,
           factor_count, parts_.get());
    launch(add_slices, blocks_for(std::size_t(columns) * factor_count), kThreads, 0, stream,
           parts_.get(), kSlices, columns, factor_count, column_stride, factor_stride, add,
           gradient_at(into));
}

// From the losses' gradients in outputs_ to those of every parameter. A layer's slopes become its
// deltas in place.
void ReferencePath::backward(cudaStream_t stream, const float* parameters, int rows, bool add) {
    const LayerShape& last = shapes_.back();
    const int channels = request_.channels;
    const auto sum = [&](const float* a, int columns, const float* factors, int factor_count,
                         int column_stride, int factor_stride, std::size_t into) {
        add_gradient(stream, a, rows, columns, factors, factor_count, column_stride, factor_stride,
                     add, into);
    };
    sum(layers_[hidden() - 1].values.get(), last.inputs, outputs_.get(), channels, 1, last.inputs,
        last.weights);
    sum(outputs_.get(), channels, nullptr, 1, 1, 0, last.biases);
    launch(output_delta, blocks_for(std::size_t(rows) * last.inputs), kThreads, 0, stream,
           outputs_.get(), parameters + last.weights, rows, last.inputs, channels,
           layers_[hidden() - 1].slopes.get(), delta_high_.get());
    for (std::size_t l = hidden() - 1; l > 0; --l) {
        const LayerShape& shape = shapes_[l];
        const LayerSize size{rows, shape.inputs, shape.outputs};
        const float* delta = layers_[l].slopes.get();
        const bool goes_on = shapes_[l - 1].trained;
        float* gradient = gradient_at(shape.weights);
        sum(delta, shape.outputs, nullptr, 1, 1, 0, shape.biases);
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
        launch(hidden_delta, blocks_for(count), kThreads, 0, stream, back_.get(), count,
               layers_[l - 1].slopes.get(), delta_high_.get());
    }
    first_gradients(stream, parameters, rows, add);
}

// In fp32, from the first layer's deltas.
void ReferencePath::first_gradients(cudaStream_t stream, const float* parameters, int rows,
                                    bool add) {
    const LayerShape& first = shapes_.front();
    const float* delta = layers_.front().slopes.get();
    add_gradient(stream, delta, rows, first.outputs, nullptr, 1, 1, 0, add, first.biases);
    if (!has_features())
        return add_gradient(stream, delta, rows, first.outputs, coordinates_.get(), 2, 2, 1, add,
                            first.weights);
    const LayerSize size{rows, first.inputs, first.outputs};
    blas_->gradient(size, delta, features_.get(), gradient_at(first.weights), add);
    if (!has_grid()) return;  // windows are not trained
    blas_->backward(size, delta, parameters + first.weights, feature_gradients_.get());
    launch(add_to_tables, blocks_for(std::size_t(rows) * tables_.levels), kThreads, 0, stream,
           tables_, coordinates_.get(), feature_gradients_.get(), rows,
           table_sums(table_sums_.get(), request_.dataset.batch_pixels()));
}

void ReferencePath::enqueue_render(cudaStream_t stream, const float* parameters,
                                   const DeviceCanvas& canvas) {
    if (blas_) blas_->use(stream);
    split(stream, parameters, drawn_);
    const std::int64_t pixels = std::int64_t(canvas.width) * canvas.height;
    for (std::int64_t first = 0; first < pixels; first += chunk_) {
        const int rows = int(std::min<std::int64_t>(chunk_, pixels - first));
        const std::size_t count = std::size_t(rows) * request_.channels;
        launch(gather_pixels, blocks_for(rows), kThreads, 0, stream, canvas, first, rows,
               coordinates_.get());
        forward(stream, parameters, drawn_, rows, false);
        launch(draw_values, blocks_for(count), kThreads, 0, stream, request_.network.output,
               outputs_.get(), count, canvas.values + first * request_.channels);
    }
}

void ReferencePath::enqueue_windows(cudaStream_t stream, const float* parameters,
                                    const DeviceWindows& windows) {
    if (blas_) blas_->use(stream);
    split(stream, parameters, drawn_);
    const int views = window_.views();
    const std::int64_t all = std::int64_t(windows.width) * windows.height * views;
    for (std::int64_t first = 0; first < all; first += chunk_) {  // a chunk holds whole pixels
        const int rows = int(std::min<std::int64_t>(chunk_, all - first));
        launch(gather_windows, blocks_for(rows), kThreads, 0, stream, windows, window_, first, rows,
               features_.get());
        forward(stream, parameters, drawn_, rows, false);
        launch(draw_views, blocks_for(rows / views), kThreads, 0, stream, window_,
               request_.network.output, outputs_.get(), rows / views,
               windows.values + first / views);
    }
}

std::unique_ptr<Path> make_reference_path(const PathRequest& request, cudaStream_t stream) {
    return std::make_unique<ReferencePath>(request, stream);
}

}  // namespace redraw::cuda
