// A backend that renders a formula, and records how often and how much it rendered at once.
#pragma once

#include "engine/backend/backend.h"

#include <algorithm>
#include <cmath>

namespace redraw::test {

class ClosedFormBackend : public Backend {
public:
    explicit ClosedFormBackend(int channels, float own = 0.25f) : channels_(channels), own_(own) {}

    // Waves that the parameter p moves; like linear outputs, they leave [0, 1] in places.
    static float value(float x, float y, int channel, float p) {
        return 0.5f + 0.6f * std::sin(3 * x + 2 * p) * std::cos(2 * y - p + float(channel));
    }

    std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                          std::span<const float> parameters) override {
        ++renders;
        most_pixels = std::max(most_pixels, part.width * part.height);
        const float p = parameters.empty() ? own_ : parameters[0];
        Image image = make_image(part.width, part.height, channels_);
        for (int y = 0; y < part.height; ++y) {
            for (int x = 0; x < part.width; ++x) {
                for (int c = 0; c < channels_; ++c) {
                    image.row(y)[x * channels_ + c] =
                        value(grid.x(part.x + x), grid.y(part.y + y), c, p);
                }
            }
        }
        return std::make_shared<HostSurface>(std::move(image));
    }

    void load(const State&) override {}
    State save() const override { return {}; }
    void train(std::span<const float>, std::span<StepResult>) override {}
    std::shared_ptr<const Surface> last_forward() const override { return nullptr; }
    std::string description() const override { return "closed form"; }
    BackendKind kind() const override { return BackendKind::automatic; }
    std::string_view precision_name() const override { return "fp32"; }

    int renders = 0, most_pixels = 0;

private:
    int channels_;
    float own_;
};

}  // namespace redraw::test
