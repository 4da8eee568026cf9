#include "engine/features/microscope/microscope.h"
#include "engine/device/devices.h"
#include "engine/network/encodings.h"
#include "engine/network/numerics.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"
#include "engine/training/share_of_time.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace redraw {
namespace {

constexpr std::size_t kStrongest = 6;
// Most multiplications for a batch's gradient: a tenth of a second on a core with vector units.
constexpr double kMostProducts = 5e8;
constexpr double kBetweenStories = 0.4;  // seconds between two explanations during training

// One layer's values for one pixel. `back`, `deltas`: derivatives of the loss by `values`, `sums`;
// for the output layer, both by `sums`.
struct PassedLayer {
    LayerShape shape{};
    std::optional<Activation> activation{};  // absent: the inputs or the output layer
    std::vector<float> inputs{}, sums{}, values{}, slopes{}, back{}, deltas{};
};

// Forward and backward pass of one pixel.
struct PixelPass {
    std::span<const float> parameters;
    // First the inputs of the first hidden layer (coordinates, Fourier features or a grid's
    // features), then the hidden layers, then the outputs.
    std::vector<PassedLayer> layers{};

    const PassedLayer& layer(int layer) const { return layers[std::size_t(layer) + 1]; }
    int last() const { return int(layers.size()) - 2; }
    bool has(NeuronIndex unit) const {
        return unit.layer >= -1 && unit.layer <= last() && unit.neuron >= 0 &&
               unit.neuron < int(layer(unit.layer).values.size());
    }
};

// Returns the four inputs of a grid feature at (x, y): the values at the corners of its cell.
std::vector<MicroscopeLink> corner_links(const NetworkSpec& network, std::size_t feature,
                                         std::span<const float> parameters, float x, float y) {
    const auto features = std::size_t(network.grid.features);
    const GridLevel level = grid_levels(network)[feature / features];
    const GridCorners corners = grid_corners(level, x, y);
    std::vector<MicroscopeLink> links;
    for (int c = 0; c < 4; ++c) {
        const std::size_t at = level.first + corners.entry[c] * features + feature % features;
        links.push_back({c, corners.weight[c], parameters[at], at});
    }
    return links;
}

// Runs the forward pass in the order of the reference kernels, so that the bits are equal.
PixelPass forward(const NetworkSpec& network, std::span<const float> parameters, int channels,
                  float x, float y) {
    std::vector<float> inputs{x, y};
    if (network.encoding == Encoding::grid) {
        inputs.assign(std::size_t(network.grid.levels) * std::size_t(network.grid.features), 0);
        for (std::size_t f = 0; f < inputs.size(); ++f)
            for (const MicroscopeLink& corner : corner_links(network, f, parameters, x, y))
                inputs[f] += corner.product();
    }
    PixelPass pass{parameters};
    if (network.encoding != Encoding::fourier)  // layer_shapes() begins with a hidden layer
        pass.layers.push_back(
            {.sums = inputs, .values = inputs, .slopes = std::vector<float>(inputs.size(), 1)});
    for (const LayerShape& shape : layer_shapes(network, channels)) {
        PassedLayer layer{shape, shape.activation, std::move(inputs)};
        const float* weight = &parameters[shape.weights];
        for (std::size_t j = 0; j < std::size_t(shape.outputs); ++j) {
            float sum = parameters[shape.biases + j], value = 0, slope = 0;
            for (const float input : layer.inputs) sum += *weight++ * input;
            numerics::activate(shape.activation, sum, float(shape.omega), value, slope);
            layer.sums.push_back(sum);
            layer.values.push_back(value);
            layer.slopes.push_back(slope);
        }
        inputs = layer.values;
        pass.layers.push_back(std::move(layer));
    }
    PassedLayer& outputs = pass.layers.back();
    outputs.activation.reset();
    std::ranges::fill(outputs.slopes, 1.0f);
    return pass;
}

// Runs the backward pass. Precondition: `back` of the outputs is set.
void backward(PixelPass& pass) {
    for (std::size_t l = pass.layers.size(); l-- > 0;) {
        PassedLayer& layer = pass.layers[l];
        for (std::size_t j = 0; j < layer.back.size(); ++j)
            layer.deltas.push_back(layer.slopes[j] * layer.back[j]);
        if (l == 0) return;
        std::vector<float>& back = pass.layers[l - 1].back;
        back.resize(layer.inputs.size());
        const float* weight = &pass.parameters[layer.shape.weights];
        for (const float delta : layer.deltas)
            for (float& sum : back) sum += delta * *weight++;
    }
}

MicroscopeUnit explain(const PixelPass& pass, NeuronIndex index, const NetworkSpec& network,
                       float x, float y) {
    const auto j = std::size_t(index.neuron);
    const PassedLayer& layer = pass.layer(index.layer);
    MicroscopeUnit unit{.index = index,
                        .activation = layer.activation,
                        .omega = layer.shape.omega,
                        .strongest = {},
                        .sum = layer.sums[j],
                        .value = layer.values[j],
                        .slope = layer.slopes[j],
                        .back = layer.back[j],
                        .gradient = layer.deltas[j]};
    std::vector<MicroscopeLink> links;
    if (!layer.inputs.empty()) unit.bias = pass.parameters[layer.shape.biases + j];
    for (std::size_t k = 0; k < layer.inputs.size(); ++k) {
        const std::size_t at = layer.shape.weights + j * layer.inputs.size() + k;
        links.push_back({int(k), pass.parameters[at], layer.inputs[k], {}});
        if (layer.shape.trained) links.back().parameter = at;
    }
    if (index.layer < 0 && network.encoding == Encoding::grid)
        links = corner_links(network, j, pass.parameters, x, y);
    unit.inputs = int(links.size());
    std::ranges::stable_sort(links, std::greater(), [](const MicroscopeLink& link) {
        const float size = std::abs(link.product());
        return std::isnan(size) ? 0 : size;
    });
    for (std::size_t i = kStrongest; i < links.size(); ++i) unit.rest += links[i].product();
    links.resize(std::min(links.size(), kStrongest));
    unit.strongest = std::move(links);
    if (index.layer == pass.last()) return unit;
    const LayerShape& above = pass.layer(index.layer + 1).shape;
    const auto weight = [&](int to) {
        return std::abs(pass.parameters[above.weights + std::size_t(to * above.inputs) + j]);
    };
    unit.next = NeuronIndex{index.layer + 1, 0};
    for (int to = 1; to < above.outputs; ++to)
        if (weight(to) > weight(unit.next->neuron)) unit.next->neuron = to;
    return unit;
}

// Returns one parameter's gradient over the batch of the next step; absent if it costs too much.
// Runs an SGD step at rate 0, after which the first moment is the gradient.
std::optional<float> batch_gradient(const Config& config,
                                    const std::shared_ptr<const Dataset>& dataset,
                                    const State& state, std::size_t parameter) {
    const std::size_t tables = grid_parameters(config.network);
    constexpr double kPasses = 3, kUpdate = 16;  // multiplications per parameter
    const double products =
        kPasses * double(state.parameters.size() - tables) * dataset->batch_samples() +
        kUpdate * double(state.parameters.size());
    if (products > kMostProducts) return std::nullopt;
    OptimizerSpec descent = config.optimizer;
    descent.kind = Optimizer::sgd;
    descent.momentum = 0;
    const auto backend =
        make_backend({.kind = BackendKind::cpu, .precision = Precision::fp32, .threads = 1},
                     config.network, descent, dataset->target.channels, dataset);
    backend->load(fresh_state(state.parameters, Optimizer::sgd, state.step));
    const float rate = 0;
    StepResult result;
    backend->train({&rate, 1}, {&result, 1});
    return backend->save().first_moment[parameter];
}

// Computes the parameter's new value and moments by the formulas in numerics.h.
void update_parameter(MicroscopeUpdate& update, const Config& config, const State& state) {
    const OptimizerSpec& optimizer = config.optimizer;
    const std::size_t at = *update.link.parameter;
    update.first = update.first_before = state.first_moment[at];
    if (optimizer.kind == Optimizer::sgd)
        return numerics::sgd_update(float(optimizer.momentum), float(update.rate), *update.gradient,
                                    update.after, update.first);
    update.second = state.second_moment[at];
    if (numerics::is_lazy(optimizer) && at < grid_parameters(config.network)) {
        const auto step = numerics::lazy_adam_step(optimizer, update.rate);
        update.beta1 = step.beta1;
        update.beta2 = step.beta2;
        return numerics::lazy_adam_update(step, *update.gradient, update.after, update.first,
                                          update.second);
    }
    const auto count = double(state.optimizer_step + 1);
    update.beta1 = optimizer.beta1;
    update.beta2 = optimizer.beta2;
    update.known1 = 1 - std::pow(update.beta1, count);
    update.known2 = 1 - std::pow(update.beta2, count);
    numerics::adam_update(numerics::adam_step(optimizer, update.rate, count), *update.gradient,
                          update.after, update.first, update.second);
}

}  // namespace

