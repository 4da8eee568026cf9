#include "engine/cpu/cpu_backend.h"

#include "engine/arithmetic.h"
#include "engine/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace redraw::cpu {

namespace {

// Chunks bound both parallelism and the memory for their gradients; a chunk of a single tile would
// spend an eighth of its time on writing them.
constexpr int kMostChunks = 32, kFewestChunks = 4, kTilesOfChunk = 2;
constexpr std::size_t kGradientBytes = 256 * 1024 * 1024;
// A larger picture is not shown whole at its own size, and its forward drawing not kept.
constexpr std::size_t kMostForwardPixels = 1 << 22;
// Floats of an optimizer update that a thread takes at once.
constexpr std::size_t kUpdatePiece = 4096;
// Measured in multiply-adds (thread_pool.h): a pixel and parameter forward and back, a sample and
// feature of a grid's tables, a parameter's update beside its chunks' gradients, a packed weight.
constexpr int kCorners = 4;  // of a cell
constexpr double kForward = 1, kStep = 3, kTableGradient = 64, kUpdate = 16, kPack = 16;

int chunk_count(int tiles, std::size_t parameters) {
    const std::size_t fitting = kGradientBytes / (parameters * sizeof(float));
    const int most = int(std::clamp<std::size_t>(fitting, kFewestChunks, kMostChunks));
    return std::clamp(tiles / kTilesOfChunk, 1, most);
}

}  // namespace

CpuBackend::CpuBackend(const KernelSet& kernels, int threads, const NetworkSpec& network,
                       const OptimizerSpec& optimizer, int channels,
                       std::shared_ptr<const Dataset> dataset)
    : kernels_(kernels),
      pool_(threads),
      optimizer_(optimizer),
      output_(network.output),
      window_(network.encoding == Encoding::window ? window_shape(network.window) : WindowShape{}),
      trains_biases_(trains_biases(network)),
      pixel_(network.pixel),
      channels_(channels),
      dataset_(std::move(dataset)),
      layout_(network, channels, kernels),
      features_(network, layout_.plan().panel_stride),
      parameters_(layout_.parameters()),
      packed_(layout_.packed()),
      workspaces_(pool_.threads()) {
    if (!dataset_) return;
    const Image& target = dataset_->target;
    REDRAW_CHECK(dataset_->examples || target.channels == channels,
                 "the dataset has the network's channels");
    const int batch = dataset_->batch_samples();
    sampling_ = sampling_of(*dataset_);
    loss_ = {network.output, optimizer.loss,
             channels,       float(1.0 / (double(dataset_->batch_pixels()) * channels)),
             pixel_,         float(optimizer.total_variation)};
    tiles_ = divide_up(batch, layout_.plan().tile_pixels);
    chunks_ = chunk_count(tiles_, layout_.layer_parameters());
    // One line more than the parameters: chunks do not begin in the same set of the cache.
    gradient_stride_ = layout_.layer_parameters() + kPanel;
    gradients_ = AlignedFloats(gradient_stride_ * std::size_t(chunks_));
    sums_.resize(chunks_);
    const Grid& grid = dataset_->grid;
    column_x_ = columns_of(grid, 0, target.width);
    row_y_ = rows_of(grid, 0, target.height);
    pixel_width_ = float((grid.right - grid.left) / grid.width);
    pixel_height_ = float((grid.bottom - grid.top) / grid.height);
    if (layout_.tables() > 0) {
        places_.resize(std::size_t(batch));
        input_gradients_ = AlignedFloats(std::size_t(batch) * std::size_t(features_.count()));
        table_gradients_ = AlignedFloats(layout_.tables());
        if (numerics::is_lazy(optimizer))
            touched_.resize(divide_up(layout_.tables(), std::size_t(kPanel)));
    }
    if (dataset_->batch == BatchMode::full && target.pixel_count() <= kMostForwardPixels)
        forward_values_.resize(target.values.size());
}

void CpuBackend::load(const State& state) {
    const std::size_t count = state.parameters.size();
    REDRAW_CHECK(count == layout_.flat_size(), "the state has the network's parameters");
    step_ = state.step;
    optimizer_step_ = state.optimizer_step;
    has_forward_ = false;
    // What diverged has left its NaN in paddings too, where no state writes.
    parameters_ = AlignedFloats(layout_.parameters());
    packed_ = AlignedFloats(layout_.packed());
    for (AlignedFloats& floats : workspaces_) floats = {};
    layout_.spread(state.parameters, parameters_.data());
    pack(parameters_, packed_);
    const std::size_t seconds = optimizer_.kind == Optimizer::adam ? count : 0;
    REDRAW_CHECK(
        !dataset_ || (state.first_moment.size() == count && state.second_moment.size() == seconds),
        "the state has the optimizer's moments");
    const auto load_moment = [&](const std::vector<float>& from, AlignedFloats& to) {
        to = AlignedFloats(from.empty() ? 0 : layout_.parameters());
        if (!from.empty()) layout_.spread(from, to.data());
    };
    load_moment(state.first_moment, first_);
    load_moment(state.second_moment, second_);
}

