// A moment of a page (page.h): a network's numbers as what differs from the moment after it, in
// steps as coarse as the drawing allows. What became of them is known at once, so that errors do
// not add up from moment to moment. Pure functions but for the measure, which draws.
#pragma once

#include "engine/network/config.h"
#include "engine/network/tensors.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace redraw {

// A tensor as rows and columns of so many numbers each: neighbours are alike.
struct PageTensor {
    Tensor tensor;
    int rows = 1, columns = 1, features = 1;
    bool trained = true;
};
std::vector<PageTensor> page_tensors(const NetworkSpec& network, int channels);

struct PageMoment {
    // Of each tensor: twice the logarithm (base 2) of its step, and whether it begins from 0 and
    // not from the moment after it.
    std::vector<int> steps;
    std::vector<std::uint8_t> fresh;
    std::vector<std::byte> bytes;
    std::vector<float> values;  // as the page will have them
};

// 2^(half_powers / 2) in fp32, as decode.js has it.
float page_step(int half_powers);

// The mean difference between what given values draw and what is wanted.
using DrawingError = std::function<double(std::span<const float>)>;

// How coarse each tensor's step may be beside the others', in half powers of two: of all steps that
// draw as close, those that take the fewest bits. `error_of`: of these very parameters.
std::vector<int> balanced_steps(std::span<const PageTensor> tensors,
                                std::span<const float> parameters, const DrawingError& error_of);

// `after`: the values of the moment after it, or zeros. The steps are `balanced` ones made finer by
// one factor, no more than that the error is at most `most`.
PageMoment pack_page_moment(std::span<const PageTensor> tensors, std::span<const float> parameters,
                            std::span<const float> after, std::span<const int> balanced,
                            const DrawingError& error_of, double most);

}  // namespace redraw