Microscope microscope_of(const Config& config, const std::shared_ptr<const Dataset>& dataset,
                         const State& state, bool knows_moments, const MicroscopeView& view) {
    const Image& target = dataset->target;
    Microscope story;
    story.step = state.step;
    story.column = std::clamp(view.column, 0, target.width - 1);
    story.row = std::clamp(view.row, 0, target.height - 1);
    story.x = dataset->grid.x(story.column);
    story.y = dataset->grid.y(story.row);
    const NetworkSpec& network = config.network;
    PixelPass pass = forward(network, state.parameters, target.channels, story.x, story.y);
    PassedLayer& outputs = pass.layers.back();
    const float* pixel = target.row(story.row) + std::ptrdiff_t(story.column) * target.channels;
    story.target.assign(pixel, pixel + target.channels);
    const auto channels = float(target.channels);
    for (std::size_t c = 0; c < story.target.size(); ++c) {
        const auto result =
            numerics::output_loss(network.output, config.optimizer.loss, outputs.sums[c], pixel[c]);
        outputs.values[c] = result.value;
        outputs.back.push_back(result.gradient / channels);
        story.losses.push_back(result.loss);
        story.loss += result.loss / channels;
    }
    backward(pass);
    story.inputs = pass.layer(-1).values;
    for (int l = 0; l <= pass.last(); ++l)
        story.layers.push_back({pass.layer(l).sums, pass.layer(l).values, pass.layer(l).deltas});
    const auto unit = [&](NeuronIndex index) {
        return explain(pass, index, network, story.x, story.y);
    };
    story.unit = view.unit && pass.has(*view.unit)
                     ? unit(*view.unit)
                     : unit({pass.last() - 1, unit({pass.last(), 0}).strongest.at(0).input});

    const auto& links = story.unit.strongest;
    if (links.empty() || !links.front().parameter) return story;
    MicroscopeUpdate& update = story.update.emplace();
    update.link = links.front();
    for (const MicroscopeLink& link : links)
        if (link.input == view.input) update.link = link;
    const std::size_t at = *update.link.parameter;
    for (const MicroscopeLink& link : links)  // two corners of a cell can share a table entry
        if (link.parameter == at)
            update.pixel_gradient +=
                story.unit.gradient * (story.unit.index.layer < 0 ? link.weight : link.value);
    update.pixels = dataset->batch_pixels();
    update.before = update.after = state.parameters[at];
    update.knows_moments = knows_moments;
    const double epoch = double(state.step) / double(dataset->steps_per_epoch());
    const double share =
        knows_moments ? moments_warmup(config.optimizer, moments_since(state), state.step) : 1;
    update.rate = float(learning_rate(config.schedule, epoch) * share);
    update.gradient = batch_gradient(config, dataset, state, at);
    if (update.gradient && knows_moments) update_parameter(update, config, state);
    return story;
}

