#include "gl/gl_network.h"

#include "engine/arithmetic.h"
#include "engine/network/numerics.h"

#include <algorithm>

namespace redraw::gl {

namespace {

constexpr std::size_t kThreads = 64;  // per workgroup, except in gemm.comp and fused.comp
constexpr std::size_t kTile = 64;     // TILE in gemm.comp
constexpr std::size_t kFusedRows = 32, kFusedWidths[] = {64, 128};  // T and W in fused.comp
// kMostRows: samples of a chunk. kMostProducts: multiply-adds of its largest dispatch, 4 ms at 100
// GFLOP/s. Constants, because bits depend on them; only fused dispatches follow the measured pace.
constexpr std::size_t kMostRows = 8192, kMostProducts = 200'000'000;
// Samples whose weight gradients one workgroup adds up; more if memory limits the partial sums.
constexpr std::size_t kSlice = 512;
// The most pixels of a picture for which full-batch steps store a render.
constexpr std::size_t kMostForwardPixels = 1 << 22;
constexpr std::size_t kMostGroups = 65535;  // along an axis, guaranteed by OpenGL 4.3

struct DeviceLevel {  // `Level` in common.glsl
    std::int32_t cells, column, columns, row, rows;
    std::uint32_t hashed, first;
};

struct DeviceLayer {  // `Layer` in fused.comp
    std::uint32_t inputs, outputs, weights, biases, at, activation;
    float omega;
};

std::vector<DeviceLevel> device_levels(const NetworkSpec& network) {
    std::vector<DeviceLevel> levels;
    for (const GridLevel& level : grid_levels(network))
        levels.push_back({level.cells, level.columns.first, level.columns.count, level.rows.first,
                          level.rows.count, level.hashed ? level.entries : 0,
                          std::uint32_t(level.first)});
    return levels;
}

std::size_t groups_of(std::size_t threads) {
    return divide_up(threads, kThreads);
}

constexpr std::size_t floats(std::size_t count) {
    return count * sizeof(float);
}

}  // namespace

GlNetwork::GlNetwork(Context& context, const NetworkSpec& network, const OptimizerSpec& optimizer,
                     int channels, const Dataset* dataset)
    : context_(context),
      network_(network),
      optimizer_(optimizer),
      channels_(channels),
      tables_(grid_parameters(network)),
      count_(parameter_count(network, channels)),
      fused_products_(kMostProducts) {
    const std::vector<LayerShape> shapes = layer_shapes(network, channels);
    // deltas_ begins with the gradients of the network's inputs; those of the layers follow.
    value_features_ = delta_features_ = std::size_t(shapes.front().inputs);
    for (const LayerShape& shape : shapes) {
        const std::size_t inputs_at = value_features_ - std::size_t(shape.inputs);
        layers_.push_back({shape, inputs_at, delta_features_});
        delta_features_ += std::size_t(shape.outputs);
        if (layers_.size() < shapes.size()) value_features_ += std::size_t(shape.outputs);
    }
    fixed_ = shapes.front().trained ? 0 : 1;
    const std::vector<DeviceLevel> levels = device_levels(network);
    level_count_ = levels.size();
    most_rows_ = most_rows();
    parameters_ = Buffer(context, floats(count_));
    levels_ = Buffer(context, std::span<const DeviceLevel>(levels));
    samples_ = Buffer(context, floats(3 * most_rows_));
    values_ = Buffer(context, floats(value_features_ * most_rows_));
    settings_ = Buffer(context, kMostSteps * sizeof(StepSettings));
    make_fused_layers();
    if (dataset) make_training_buffers(*dataset);
}

// Returns the number of samples in a full chunk: up to kMostRows, as far as the driver allows in
// one buffer of activations, unless a dispatch would take too long.
std::size_t GlNetwork::most_rows() const {
    std::size_t weights = 1;  // weights of the largest layer
    for (const Layer& layer : layers_) weights = std::max(weights, layer.weights());
    const std::size_t allowed =
        context_.most_buffer_bytes() / floats(std::max(value_features_, delta_features_));
    const std::size_t rows = std::min(allowed, kMostProducts / weights);
    return std::clamp(rows / kThreads * kThreads, kThreads, kMostRows);
}

// Uploads the layers for the fused kernels and chooses the narrowest of these that fits, if any.
void GlNetwork::make_fused_layers() {
    std::size_t widest = 0;
    std::vector<DeviceLayer> layers;
    for (const Layer& layer : layers_) {
        const LayerShape& shape = layer.shape;
        widest = std::max(widest, std::size_t(std::max(shape.inputs, shape.outputs)));
        // A layer's outputs have the same feature number in values_ and in deltas_.
        layers.push_back({std::uint32_t(shape.inputs), std::uint32_t(shape.outputs),
                          std::uint32_t(shape.weights), std::uint32_t(shape.biases),
                          std::uint32_t(layer.deltas_at), std::uint32_t(shape.activation),
                          float(shape.omega)});
    }
    fused_layers_ = Buffer(context_, std::span<const DeviceLayer>(layers));
    for (const std::size_t width : kFusedWidths)
        if (fuses_layers && fused_width_ == 0 && widest <= width) fused_width_ = width;
}

void GlNetwork::make_training_buffers(const Dataset& dataset) {
    const Image& target = dataset.target;
    REDRAW_CHECK(target.channels == channels_, "the dataset has the network's channels");
    sampling_ = sampling_of(dataset, 0);
    batch_ = std::size_t(dataset.batch_samples());
    const Grid& grid = dataset.grid;
    pixel_width_ = float((grid.right - grid.left) / grid.width);
    pixel_height_ = float((grid.bottom - grid.top) / grid.height);
    std::vector<float> axes = columns_of(grid, 0, target.width);
    const std::vector<float> y = rows_of(grid, 0, target.height);
    axes.insert(axes.end(), y.begin(), y.end());
    axes_ = Buffer(context_, std::span<const float>(axes));
    picture_ = Buffer(context_, std::span<const float>(target.values));

    const std::size_t dense = count_ - tables_, rows = std::min(batch_, most_rows_);
    const std::size_t fitting = context_.most_buffer_bytes() / floats(dense);
    const std::size_t slices =
        std::clamp(divide_up(rows, kSlice), std::size_t(1), std::max(fitting, std::size_t(1)));
    slice_ = round_up(divide_up(rows, slices), kThreads);
    parts_ = Buffer(context_, floats(dense * divide_up(rows, slice_)));

    first_ = Buffer(context_, floats(count_));
    second_ = Buffer(context_, floats(optimizer_.kind == Optimizer::adam ? count_ : 1));
    deltas_ = Buffer(context_, floats(delta_features_ * most_rows_));
    table_sums_ = Buffer(context_, 2 * floats(std::max(tables_, std::size_t(1))));
    table_sums_.clear();
    // Each chunk may leave one workgroup partly empty.
    loss_sums_ = Buffer(context_, sizeof(StepResult) * (groups_of(batch_) + chunks()));
    results_ = Buffer(context_, sizeof(StepResult) * kMostSteps);
    draws_ = dataset.batch == BatchMode::full && target.pixel_count() <= kMostForwardPixels;
    drawn_ = Buffer(context_, floats(draws_ ? target.values.size() : 1));
}

void GlNetwork::keep_pace(double chunk_seconds) {
    constexpr double kLongest = 4e-3, kPasses = 3;  // forward, back, weight gradients
    const double products =
        kPasses * double(count_ - tables_) * double(std::min(batch_, most_rows_));
    fused_products_ = std::size_t(std::clamp(kLongest / chunk_seconds * products,
                                             double(kMostProducts) / 10, double(kMostProducts)));
}

std::size_t GlNetwork::chunks() const {
    return divide_up(batch_, most_rows_);
}

GlNetwork::Chunk GlNetwork::chunk_at(std::size_t first, std::size_t end) const {
    const std::size_t rows = std::min(most_rows_, end - first);
    return {first, rows, round_up(rows, kThreads)};
}

StepSettings GlNetwork::settings_of(std::int64_t step, std::int64_t optimizer_step,
                                    float rate) const {
    const auto adam = numerics::adam_step(optimizer_, rate, double(optimizer_step));
    const std::uint64_t seed = splitmix64(sampling_.seed), at = std::uint64_t(step);
    StepSettings settings{
        adam.rate, adam.second_scale, rate, 0, 0, splitmix64(seed ^ (kOffsetStream + at))};
    if (sampling_.batch == BatchMode::random)
        settings.batch = splitmix64(seed ^ (kBatchStream + at));
    if (sampling_.batch == BatchMode::stratified) {
        const std::uint64_t pixels = sampling_.strata.pixels();
        settings.batch = splitmix64(seed ^ (kBatchStream + at / pixels));
        settings.shift = std::uint32_t(at % pixels * sampling_.strata.stride % pixels);
    }
    if (sampling_.batch == BatchMode::rows) {
        const std::uint64_t rows = sampling_.batch_pixels / sampling_.width;
        const std::uint64_t per_epoch = divide_up(std::uint64_t(sampling_.height), rows);
        settings.batch = seed ^ (kBatchStream + at / per_epoch) * 4;
        settings.shift = std::uint32_t(at % per_epoch * rows % sampling_.height);
    }
    return settings;
}

void GlNetwork::enqueue_step(std::size_t step_at, int samples,
                             const std::function<void()>& after_chunk) {
    sum_count_ = 0;
    sampling_.samples = std::uint32_t(samples);
    const std::size_t batch = std::size_t(sampling_.batch_pixels) * sampling_.samples;
    for (std::size_t first = 0; first < batch; first += most_rows_) {
        const Chunk chunk = chunk_at(first, batch);
        dispatch_gather(chunk, step_at, axes_, parameters_, sampling_.width, sampling_.height,
                        sampling_);
        enqueue_hidden_layers(chunk, parameters_, true);
        dispatch_output(chunk, parameters_, drawn_, draws_, first / sampling_.samples, true);
        enqueue_backward(chunk);
        enqueue_weight_gradients(chunk, first > 0);
        after_chunk();
    }
    context_.dispatch(
        Kernel::finish, {1, 1, 1}, {&loss_sums_, &results_},
        {sum_count_, step_at, float(double(sampling_.batch_pixels) * double(channels_))});
    enqueue_update(step_at, divide_up(std::min(batch, most_rows_), slice_));
}

void GlNetwork::enqueue_render(const Buffer& parameters, const Buffer& axes, std::size_t width,
                               std::size_t height, std::size_t first, std::size_t pixels,
                               const Buffer& drawn, const std::function<void()>& after_chunk) {
    for (std::size_t at = first; at < first + pixels; at += most_rows_) {
        const Chunk chunk = chunk_at(at, first + pixels);
        dispatch_gather(chunk, 0, axes, parameters, width, height, Sampling{});
        enqueue_hidden_layers(chunk, parameters, false);
        dispatch_output(chunk, parameters, drawn, true, at - first, false);
        after_chunk();
    }
}

void GlNetwork::dispatch_gather(const Chunk& chunk, std::size_t step_at, const Buffer& axes,
                                const Buffer& parameters, std::size_t width, std::size_t height,
                                const Sampling& sampling) {
    std::uint32_t across = sampling.strata.across;
    if (sampling.batch == BatchMode::rows) {  // half the number of bits of a row index
        across = 1;
        while ((std::uint64_t(1) << 2 * across) < sampling.height) ++across;
    }
    context_.dispatch(
        Kernel::gather, {groups_of(chunk.rows), 1, 1},
        {&settings_, &axes, &parameters, &levels_, &values_, &samples_},
        {chunk.rows, chunk.first, chunk.stride, step_at, width, height, sampling.samples,
         int(sampling.batch), sampling.strata.width, sampling.strata.height, across, pixel_width_,
         pixel_height_, level_count_, network_.grid.features});
}

// Takes a chunk through the layers [begin, end), forward or back, in dispatches of at most about
// fused_products_ multiply-adds. The number of dispatches changes no bit.
void GlNetwork::enqueue_fused(Kernel narrow, Kernel wide, const Chunk& chunk,
                              const Buffer& parameters, std::size_t begin, std::size_t end,
                              bool training) {
    std::size_t weights = 0;
    for (std::size_t l = begin; l < end; ++l) weights += layers_[l].weights();
    if (weights == 0) return;
    const std::size_t dispatches = divide_up(chunk.rows * weights, fused_products_);
    const std::size_t rows = round_up(divide_up(chunk.rows, dispatches), kFusedRows);
    for (std::size_t first = 0; first < chunk.rows; first += rows)
        context_.dispatch(fused_width_ == kFusedWidths[0] ? narrow : wide,
                          {divide_up(std::min(rows, chunk.rows - first), kFusedRows), 1, 1},
                          {&fused_layers_, &parameters, &values_, training ? &deltas_ : &values_},
                          {chunk.rows, first, chunk.stride, begin, end - 1, training});
}

void GlNetwork::enqueue_hidden_layers(const Chunk& chunk, const Buffer& parameters, bool training) {
    if (fused_width_ > 0)
        return enqueue_fused(Kernel::fused_forward_64, Kernel::fused_forward_128, chunk, parameters,
                             0, layers_.size() - 1, training);
    for (std::size_t l = 0; l + 1 < layers_.size(); ++l) {
        const Layer& layer = layers_[l];
        const auto outputs = std::size_t(layer.shape.outputs);
        context_.dispatch(
            Kernel::forward, {divide_up(chunk.rows, kTile), divide_up(outputs, kTile), 1},
            {&values_, &parameters, &values_, training ? &deltas_ : &values_},
            {chunk.rows, outputs, layer.shape.inputs, chunk.stride, layer.inputs_at * chunk.stride,
             layer.shape.weights, layers_[l + 1].inputs_at * chunk.stride,
             layer.deltas_at * chunk.stride, layer.shape.biases, int(layer.shape.activation),
             float(layer.shape.omega), training});
    }
}

void GlNetwork::dispatch_output(const Chunk& chunk, const Buffer& parameters, const Buffer& drawn,
                                bool draws, std::size_t drawn_at, bool training) {
    const Layer& layer = layers_.back();
    const std::size_t samples = training ? sampling_.samples : 1, pixels = chunk.rows / samples;
    const double values = double(sampling_.batch_pixels) * double(channels_);
    const Buffer& other = training ? deltas_ : values_;  // a render does not use it
    context_.dispatch(Kernel::output, {groups_of(pixels), 1, 1},
                      {&parameters, &values_, training ? &picture_ : &values_, &samples_, &other,
                       &drawn, training ? &loss_sums_ : &values_},
                      {pixels, chunk.stride, samples, channels_, layer.shape.inputs,
                       layer.inputs_at * chunk.stride, layer.shape.weights, layer.shape.biases,
                       network_.output == OutputMap::sigmoid, draws, drawn_at, training,
                       int(optimizer_.loss), layer.deltas_at * chunk.stride, sum_count_,
                       training ? float(1 / values) : 0.0f, float(optimizer_.total_variation)});
    if (training) sum_count_ += groups_of(pixels);
}

// Computes gradients with respect to each layer's inputs from those with respect to its outputs,
// down to the first trained layer or to the grid's tables.
void GlNetwork::enqueue_backward(const Chunk& chunk) {
    const std::size_t lowest = tables_ ? 0 : fixed_ + 1;
    if (fused_width_ > 0)
        enqueue_fused(Kernel::fused_deltas_64, Kernel::fused_deltas_128, chunk, parameters_, lowest,
                      layers_.size(), true);
    for (std::size_t l = layers_.size(); fused_width_ == 0 && l-- > lowest;) {
        const Layer& layer = layers_[l];
        const auto inputs = std::size_t(layer.shape.inputs);
        context_.dispatch(Kernel::deltas,
                          {divide_up(chunk.rows, kTile), divide_up(inputs, kTile), 1},
                          {&deltas_, &parameters_, &deltas_, &deltas_},
                          {chunk.rows, inputs, layer.shape.outputs, chunk.stride,
                           layer.deltas_at * chunk.stride, layer.shape.weights, 0,
                           l > 0 ? layers_[l - 1].deltas_at * chunk.stride : 0, 0, l > 0});
    }
    if (tables_ == 0) return;
    const float most = 1024 / float(sampling_.batch_pixels);
    context_.dispatch(Kernel::tables, {groups_of(chunk.rows), level_count_, 1},
                      {&samples_, &levels_, &deltas_, &table_sums_},
                      {chunk.rows, chunk.stride, network_.grid.features, most});
}

void GlNetwork::enqueue_weight_gradients(const Chunk& chunk, bool add) {
    for (std::size_t l = fixed_; l < layers_.size(); ++l) {
        const Layer& layer = layers_[l];
        if (layer.is_thin()) {
            enqueue_columns(chunk, layer, add);
            continue;
        }
        const auto inputs = std::size_t(layer.shape.inputs);
        const auto outputs = std::size_t(layer.shape.outputs);
        context_.dispatch(
            Kernel::weights,
            {divide_up(inputs, kTile), divide_up(outputs, kTile), divide_up(chunk.rows, slice_)},
            {&values_, &deltas_, &parts_, &parts_},
            {inputs, outputs, chunk.rows, chunk.stride, layer.inputs_at * chunk.stride,
             layer.deltas_at * chunk.stride, layer.shape.weights - tables_, 0,
             layer.shape.biases - tables_, slice_, count_ - tables_, add});
    }
}

// Computes the weight gradients of a layer with at most 4 inputs or outputs.
void GlNetwork::enqueue_columns(const Chunk& chunk, const Layer& layer, bool add) {
    const LayerShape& shape = layer.shape;
    const bool by_inputs = shape.outputs <= 4;  // a column for each input, and one for the biases
    const std::size_t values_at = layer.inputs_at * chunk.stride;
    const std::size_t deltas_at = layer.deltas_at * chunk.stride;
    const auto columns = std::size_t(by_inputs ? shape.inputs : shape.outputs);
    context_.dispatch(
        Kernel::columns, {columns + (by_inputs ? 1 : 0), divide_up(chunk.rows, slice_), 1},
        {by_inputs ? &values_ : &deltas_, by_inputs ? &deltas_ : &values_, &parts_},
        {chunk.rows, columns, by_inputs ? shape.outputs : shape.inputs, chunk.stride,
         by_inputs ? values_at : deltas_at, by_inputs ? deltas_at : values_at,
         shape.weights - tables_, by_inputs ? 1 : shape.inputs, by_inputs ? shape.inputs : 1,
         shape.biases - tables_, slice_, count_ - tables_, !by_inputs, add});
}

void GlNetwork::enqueue_update(std::size_t step_at, std::size_t slices) {
    const LayerShape& first_trained = layers_[fixed_].shape;
    for (std::size_t begin = fixed_ ? first_trained.weights : 0; begin < count_;) {
        const std::size_t end = std::min(count_, begin + kMostGroups * kThreads);
        context_.dispatch(Kernel::update, {groups_of(end - begin), 1, 1},
                          {&parameters_, &first_, &second_, &parts_, &settings_, &table_sums_},
                          {step_at, begin, end, tables_, count_ - tables_, slices,
                           optimizer_.kind == Optimizer::sgd, numerics::is_lazy(optimizer_),
                           float(optimizer_.beta1), float(optimizer_.beta2),
                           float(optimizer_.epsilon), float(optimizer_.momentum)});
        begin = end;
    }
}

}  // namespace redraw::gl
