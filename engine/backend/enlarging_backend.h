// Renders a picture with its window network, by doubling the picture repeatedly. Passes training
// and most other calls on to the network's own backend.
//
// For a size above the picture's own, doubles the picture until it is large enough, then averages
// it down to the requested size. For a size up to the picture's own, first reduces the picture to
// half the requested size or somewhat more, then doubles that and averages it down. Starting from
// the full picture would only show the picture itself. During training the user thus sees what the
// network makes of the half-size picture.
//
// A doubling has three steps. First, bicubic interpolation. Second, the network's correction is
// added: for all colour channels the one computed from luminance, for the alpha channel the one
// computed from opacity. Third, back-projection (Irani and Peleg 1991): the doubled picture is
// shrunk by the filter that presumably produced the source, and its difference from the source is
// interpolated and added.
#pragma once

#include "engine/backend/backend.h"

#include <map>

namespace redraw {

class EnlargingBackend final : public Backend {
public:
    // `picture`: the picture to enlarge, in 1, 3 or 4 channels.
    EnlargingBackend(std::unique_ptr<Backend> network, const WindowSpec& window,
                     std::shared_ptr<const Image> picture);

    void load(const State& state) override { network_->load(state); }
    State save() const override { return network_->save(); }
    std::vector<float> parameters() const override { return network_->parameters(); }
    std::optional<std::vector<float>> finite_parameters() const override {
        return network_->finite_parameters();
    }
    void train(std::span<const float> learning_rates, std::span<StepResult> results) override {
        network_->train(learning_rates, results);
    }
    std::shared_ptr<const Surface> last_forward() const override { return nullptr; }
    std::shared_ptr<const Surface> render(const Grid& wanted, const PixelRect& part,
                                          std::span<const float> parameters) override;
    Image draw_windows(const Image& plane, std::span<const float> parameters) override {
        return network_->draw_windows(plane, parameters);
    }
    int margin(const Grid& grid) const override;
    std::string description() const override { return network_->description(); }
    BackendKind kind() const override { return network_->kind(); }
    std::string_view precision_name() const override { return network_->precision_name(); }

private:
    Image enlarged(const Image& source, int doublings, const PixelRect& part,
                   std::span<const float> parameters);
    Image doubled_once(const Image& source, float strength, std::span<const float> parameters);
    const Image& smaller_self(int halvings);

    std::unique_ptr<Backend> network_;
    WindowSpec window_;
    std::shared_ptr<const Image> picture_;
    std::map<int, Image> selves_;  // reduced copies of picture_; key: number of halvings
};

}  // namespace redraw