bool MicroscopeStudy::update(Trainer& trainer, const ViewRequest& view, ShareOfTime* training) {
    const Config& config = trainer.config();
    if (!view.microscope || config.network.encoding == Encoding::window) {
        *this = MicroscopeStudy();  // frees all memory once the microscope is closed
        return false;
    }
    const std::int64_t step = view.at_step.value_or(trainer.step());
    // Explains a new choice of pixel or unit at once, a new step when the share of time allows.
    const bool same = view_ == view.microscope;
    if (same && step_ == step && schedule_ == config.schedule) return false;
    if (same && training && (seconds_since(explained_at_) < kBetweenStories || !training->due()))
        return false;
    const ShareOfTime::Part part(training);
    view_ = view.microscope;
    step_ = step;
    schedule_ = config.schedule;
    if (!same) newest_.reset();
    const bool past = step != trainer.step();
    State state;
    if (past) {
        auto parameters = trainer.parameters_at(step);
        if (!parameters) return false;                  // the keyframe no longer exists
        parameters->resize(trainer.parameter_count());  // drops a mosaic's tile networks
        state = fresh_state(std::move(*parameters), config.optimizer.kind, step);
    } else {
        trainer.need_moments();  // measures them, because a finished run may have dropped them
        state = trainer.backend().save();
    }
    const bool remembers =
        config.optimizer.kind == Optimizer::adam || config.optimizer.momentum > 0;
    newest_ = std::make_shared<const Microscope>(
        microscope_of(config, trainer.shared_dataset(), state, !past || step == 0 || !remembers,
                      *view.microscope));
    explained_at_ = std::chrono::steady_clock::now();
    return false;
}

}  // namespace redraw
