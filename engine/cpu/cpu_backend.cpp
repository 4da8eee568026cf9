#include "engine/cpu/cpu_backend.h"

#include "engine/arithmetic.h"
#include "engine/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <mutex>
#include <utility>

namespace redraw::cpu {

namespace {

// Limits on the number of chunks, which are the work items of a step (cpu_backend.h). Every chunk
// has its own gradients in memory and is computed by one thread. A chunk of a single tile would
// spend an eighth of its time on writing gradients.
constexpr int kMostChunks = 32, kFewestChunks = 4, kTilesOfChunk = 2;
constexpr std::size_t kGradientBytes = 256 * 1024 * 1024;
// The most pixels of a picture for which last_forward() is available; previews use it for fewer.
constexpr std::size_t kMostForwardPixels = 1 << 22;
// How many parameters one work item of a thread updates.
constexpr std::size_t kUpdatePiece = 4096;
// Measured costs in multiply-adds (thread_pool.h). kStep: per sample and parameter, forward and
// backward. kTableGradient: per sample and grid feature. kUpdate: per parameter, without summing
// chunks. kPack: per packed weight.
constexpr std::size_t kCorners = 4;  // corners of a grid cell
constexpr double kStep = 3, kTableGradient = 64, kUpdate = 16, kPack = 16;

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
      levels_(grid_levels(network)),
      grid_{levels_.data(), int(levels_.size()), network.grid.features,
            layout_.plan().panel_stride},
      workspaces_(pool_.threads()) {
    if (!dataset_) return;
    const Image& target = dataset_->target;
    REDRAW_CHECK(dataset_->examples || target.channels == channels,
                 "the dataset has the network's channels");
    loss_ = {network.output, optimizer.loss,
             channels,       float(1.0 / (double(dataset_->batch_pixels()) * channels)),
             pixel_,         float(optimizer.total_variation)};
    take_samples_of(dataset_->single_steps());  // the buffers have room for the most samples
    // Adds one cache line, so that the chunks' gradients do not all begin in the same set of the
    // cache.
    gradient_stride_ = layout_.layer_parameters() + kPanel;
    gradients_ = AlignedFloats(gradient_stride_ * std::size_t(chunks_));
    const Grid& grid = dataset_->grid;
    column_x_ = columns_of(grid, 0, target.width);
    row_y_ = rows_of(grid, 0, target.height);
    pixel_width_ = float((grid.right - grid.left) / grid.width);
    pixel_height_ = float((grid.bottom - grid.top) / grid.height);
    if (layout_.tables() > 0) {
        input_gradients_ =
            AlignedFloats(places_.size() * levels_.size() * std::size_t(grid_.features));
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
    const std::size_t seconds = optimizer_.kind == Optimizer::adam ? count : 0;
    REDRAW_CHECK(
        !dataset_ || (state.first_moment.size() == count && state.second_moment.size() == seconds),
        "the state has the optimizer's moments");
    // Clears the padding too: a diverged run leaves NaN there, which loading a state does not
    // overwrite.
    const auto load_floats = [&](const std::vector<float>& from, AlignedFloats& to) {
        to = AlignedFloats(from.empty() ? 0 : layout_.parameters());
        if (!from.empty()) layout_.spread(from, to.data());
    };
    load_floats(state.parameters, parameters_);
    load_floats(state.first_moment, first_);
    load_floats(state.second_moment, second_);
    packed_ = AlignedFloats(layout_.packed());
    for (AlignedFloats& floats : workspaces_) floats = {};
    pack(parameters_, packed_);
}

State CpuBackend::save() const {
    State state{step_, optimizer_step_, parameters(), {}, {}};
    if (first_.size() > 0) state.first_moment = layout_.gather(first_.data());
    if (second_.size() > 0) state.second_moment = layout_.gather(second_.data());
    return state;
}

// Checks the padding too, which is finite unless the run has diverged.
std::optional<std::vector<float>> CpuBackend::finite_parameters() const {
    for (const AlignedFloats* floats : {&parameters_, &first_, &second_})
        if (!all_finite({floats->data(), floats->size()})) return std::nullopt;
    return parameters();
}

void CpuBackend::share_out(int items, const std::function<void(int item)>& work) {
    constexpr double kMuch = 1e9;  // always worth waking the other threads
    std::mutex mutex;
    std::exception_ptr failure;
    pool_.run(items, kMuch, [&](int item, int) {
        try {
            work(item);
        } catch (...) {
            const std::scoped_lock lock(mutex);
            failure = std::current_exception();
        }
    });
    if (failure) std::rethrow_exception(failure);
}

void CpuBackend::train(std::span<const float> learning_rates, std::span<StepResult> results) {
    REDRAW_CHECK(dataset_ && first_.size() > 0, "training needs a dataset and a loaded state");
    REDRAW_CHECK(learning_rates.size() == results.size(), "one result a step");
    for (std::size_t i = 0; i < learning_rates.size(); ++i) results[i] = step(learning_rates[i]);
}

void CpuBackend::take_samples_of(std::int64_t step) {
    sampling_ = sampling_of(*dataset_, step);
    samples_ = dataset_->batch_pixels() * int(sampling_.samples);
    loss_.pixel = sampling_.samples == 2 ? PixelModel::area : PixelModel::point;
    tiles_ = divide_up(samples_, layout_.plan().tile_pixels);
    chunks_ = chunk_count(tiles_, layout_.layer_parameters());
    sums_.resize(std::size_t(chunks_));
    if (layout_.tables() > 0) places_.resize(std::size_t(samples_));
}

StepResult CpuBackend::step(float learning_rate) {
    if (dataset_->samples_at(step_) != int(sampling_.samples)) take_samples_of(step_);
    const double work = kStep * samples_ * double(layout_.layer_parameters());
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
        const int count = std::min(plan.tile_pixels, samples_ - first);
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
            gather_input_gradients(workspace + plan.input_gradients, first, count);
    }
    if (!trains_biases_)
        for (int l = 0; l < plan.layer_count; ++l)
            std::fill_n(gradients + plan.layers[l].biases, plan.layers[l].outputs, 0.0f);
    return sums;
}

// Computes the first layer's inputs for the samples at `places`: their coordinates, or grid
// features from `tables`.
void CpuBackend::set_inputs(const float* tables, std::span<const Coordinates> places,
                            float* inputs) const {
    if (layout_.tables() > 0)
        return kernels_.encode(grid_, tables, places.data(), int(places.size()), inputs);
    for (const Coordinates& at : places) {
        inputs[0] = at.x;
        inputs[1] = at.y;
        inputs += kPanel;
    }
}

void CpuBackend::fill_samples(int first, int count, float* inputs, float* targets) {
    const std::uint32_t width = sampling_.width;
    // With one sample per pixel, full and row batches need only one look-up per row and tile.
    const bool in_order = sampling_.samples == 1 && (sampling_.batch == BatchMode::full ||
                                                     sampling_.batch == BatchMode::rows);
    Coordinates places[kMostTilePixels];
    const float* pixels[kMostTilePixels];
    std::uint32_t column = 0, row = 0;
    for (int p = 0; p < count; ++p) {
        const std::uint32_t sample = std::uint32_t(first + p);
        if (p == 0 || !in_order || sample % width == 0) {
            const std::uint32_t pixel = sample_index(sampling_, step_, sample);
            column = pixel % width;
            row = pixel / width;
        } else {
            ++column;
        }
        Coordinates& at = places[p];
        at = {column_x_[column], row_y_[row]};
        if (sampling_.samples > 1) {
            const SampleOffset offset = sample_offset(sampling_, step_, sample);
            at = {at.x + offset.x * pixel_width_, at.y + offset.y * pixel_height_};
        }
        pixels[p] = dataset_->target.row(int(row)) + std::size_t(column) * channels_;
        __builtin_prefetch(pixels[p]);
    }
    if (layout_.tables() > 0) std::copy_n(places, count, places_.data() + first);
    set_inputs(parameters_.data() + layout_.layer_parameters(), {places, std::size_t(count)},
               inputs);
    for (int p = 0; p < count; ++p)
        for (int c = 0; c < channels_; ++c) *targets++ = pixels[p][c];
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

// Copies the input gradients of a tile, whose first sample is number `first` of the batch, to those
// of the batch.
void CpuBackend::gather_input_gradients(const float* by_inputs, int first, int count) {
    for (int l = 0; l < grid_.level_count; ++l) {
        float* to = input_gradients_.data() +
                    (std::size_t(l) * places_.size() + std::size_t(first)) * grid_.features;
        for (int p = 0; p < count; ++p)
            for (int f = 0; f < grid_.features; ++f)
                *to++ = by_inputs[input_at(grid_.panel_stride, p, l * grid_.features + f)];
    }
}

// Adds the gradients of a level's table by one thread in the order of the batch: the number of
// threads changes no bit. The finest level takes the most time, so it comes first.
void CpuBackend::add_table_gradients() {
    const double work =
        kTableGradient * double(places_.size()) * double(levels_.size()) * grid_.features +
        double(layout_.tables());
    pool_.run(int(levels_.size()), work, [&](int item, int) {
        const std::size_t l = levels_.size() - 1 - std::size_t(item);
        const std::size_t end = l + 1 < levels_.size() ? levels_[l + 1].first : layout_.tables();
        if (touched_.empty())
            std::fill(table_gradients_.data() + levels_[l].first, table_gradients_.data() + end,
                      0.0f);
        kernels_.add_table_gradients(
            grid_, int(l), places_.data(), int(places_.size()),
            input_gradients_.data() + l * places_.size() * std::size_t(grid_.features),
            table_gradients_.data(), touched_.empty() ? nullptr : touched_.data());
    });
}

void CpuBackend::update(float learning_rate) {
    const auto adam = numerics::adam_step(optimizer_, learning_rate, double(optimizer_step_));
    UpdatePlan plan{
        optimizer_.kind,  adam,    float(optimizer_.momentum), learning_rate, gradients_.data(),
        gradient_stride_, chunks_, parameters_.data(),         first_.data(), second_.data()};
    update(plan, layout_.layer_parameters());
    if (layout_.tables() == 0) return;
    if (!touched_.empty()) return update_touched(learning_rate);
    plan.gradients = table_gradients_.data();
    plan.gradient_count = 1;
    plan.parameters += layout_.layer_parameters();
    plan.first += layout_.layer_parameters();
    if (plan.second) plan.second += layout_.layer_parameters();
    update(plan, layout_.tables());
}

void CpuBackend::update_touched(float learning_rate) {
    const std::size_t layers = layout_.layer_parameters();
    const LinesPlan plan{numerics::lazy_adam_step(optimizer_, learning_rate),
                         table_gradients_.data(), parameters_.data() + layers,
                         first_.data() + layers, second_.data() + layers};
    // A longer piece waits less often for its first lines, which nothing prefetches.
    constexpr std::size_t kLinesOfPiece = 1024;
    const int pieces = int(divide_up(touched_.size(), kLinesOfPiece));
    const std::size_t most = kCorners * places_.size() * levels_.size() * grid_.features;
    const double work = kUpdate * double(std::min(layout_.tables(), most));
    pool_.run(pieces, work, [&](int piece, int) {
        const std::size_t begin = std::size_t(piece) * kLinesOfPiece;
        const std::size_t end = std::min(touched_.size(), begin + kLinesOfPiece);
        std::size_t lines[kLinesOfPiece];
        std::uint8_t* const touched = touched_.data();
        int count = 0;
        for (std::size_t line = begin; line < end; ++line) {
            lines[count] = line * kPanel;
            count += touched[line];
        }
        std::memset(touched + begin, 0, end - begin);
        kernels_.update_lines(plan, lines, count);
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

std::string CpuBackend::description() const {
    const int threads = pool_.threads();
    return fmt::format("CPU {} {}, {} thread{}", kernels_.name, precision_name(), threads,
                       threads == 1 ? "" : "s");
}

}  // namespace redraw::cpu
