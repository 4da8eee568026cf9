#include "engine/features/neurons/neuron_forward.h"

#include "engine/data/doubling.h"
#include "engine/data/internal_examples.h"
#include "engine/error.h"
#include "engine/image/grid.h"
#include "engine/network/numerics.h"
#include "engine/stop.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

constexpr int kPoints = NeuronForward::kPoints;
// Neurons computed at once: one or two milliseconds at the widest allowed layer.
constexpr int kNeuronsAtOnce = 128;

}  // namespace

NeuronForward::NeuronForward(const NetworkSpec& network, int channels,
                             std::vector<float> parameters, std::shared_ptr<const Image> picture)
    : network_(network),
      shapes_(layer_shapes(network, channels)),
      levels_(grid_levels(network)),
      fixed_(shapes_.front().trained ? 0 : 1),
      parameters_(std::move(parameters)),
      picture_(std::move(picture)) {
    const std::size_t count = parameter_count(network, channels);
    REDRAW_CHECK(parameters_.size() >= count, "parameters of this network");
    parameters_.resize(count);
    REDRAW_CHECK(network.encoding != Encoding::window || picture_,
                 "a network of windows looks at a picture");
}

void NeuronForward::read_window(float x, float y, float* input) const {
    const Grid grid = picture_grid(picture_->width, picture_->height);
    // Returns the index, along one axis, of the half pixel at a coordinate, clamped to the picture.
    // A window network has an output for each quarter of a pixel: two halves across, two down.
    const auto quarter = [](double at, double start, double end, int pixels) {
        return std::clamp(int((at - start) / (end - start) * 2 * pixels), 0, 2 * pixels - 1);
    };
    const int column = quarter(x, grid.left, grid.right, picture_->width);
    const int row = quarter(y, grid.top, grid.bottom, picture_->height);
    const WindowShape shape = window_shape(network_.window);
    const int reach = shape.reach, side = 2 * reach + 1;
    const Image window =
        luminance(mirrored_part(*picture_, {column / 2 - reach, row / 2 - reach, side, side}));
    encode_window(shape, window_view(window.row(reach) + reach, side, column % 2, row % 2, 0),
                  [&](int i, float value) { input[std::size_t(i) * kPoints] = value; });
}

void NeuronForward::read(float x, float y, int point, float* inputs) const {
    float* input = inputs + point;
    if (network_.encoding == Encoding::window) return read_window(x, y, input);
    const auto put = [&](float value) {
        *input = value;
        input += kPoints;
    };
    if (fixed_) {
        const LayerShape& waves = shapes_.front();
        for (int i = 0; i < waves.outputs; ++i) {
            const float* weights = parameters_.data() + waves.weights + 2 * std::size_t(i);
            const float sum =
                parameters_[waves.biases + std::size_t(i)] + weights[0] * x + weights[1] * y;
            float value, slope;
            numerics::activate(Activation::sine, sum, float(waves.omega), value, slope);
            put(value);
        }
    } else if (levels_.empty()) {
        put(x);
        put(y);
    }
    const auto features = std::size_t(network_.grid.features);
    for (const GridLevel& level : levels_) {
        const GridCorners corners = grid_corners(level, x, y);
        for (std::size_t f = 0; f < features; ++f) {
            float sum = 0;
            for (int c = 0; c < 4; ++c)
                sum +=
                    corners.weight[c] * parameters_[level.first + corners.entry[c] * features + f];
            put(sum);
        }
    }
}

void NeuronForward::answer(int layer, int first, int count, const float* inputs,
                           float* answers) const {
    const LayerShape& shape = this->shape(layer);
    for (int neuron = first; neuron < first + count; ++neuron, answers += kPoints) {
        const float* weights =
            parameters_.data() + shape.weights + std::size_t(neuron) * shape.inputs;
        float sums[kPoints];
        for (float& sum : sums) sum = parameters_[shape.biases + std::size_t(neuron)];
        for (int i = 0; i < shape.inputs; ++i)
            for (int p = 0; p < kPoints; ++p)
                sums[p] += weights[i] * inputs[std::size_t(i) * kPoints + p];
        float slope;
        for (int p = 0; p < kPoints; ++p)
            numerics::activate(shape.activation, sums[p], float(shape.omega), answers[p], slope);
    }
}

