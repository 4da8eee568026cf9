#include "engine/cpu/grid_features.h"

namespace redraw::cpu {

GridFeatures::GridFeatures(const NetworkSpec& network, std::size_t panel_stride)
    : levels_(grid_levels(network)),
      features_(network.grid.features),
      panel_stride_(panel_stride) {}

GridPlan GridFeatures::plan() const {
    return {levels_.data(), int(levels_.size()), features_, panel_stride_};
}

void GridFeatures::gather(const float* by_inputs, int first, int count, int batch,
                          float* by_features) const {
    for (int l = 0; l < int(levels_.size()); ++l) {
        float* to = by_features + (std::size_t(l) * batch + first) * features_;
        for (int p = 0; p < count; ++p)
            for (int f = 0; f < features_; ++f)
                *to++ = by_inputs[input_at(panel_stride_, p, l * features_ + f)];
    }
}

}  // namespace redraw::cpu
