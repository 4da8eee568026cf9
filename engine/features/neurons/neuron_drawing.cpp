#include "engine/features/neurons/neuron_drawing.h"

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