State CpuBackend::save() const {
    State state;
    state.step = step_;
    state.optimizer_step = optimizer_step_;
    state.parameters = layout_.gather(parameters_.data());
    if (first_.size() > 0) state.first_moment = layout_.gather(first_.data());
    if (second_.size() > 0) state.second_moment = layout_.gather(second_.data());
    return state;
}

void CpuBackend::train(std::span<const float> learning_rates, std::span<StepResult> results) {
    REDRAW_CHECK(dataset_ && first_.size() > 0, "training needs a dataset and a loaded state");
    REDRAW_CHECK(learning_rates.size() == results.size(), "one result a step");
    for (std::size_t i = 0; i < learning_rates.size(); ++i) results[i] = step(learning_rates[i]);
}

StepResult CpuBackend::step(float learning_rate) {
    const double work = kStep * dataset_->batch_samples() * double(layout_.layer_parameters());
    pool_.run(chunks_, work, [&](int chunk, int thread) {
        sums_[chunk] = train_chunk(chunk, workspace(thread).data());
    });
    LossSums sums;
    for (const LossSums& chunk : sums_) {
        sums.loss += chunk.loss;
        sums.squared_error += chunk.squared_error;
    }
    has_forward_ = !forward_values_.empty();
    if (layout_.tables() > 0) add_table_gradients();
    ++step_;
    ++optimizer_step_;
    update(learning_rate);
    pack(parameters_, packed_);
    const double values = double(dataset_->batch_pixels()) * channels_;
    return {float(sums.loss / values), float(sums.squared_error / values)};
}

LossSums CpuBackend::train_chunk(int chunk, float* workspace) {
    const NetworkPlan& plan = layout_.plan();
    const Weights weights{parameters_.data(), packed_.data()};
    float* gradients = gradients_.data() + gradient_stride_ * std::size_t(chunk);
    float* outputs = workspace + plan.outputs;
    float targets[kMostTilePixels * kMostChannels];
    float weights_of_examples[kMostTilePixels];
    const int begin = int(std::int64_t(tiles_) * chunk / chunks_);
    const int end = int(std::int64_t(tiles_) * (chunk + 1) / chunks_);
    LossSums sums;
    for (int tile = begin; tile < end; ++tile) {
        const int first = tile * plan.tile_pixels;
        const int count = std::min(plan.tile_pixels, dataset_->batch_samples() - first);
        if (dataset_->examples)
            fill_examples(first, count, workspace + plan.inputs, targets, weights_of_examples);
        else
            fill_samples(first, count, workspace + plan.inputs, targets);
        kernels_.forward(plan, weights, workspace, count, true);
        loss_(outputs, count, round_up(count, kernels_.pixels), targets,
              dataset_->examples ? weights_of_examples : nullptr,
              forward_values_.empty()
                  ? nullptr
                  : forward_values_.data() + first / int(sampling_.samples) * channels_,
              sums);
        kernels_.backward(plan, weights, workspace, count, gradients, tile > begin);
        if (layout_.tables() > 0)
            features_.gather(workspace + plan.input_gradients, first, count,
                             dataset_->batch_samples(), input_gradients_.data());
    }
    if (!trains_biases_)
        for (int l = 0; l < plan.layer_count; ++l)
            std::fill_n(gradients + plan.layers[l].biases, plan.layers[l].outputs, 0.0f);
    return sums;
}

void CpuBackend::set_inputs(const float* tables, Coordinates at, int p, float* inputs) const {
    if (layout_.tables() > 0) return features_.encode(tables, at, p, inputs);
    inputs[p * kPanel] = at.x;
    inputs[p * kPanel + 1] = at.y;
}

void CpuBackend::fill_samples(int first, int count, float* inputs, float* targets) {
    const std::uint32_t width = sampling_.width;
    // Pixels of one row follow each other, so the row's place is looked up only once.
    const bool in_order = sampling_.samples == 1 && (sampling_.batch == BatchMode::full ||
                                                     sampling_.batch == BatchMode::rows);
    const float* tables = parameters_.data() + layout_.layer_parameters();
    std::uint32_t column = 0, row = 0;
    for (int p = 0; p < count; ++p, targets += channels_) {
        const std::uint32_t sample = std::uint32_t(first + p);
        if (p == 0 || !in_order || sample % width == 0) {
            const std::uint32_t pixel = sample_index(sampling_, step_, sample);
            column = pixel % width;
            row = pixel / width;
        } else {
            ++column;
        }
        Coordinates at{column_x_[column], row_y_[row]};
        if (sampling_.samples > 1) {
            const SampleOffset offset = sample_offset(sampling_, step_, sample);
            at = {at.x + offset.x * pixel_width_, at.y + offset.y * pixel_height_};
        }
        if (layout_.tables() > 0) places_[sample] = at;
        set_inputs(tables, at, p, inputs);
        std::copy_n(dataset_->target.row(int(row)) + std::size_t(column) * channels_, channels_,
                    targets);
    }
}

