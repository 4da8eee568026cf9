// Any network the engine offers: the products of hidden layers, and of a grid's features, by
// cuBLAS, everything else by element kernels in fp32. fp32 is the GPU's measure of truth; bf16x3
// and bf16 are for wide networks.
//
// Pixels go through in chunks of one size, so that activations fit into memory; a chunk's gradients
// are added to those of the chunks before. Forward products always have the chunk's full size, also
// when fewer rows mean something: cuBLAS chooses kernels by size, and a pixel's bits must not
// depend on how many are drawn with it.
//
// bf16x3: forward products are high high + high low + low high of operands split into two bf16;
// backward products are plain bf16. First and output layer are fp32 throughout.
#pragma once

#include "cuda/blas.h"
#include "cuda/path.h"
#include "cuda/reference_kernels.h"
#include "cuda/reference_sums.h"
#include "engine/network/parameters.h"

#include <optional>
#include <vector>

namespace redraw::cuda {

class ReferencePath final : public Path {
public:
    ReferencePath(const PathRequest& request, cudaStream_t stream);

    void enqueue_step(cudaStream_t stream, const DeviceState& state,
                      float* forward_values) override;
    void enqueue_parameters_changed(cudaStream_t stream, const DeviceState& state) override;
    void enqueue_render(cudaStream_t stream, const float* parameters,
                        const DeviceCanvas& canvas) override;
    void enqueue_windows(cudaStream_t stream, const float* parameters,
                         const DeviceWindows& windows) override;
    const char* name() const override { return "cuBLAS"; }
    Precision precision() const override { return precision_; }

private:
    // A hidden layer's products in bf16, in the layers' order; empty buffers in fp32.
    struct SplitWeights {
        std::vector<DeviceBuffer<Bf16>> high, low;
    };
    struct LayerBuffers {
        DeviceBuffer<float> values, slopes;
        DeviceBuffer<Bf16> high;
    };

    SplitWeights make_split_weights(cudaStream_t stream) const;
    void allocate_activations(cudaStream_t stream);
    void split(cudaStream_t stream, const float* parameters, const SplitWeights& weights) const;
    Activations activations(std::size_t layer, bool training) const;
    void forward(cudaStream_t stream, const float* parameters, const SplitWeights& weights,
                 int rows, bool training);
    void forward_product(std::size_t layer, const float* parameters, const SplitWeights& weights,
                         float* pre) const;
    void train_chunk(cudaStream_t stream, const DeviceState& state, int first, int rows,
                     float* forward_values);
    void backward(cudaStream_t stream, const float* parameters, int rows, bool add);
    void add_gradient(cudaStream_t stream, const float* a, int rows, int columns,
                      const float* factors, int factor_count, int column_stride, int factor_stride,
                      bool add, std::size_t into) const;
    void first_gradients(cudaStream_t stream, const float* parameters, int rows, bool add);

    std::size_t hidden() const { return shapes_.size() - 1; }
    bool split_products() const { return precision_ != Precision::fp32; }
    bool has_grid() const { return tables_.levels > 0; }
    bool has_windows() const { return window_.count > 0; }
    bool has_features() const { return has_grid() || has_windows(); }
    bool has_products() const { return hidden() > 1 || has_features(); }
    float* gradient_at(std::size_t parameter) const {
        return gradients_.get() + (parameter - encoding_);
    }

    PathRequest request_;
    Precision precision_;
    std::vector<LayerShape> shapes_;
    GridTables tables_;
    WindowShape window_;
    std::size_t encoding_;  // parameters before the first trained layer's
    int widest_ = 0;
    int chunk_;  // pixels
    std::optional<Blas> blas_;

    SplitWeights trained_, drawn_;
    std::vector<LayerBuffers> layers_;  // of training one a hidden layer, of drawing two in turn
    DeviceBuffer<Bf16> low_;            // of the layer before
    DeviceBuffer<float> pre_;           // of drawing
    DeviceBuffer<float> coordinates_, features_, outputs_;

    // Of training only.
    DeviceBuffer<float> targets_, weights_, back_, parts_, gradients_, feature_gradients_;
    DeviceBuffer<TableSum> table_sums_;
    DeviceBuffer<Bf16> delta_high_;
    DeviceBuffer<LossSums> block_sums_;
};

}  // namespace redraw::cuda
