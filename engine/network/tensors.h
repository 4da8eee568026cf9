// The named parts of the flat parameters (parameters.h), as weight files call them.
#pragma once

#include "engine/network/config.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace redraw {

struct Tensor {  // "layers.0.weight", "levels.0.table"
    std::string name;
    std::vector<int> shape;
    std::size_t first = 0;  // in the flat parameters
    std::size_t count() const;
    std::size_t end() const { return first + count(); }
    std::span<const float> of(std::span<const float> parameters) const {
        return parameters.subspan(first, count());
    }
};
std::vector<Tensor> tensors_of(const NetworkSpec& network, int channels);  // in their order

}  // namespace redraw
