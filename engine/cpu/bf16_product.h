// One 32 x 32 product of the bf16 kernels, done in parts, so that the matrix unit works on the next
// block while the vector units activate the last one. Included as vector.h is, after TileRegisters.
#pragma once

#include "engine/cpu/vector.h"

#include <cstddef>

namespace redraw::cpu {
namespace {

// A matrix of bf16 in blocks; `low` holds what rounding lost, for products in three parts.
struct Blocks {
    const float* high = nullptr;
    const float* low = nullptr;
};

// Left rows times right columns. `split`: high x low + low x high + high x high, which keeps about
// 16 of fp32's 24 bits (Henry, Tang, Heinecke 2019, "Leveraging the bfloat16 artificial
// intelligence datatype for higher-precision computations").
template <bool split>
class Product {
public:
    explicit Product(TileRegisters& registers) : registers_(registers) {}

    // Of the left matrix the second 16 rows lie `left_stride` floats after the first; blocks of its
    // depth follow each other. Of the right one, blocks of the depth lie `right_stride` floats
    // apart and the second 16 columns follow the first.
    REDRAW_VECTOR void begin(Blocks left, std::size_t left_stride, Blocks right,
                             std::size_t right_stride, int depth_blocks) {
        left_ = left;
        right_ = right;
        left_stride_ = left_stride;
        right_stride_ = right_stride;
        parts_ = depth_blocks * (split ? 3 : 1);
        done_ = 0;
        turn_ = 0;
        registers_.zero_sums();
    }

    // Up to `share` of `whole` of the work.
    REDRAW_VECTOR void advance(int share, int whole) {
        for (const int until = parts_ * share / whole; done_ < until; ++done_) {
            if constexpr (split)
                part_of_three();
            else {
                load_left(left_.high);
                load_right(right_.high);
                next_depth();
            }
            registers_.multiply();
        }
    }
    REDRAW_VECTOR void finish(float* sums, std::size_t stride) {
        advance(1, 1);
        registers_.store_sums(sums, stride);
    }

private:
    REDRAW_VECTOR void load_left(const float* at) { registers_.load_left(at, at + left_stride_); }
    REDRAW_VECTOR void load_right(const float* at) { registers_.load_right(at, at + kBlockFloats); }
    REDRAW_VECTOR void next_depth() {
        left_.high += kBlockFloats;
        right_.high += right_stride_;
    }
    // Small products first; each part changes one side only.
    REDRAW_VECTOR void part_of_three() {
        if (turn_ == 0) {
            load_left(left_.low);
            load_right(right_.high);
            left_.low += kBlockFloats;
            turn_ = 1;
        } else if (turn_ == 1) {
            load_left(left_.high);
            turn_ = 2;
        } else {
            load_right(right_.low);
            right_.low += right_stride_;
            next_depth();
            turn_ = 0;
        }
    }

    TileRegisters& registers_;
    Blocks left_, right_;
    std::size_t left_stride_ = 0, right_stride_ = 0;
    int parts_ = 0, done_ = 0, turn_ = 0;
};

}  // namespace
}  // namespace redraw::cpu
