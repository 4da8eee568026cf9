// The CPU backend: trains and renders on all threads. Each tile of pixels goes through all layers
// at once, in the cache. Results do not depend on the thread count.
//
// A step's pixels are split into tiles, and the tiles are grouped into chunks. A chunk is the work
// item of a thread: its tiles go through the network one after the other and add to the chunk's own
// gradients. The division into chunks does not depend on the threads, and the chunks' gradients are
// summed in a fixed order. Threads may therefore compute chunks in any order.
#pragma once

#include "engine/backend/backend.h"
#include "engine/cpu/aligned_floats.h"
#include "engine/cpu/instruction_set.h"
#include "engine/cpu/layout.h"
#include "engine/cpu/thread_pool.h"
#include "engine/cpu/tile_loss.h"
#include "engine/data/internal_examples.h"

namespace redraw::cpu {

class CpuBackend final : public Backend {
public:
    CpuBackend(const KernelSet& kernels, int threads, const NetworkSpec& network,
               const OptimizerSpec& optimizer, int channels,
               std::shared_ptr<const Dataset> dataset);

    void load(const State& state) override;
    State save() const override;
    std::vector<float> parameters() const override { return layout_.gather(parameters_.data()); }
    std::optional<std::vector<float>> finite_parameters() const override;
    void share_out(int items, const std::function<void(int item)>& work) override;
    void train(std::span<const float> learning_rates, std::span<StepResult> results) override;
    std::shared_ptr<const Surface> last_forward() const override;
    std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                          std::span<const float> parameters) override;
    Image draw_windows(const Image& plane, std::span<const float> parameters) override;
    int samples_across() const override { return pixel_ == PixelModel::area ? 2 : 1; }
    std::string description() const override;
    BackendKind kind() const override { return BackendKind::cpu; }
    std::string_view precision_name() const override { return name_of(kernels_.precision); }

private:
    void take_samples_of(std::int64_t step);
    StepResult step(float learning_rate);
    LossSums train_chunk(int chunk, float* workspace);
    void set_inputs(const float* tables, std::span<const Coordinates> places, float* inputs) const;
    void fill_samples(int first, int count, float* inputs, float* targets);
    void fill_examples(int first, int count, float* inputs, float* targets, float* weights);
    void encode(const WindowView& view, int p, float* inputs) const;
    template <class Fill>
    Image draw(int width, int height, int samples, std::span<const float> parameters,
               const Fill& fill);
    void gather_input_gradients(const float* by_inputs, int first, int count);
    void add_table_gradients();
    void update(float learning_rate);
    void update(const UpdatePlan& plan, std::size_t count);
    void update_touched(float learning_rate);
    void pack(const AlignedFloats& parameters, AlignedFloats& packed);
    AlignedFloats& workspace(int thread);

    const KernelSet& kernels_;
    ThreadPool pool_;
    OptimizerSpec optimizer_;
    OutputMap output_;
    WindowShape window_;  // for a window network only
    bool trains_biases_;
    PixelModel pixel_;
    int channels_;
    std::shared_ptr<const Dataset> dataset_;
    Layout layout_;
    std::vector<GridLevel> levels_;  // empty without a grid
    GridPlan grid_;

    std::int64_t step_ = 0, optimizer_step_ = 0;
    AlignedFloats parameters_, first_, second_, packed_;
    std::vector<AlignedFloats> workspaces_;  // one per thread, allocated by the thread that uses it

    // Used by training only.
    TileLoss loss_;
    int tiles_ = 0, chunks_ = 0;
    std::size_t gradient_stride_ = 0;
    AlignedFloats gradients_;
    std::vector<LossSums> sums_;  // one per chunk
    Sampling sampling_;
    std::vector<float> column_x_, row_y_;       // coordinates of the training grid's pixels
    float pixel_width_ = 0, pixel_height_ = 0;  // pixel size of the training grid
    int samples_ = 0;                           // samples of the present step
    std::vector<Coordinates> places_;           // for a grid: coordinates of the step's samples
    // For a grid: gradients of its features, [level][sample][feature], and of its tables.
    AlignedFloats input_gradients_;
    AlignedFloats table_gradients_;
    // Used if updates skip table entries without a gradient: one flag for each line of kPanel table
    // numbers, set if the line has a gradient. Between two steps no flag is set and
    // table_gradients_ is all 0.
    std::vector<std::uint8_t> touched_;
    std::vector<float> forward_values_;  // pixels for last_forward(); empty if never available
    bool has_forward_ = false;
};

}  // namespace redraw::cpu