void CpuBackend::encode(const WindowView& view, int p, float* inputs) const {
    const std::size_t panel_stride = layout_.plan().panel_stride;
    encode_window(window_, view,
                  [&](int i, float value) { inputs[input_at(panel_stride, p, i)] = value; });
}

void CpuBackend::fill_examples(int first, int count, float* inputs, float* targets,
                               float* weights) {
    const ExampleArrays arrays = arrays_of(*dataset_->examples, dataset_->seed);
    for (int p = 0; p < count; ++p) {
        const Example example = example_at(arrays, step_, std::uint32_t(first + p));
        encode(example.view, p, inputs);
        targets[p] = example.target;
        weights[p] = example.weight;
    }
}

void CpuBackend::add_table_gradients() {
    const auto& levels = features_.levels();
    const double work =
        kTableGradient * double(places_.size()) * features_.count() + double(layout_.tables());
    pool_.run(int(levels.size()), work, [&](int level, int) {
        const std::size_t l = std::size_t(level);
        const std::size_t end = l + 1 < levels.size() ? levels[l + 1].first : layout_.tables();
        if (touched_.empty())
            std::fill(table_gradients_.data() + levels[l].first, table_gradients_.data() + end,
                      0.0f);
        features_.add_gradients(l, places_, input_gradients_.data(), table_gradients_.data(),
                                touched_.empty() ? nullptr : touched_.data());
    });
}

void CpuBackend::update(float learning_rate) {
    UpdatePlan plan;
    plan.optimizer = optimizer_.kind;
    plan.adam = numerics::adam_step(optimizer_, learning_rate, double(optimizer_step_));
    plan.momentum = float(optimizer_.momentum);
    plan.rate = learning_rate;
    plan.gradients = gradients_.data();
    plan.gradient_stride = gradient_stride_;
    plan.gradient_count = chunks_;
    plan.parameters = parameters_.data();
    plan.first = first_.data();
    plan.second = second_.data();
    update(plan, layout_.layer_parameters());
    if (layout_.tables() == 0) return;
    plan.gradients = table_gradients_.data();
    plan.gradient_count = 1;
    plan.parameters += layout_.layer_parameters();
    plan.first += layout_.layer_parameters();
    if (plan.second) plan.second += layout_.layer_parameters();
    if (touched_.empty()) return update(plan, layout_.tables());
    plan.adam = numerics::lazy_adam_step(optimizer_, learning_rate);
    plan.lazy = true;
    update_touched(plan);
}

void CpuBackend::update_touched(const UpdatePlan& plan) {
    const std::size_t lines_of_piece = kUpdatePiece / kPanel;
    const int pieces = int(divide_up(touched_.size(), lines_of_piece));
    const std::size_t most = std::size_t(kCorners) * places_.size() * features_.count();
    const double work = kUpdate * double(std::min(layout_.tables(), most));
    pool_.run(pieces, work, [&](int piece, int) {
        const std::size_t end =
            std::min(touched_.size(), (std::size_t(piece) + 1) * lines_of_piece);
        std::size_t line = std::size_t(piece) * lines_of_piece;
        while (line < end) {
            std::size_t next = line;
            while (next < end && touched_[next]) touched_[next++] = 0;
            if (next > line) {
                const std::size_t first = line * kPanel;
                const std::size_t last = std::min(next * kPanel, layout_.tables());
                kernels_.update(plan, first, last);
                std::fill(table_gradients_.data() + first, table_gradients_.data() + last, 0.0f);
            }
            line = next + 1;
        }
    });
}

void CpuBackend::update(const UpdatePlan& plan, std::size_t count) {
    const int pieces = int(divide_up(count, kUpdatePiece));
    pool_.run(pieces, (kUpdate + plan.gradient_count) * double(count), [&](int piece, int) {
        const std::size_t begin = std::size_t(piece) * kUpdatePiece;
        kernels_.update(plan, begin, std::min(count, begin + kUpdatePiece));
    });
}

void CpuBackend::pack(const AlignedFloats& parameters, AlignedFloats& packed) {
    pool_.run(layout_.pack_parts(), kPack * double(packed.size()),
              [&](int part, int) { layout_.pack(parameters.data(), packed.data(), part); });
}