std::vector<float> NeuronForward::weights(int layer, int neuron) const {
    const LayerShape& shape = this->shape(layer);
    const auto first =
        parameters_.begin() + std::ptrdiff_t(shape.weights + std::size_t(neuron) * shape.inputs);
    return {first, first + shape.inputs};
}

float NeuronForward::bias(int layer, int neuron) const {
    return parameters_[shape(layer).biases + std::size_t(neuron)];
}

double NeuronForward::outgoing(int neuron) const {
    const LayerShape& output = shapes_.back();
    double sum = 0;
    for (int c = 0; c < output.outputs; ++c)
        sum += std::abs(parameters_[output.weights + std::size_t(c * output.inputs + neuron)]);
    return sum;
}

double NeuronForward::work() const {
    double work = 0;
    for (int layer = 0; layer < layers(); ++layer)
        work += double(shape(layer).inputs) * shape(layer).outputs;
    return work;
}

NeuronDrawing::NeuronDrawing(std::shared_ptr<const NeuronForward> forward, const Grid& grid,
                             std::optional<NeuronIndex> only, int count)
    : forward_(std::move(forward)), grid_(grid), only_(only) {
    int widest = forward_->input_count();
    for (int layer = 0; layer < forward_->layers(); ++layer) {
        widest = std::max(widest, forward_->width(layer));
        if (!only_)
            pictures_.push_back(make_image(grid.width, grid.height, forward_->width(layer)));
    }
    if (only_) pictures_.push_back(make_image(grid.width, grid.height, count));
    inputs_.resize(std::size_t(widest) * kPoints);
    answers_.resize(std::size_t(widest) * kPoints);
}

bool NeuronDrawing::advance() {
    throw_if_stopped();
    const std::size_t points = std::size_t(grid_.width) * std::size_t(grid_.height);
    if (point_ >= points) return true;
    if (layer_ == 0 && neuron_ == 0)
        for (int p = 0; p < kPoints; ++p) {  // repeats the last pixel to fill the group of points
            const auto pixel = int(std::min(point_ + std::size_t(p), points - 1));
            forward_->read(grid_.x(pixel % grid_.width), grid_.y(pixel / grid_.width), p,
                           inputs_.data());
        }
    const bool last_layer = layer_ == (only_ ? only_->layer : forward_->layers() - 1);
    if (only_ && last_layer) {
        forward_->answer(layer_, only_->neuron, pictures_[0].channels, inputs_.data(),
                         answers_.data());
        keep(pictures_[0], answers_.data());
    } else {
        const int width = forward_->width(layer_);
        const int count = std::min(kNeuronsAtOnce, width - neuron_);
        forward_->answer(layer_, neuron_, count, inputs_.data(),
                         answers_.data() + std::size_t(neuron_) * kPoints);
        neuron_ += count;
        if (neuron_ < width) return false;
        if (!only_) keep(pictures_[std::size_t(layer_)], answers_.data());
    }
    std::swap(inputs_, answers_);
    neuron_ = 0;
    layer_ = last_layer ? 0 : layer_ + 1;
    if (last_layer) point_ += kPoints;
    return point_ >= points;
}

void NeuronDrawing::keep(Image& picture, const float* answers) const {
    const std::size_t end = std::min(point_ + kPoints, picture.pixel_count());
    float* out = picture.values.data() + point_ * std::size_t(picture.channels);
    for (std::size_t p = 0; p < end - point_; ++p)
        for (int n = 0; n < picture.channels; ++n) *out++ = answers[std::size_t(n) * kPoints + p];
}

Grid small_grid(const Grid& area, double pixels, int longest) {
    const double width = area.right - area.left, height = area.bottom - area.top;
    const double side = std::min(double(longest) / std::max(width, height),
                                 std::sqrt(std::max(1.0, pixels) / (width * height)));
    const auto whole = [&](double length) {
        return int(std::clamp(length * side, 1.0, double(longest)));
    };
    return resized(area, whole(width), whole(height));
}

std::vector<Image> small_pictures(std::shared_ptr<const NeuronForward> forward,
                                  const Grid& picture) {
    constexpr double kWork = 2e7, kLeast = 64;
    constexpr int kLongest = 64;
    const Grid grid = small_grid(picture, std::max(kLeast, kWork / forward->work()), kLongest);
    NeuronDrawing drawing(std::move(forward), grid, {});
    while (!drawing.advance()) continue;
    return std::move(drawing.pictures());
}

}  // namespace redraw
