// Draws with a network of windows: from the picture, by doublings. Everything but the drawing is
// the network's own backend's.
//
// From the picture's own size upwards a drawing is the picture doubled as often as it takes, and
// the mean of what it then covers where that is more. Up to the picture's own size, where the
// picture itself would tell nothing, it is drawn from a self half as large as what is asked for: in
// training one sees what the network makes of the picture's own half.
//
// A doubling: bicubic interpolation; what the network says it lacks, of luminance, added to all
// colours (and of opacity to opacity); then back-projection (Irani and Peleg 1991): what the
// drawing misses of the source, made as small by the filter that is thought to have made it, is
// interpolated and added.
#pragma once

#include "engine/backend/backend.h"

#include <map>

namespace redraw {

class EnlargingBackend final : public Backend {
public:
    // `picture` is what is enlarged, in 1, 3 or 4 channels.
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
    std::string_view kind_name() const override { return network_->kind_name(); }
    std::string_view precision_name() const override { return network_->precision_name(); }

private:
    Image enlarged(const Image& source, int doublings, const PixelRect& part,
                   std::span<const float> parameters);
    Image doubled_once(const Image& source, float strength, std::span<const float> parameters);
    const Image& smaller_self(int halvings);

    std::unique_ptr<Backend> network_;
    WindowSpec window_;
    std::shared_ptr<const Image> picture_;
    std::map<int, Image> selves_;  // by how often they were halved
};

}  // namespace redraw