AlignedFloats& CpuBackend::workspace(int thread) {
    AlignedFloats& floats = workspaces_[thread];
    if (floats.size() == 0) floats = AlignedFloats(layout_.workspace());
    return floats;
}

std::shared_ptr<const Surface> CpuBackend::last_forward() const {
    if (!has_forward_) return nullptr;
    const Image& target = dataset_->target;
    return std::make_shared<HostSurface>(
        Image{target.width, target.height, channels_, forward_values_});
}

// An image of `samples` of the network's outputs a pixel, by other parameters if there are any.
// fill(parameters, x, y, p, inputs) sets the inputs of a pixel's samples, the tile's p-th and those
// after it.
template <class Fill>
Image CpuBackend::draw(int width, int height, int samples, std::span<const float> parameters,
                       const Fill& fill) {
    Weights weights{parameters_.data(), packed_.data()};
    AlignedFloats others, packed;
    if (!parameters.empty()) {
        REDRAW_CHECK(parameters.size() == layout_.flat_size(), "parameters of this network");
        others = AlignedFloats(layout_.parameters());
        packed = AlignedFloats(layout_.packed());
        layout_.spread(parameters, others.data());
        pack(others, packed);
        weights = {others.data(), packed.data()};
    }
    Image image = make_image(width, height, channels_);
    const NetworkPlan& plan = layout_.plan();
    const std::int64_t pixels = std::int64_t(image.pixel_count());
    const std::int64_t pixels_of_tile = plan.tile_pixels / samples;
    const std::int64_t tiles = divide_up(pixels, pixels_of_tile);
    REDRAW_CHECK(tiles <= std::numeric_limits<int>::max(), "a drawing is at most 2^31 tiles");
    const double work = kForward * samples * double(pixels) * double(layout_.layer_parameters());
    pool_.run(int(tiles), work, [&](int tile, int thread) {
        float* floats = workspace(thread).data();
        const std::int64_t first = tile * pixels_of_tile;
        const int count = int(std::min(pixels_of_tile, pixels - first));
        int x = int(first % width), y = int(first / width);
        for (int p = 0; p < count; ++p) {
            fill(weights.parameters, x, y, p * samples, floats + plan.inputs);
            if (++x == width) x = 0, ++y;
        }
        kernels_.forward(plan, weights, floats, count * samples, false);
        float* drawn = image.values.data() + first * channels_;
        if (samples == 1)
            return tile_values(output_, channels_, floats + plan.outputs, count, drawn);
        float values[kMostTilePixels];
        tile_values(output_, 1, floats + plan.outputs, count * samples, values);
        for (int p = 0; p < count; ++p) drawn[p] = mean_of_views(window_, values + p * samples);
    });
    return image;
}

Image CpuBackend::draw_windows(const Image& plane, std::span<const float> parameters) {
    const int reach = window_.reach, views = window_.views();
    REDRAW_CHECK(plane.channels == 1 && plane.width > 2 * reach && plane.height > 2 * reach,
                 "a plane holds a window");
    return draw(2 * (plane.width - 2 * reach), 2 * (plane.height - 2 * reach), views, parameters,
                [&](const float*, int x, int y, int p, float* inputs) {
                    const float* centre = plane.row(reach + y / 2) + reach + x / 2;
                    for (int view = 0; view < views; ++view)
                        encode(window_view(centre, plane.width, x & 1, y & 1, view), p + view,
                               inputs);
                });
}

std::shared_ptr<const Surface> CpuBackend::render(const Grid& grid, const PixelRect& part,
                                                  std::span<const float> parameters) {
    REDRAW_CHECK(part.x >= 0 && part.y >= 0 && part.width >= 0 && part.height >= 0 &&
                     part.width <= grid.width - part.x && part.height <= grid.height - part.y,
                 "a part lies in its grid");
    const std::vector<float> column_x = columns_of(grid, part.x, part.width);
    const std::vector<float> row_y = rows_of(grid, part.y, part.height);
    return std::make_shared<HostSurface>(
        draw(part.width, part.height, 1, parameters,
             [&](const float* all, int x, int y, int p, float* inputs) {
                 set_inputs(all + layout_.layer_parameters(), {column_x[x], row_y[y]}, p, inputs);
             }));
}

std::string CpuBackend::description() const {
    const int threads = pool_.threads();
    return fmt::format("CPU {} {}, {} thread{}", kernels_.name, precision_name(), threads,
                       threads == 1 ? "" : "s");
}

std::string_view CpuBackend::precision_name() const {
    return name_of(kernels_.precision);
}

}  // namespace redraw::cpu
