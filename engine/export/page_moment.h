// A moment of a page (page.h): a network's numbers as what differs from the moment after it, in
// steps as coarse as the drawing allows. What became of them is known at once, so that errors do
// not add up from moment to moment. Pure functions but for the measure, which draws.
#pragma once

#include "engine/network/config.h"
#include "engine/network/tensors.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace redraw {

// A tensor as rows and columns of so many numbers each: neighbours are alike.
struct PageTensor {
    Tensor tensor;
    int rows = 1, columns = 1, features = 1;
    bool table = false, trained = true;
};
std::vector<PageTensor> page_tensors(const NetworkSpec& network, int channels);

struct PageMoment {
    // Of each tensor: twice the logarithm (base 2) of its step.
    std::vector<int> steps;
    std::vector<std::byte> bytes;
    std::vector<float> values;  // as the page will have them
};

// 2^(half_powers / 2) in fp32, as decode.js has it.
float page_step(int half_powers);

// `after`: the values of the moment after it, or zeros. `error_of` gives the mean difference
// between what given values draw and what these parameters do; the steps are the coarsest with
// which it is at most `most`, or the finest there are.
PageMoment pack_page_moment(std::span<const PageTensor> tensors, std::span<const float> parameters,
                            std::span<const float> after,
                            const std::function<double(std::span<const float>)>& error_of,
                            double most);

}  // namespace redraw
