// The memory layout of a network for a kernel set. Parameters, moments and gradients share one
// padded order. Weights are packed for the forward pass, and each thread has a workspace for one
// tile.
//
// The vector kernels store weights in the order in which gradients are accumulated and the fp32
// backward pass reads them. They form blocks of `block` input columns, each [outputs][columns of
// the block]. The first layer has few inputs; its blocks are of output columns, [inputs][columns].
//
// The forward pass of the other hidden layers needs a second copy, in blocks of output columns
// [inputs][columns]. The output layer needs a copy [outputs][inputs]. If its inputs are trained,
// the first layer needs a copy for the backward pass, in blocks of input columns
// [outputs][columns].
//
// bf16 kernels pack all hidden layers but the first twice, in blocks (bf16_blocks.h). The copy for
// the backward pass is rounded. The copy for the forward pass is rounded (with the rounding errors
// for three products) or fp32.
#pragma once

#include "engine/cpu/kernels.h"
#include "engine/network/parameters.h"

#include <span>
#include <vector>

namespace redraw::cpu {

class Layout {
public:
    Layout(const NetworkSpec& network, int channels, const KernelSet& kernels);

    const NetworkPlan& plan() const { return plan_; }
    std::size_t flat_size() const { return shapes_.back().biases + shapes_.back().outputs; }
    // Numbers of floats, with padding. layer_parameters(): weights and biases of the layers, for
    // which chunks have gradients. tables(): a grid's tables. parameters(): both; the tables follow
    // the layers, in their flat order.
    std::size_t layer_parameters() const { return parameters_; }
    std::size_t tables() const { return tables_; }
    std::size_t parameters() const { return parameters_ + tables_; }
    std::size_t packed() const { return packed_; }
    std::size_t workspace() const { return workspace_; }

    // Converts between the flat order of parameters.h and the padded order without loss. Padding
    // keeps its values. spread_layers() leaves out the tables, which are alike in both orders.
    void spread(std::span<const float> flat, float* padded) const;
    void spread_layers(std::span<const float> flat, float* padded) const;
    std::vector<float> gather(const float* padded) const;

    // pack() copies the weights into the order that the kernels read. The work is split into
    // pack_parts() parts, which threads can do independently.
    int pack_parts() const { return int(parts_.size()); }
    void pack(const float* padded, float* packed, int part) const;

    Layout(const Layout&) = delete;  // plan_ points into layers_
    Layout& operator=(const Layout&) = delete;

private:
    struct Part {
        int layer, column;
    };
    void place_parameters();
    void place_packed();
    void place_workspace();
    bool in_three_parts() const;
    template <class Run>
    void for_each_layer_number(const Run& run) const;
    int rows_of(int layer) const;  // rows in a block of weights
    std::size_t weight(int layer, int output, int input) const;
    float weight_or_padding(const float* padded, int layer, int output, int input) const;
    void pack_rows(const float* padded, int layer, int outputs, int block, float* to) const;
    void pack_columns(const float* padded, float* packed, const Part& part) const;
    void pack_bf16(const float* padded, float* packed, const Part& part) const;

    const KernelSet& kernels_;
    std::vector<LayerShape> shapes_;
    std::vector<LayerPlan> layers_;
    std::vector<Part> parts_;
    NetworkPlan plan_;
    std::size_t parameters_ = 0, tables_ = 0, packed_ = 0, workspace_ = 0;
};

}  // namespace redraw::cpu
