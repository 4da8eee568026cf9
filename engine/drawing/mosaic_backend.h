// Draws a run with its mosaic (engine/run/mosaic.h): the tiles' networks blended over the run's own
// one, the overview. Parameters are the overview's, followed by those of each tile in the order in
// which the tiles were learned, up to any of them. Passes training on to the overview. One owner,
// one thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/run/mosaic.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace redraw {

class RunFile;

class MosaicBackend final : public Backend {
public:
    // `picture`: training grid of the overview. `parameters`: number of its parameters. `learned`:
    // the tiles that the parameters of any moment begin with, in order. Throws Error.
    MosaicBackend(std::unique_ptr<Backend> overview, std::size_t parameters, const Grid& picture,
                  const Mosaic& mosaic, std::vector<std::int64_t> learned, int channels,
                  const BackendOptions& options);

    // Returns the overview's backend; this object can then only be destroyed.
    std::unique_ptr<Backend> take_overview() { return std::move(overview_); }
    // Adds the next learned tile. From then on it is drawn, and is a part of parameters().
    void add(std::int64_t tile, std::vector<float> parameters);
    // Also draws a tile that is being learned, with the present parameters of `learning`, which
    // outlives the next call; null: none.
    void show_learning(std::int64_t tile, Backend* learning);

    void load(const State& state) override { overview_->load(state); }
    State save() const override { return overview_->save(); }
    std::vector<float> parameters() const override;
    std::optional<std::vector<float>> finite_parameters() const override {
        return overview_->finite_parameters();
    }
    void share_out(int items, const std::function<void(int item)>& work) override {
        overview_->share_out(items, work);
    }
    void train(std::span<const float> learning_rates, std::span<StepResult> results) override {
        overview_->train(learning_rates, results);
    }
    std::shared_ptr<const Surface> last_forward() const override { return nullptr; }
    std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                          std::span<const float> parameters) override;
    int samples_across() const override { return overview_->samples_across(); }
    Resolution resolution(const Grid& picture, std::span<const float> parameters) const override;
    int margin(const Grid& grid) const override;
    // Describe the device that trains.
    std::string description() const override { return trained().description(); }
    std::string_view kind_name() const override { return trained().kind_name(); }
    std::string_view precision_name() const override { return overview_->precision_name(); }

private:
    // A render in progress: the weighted sum of tiles, and the weight left for what lies below.
    struct Blend {
        Grid grid{};
        PixelRect part{};
        std::size_t tiles = 0;  // number of learned tiles in it
        Image sum{};
        std::vector<float> left{};  // of each pixel
        Image below{};              // the overview; empty: not rendered
    };
    Blend& present_blend(const Grid& grid, const PixelRect& part);
    Blend new_blend(const Grid& grid, const PixelRect& part) const;
    void add_learned(Blend& blend, std::size_t place, std::span<const float> parameters);
    using DrawTile = std::function<Image(const Grid& grid, const PixelRect& part)>;
    void add_tile(Blend& blend, std::int64_t tile, const Grid& own, const DrawTile& draw) const;
    double pixels_across(const Grid& grid) const;
    const Image& quarter_of(std::size_t place, const PixelRect& on,
                            std::span<const float> parameters);
    Image finished(Blend& blend, std::span<const float> overview) const;
    const Backend& trained() const { return learning_ ? *learning_ : *overview_; }

    std::unique_ptr<Backend> overview_, tile_;
    std::size_t overview_parameters_, tile_parameters_;
    Grid picture_;
    TileGrid tiles_;
    int channels_;
    std::vector<std::int64_t> learned_;  // tiles, in order
    // The learned tiles at a quarter of their size, for renders from a distance; empty: not needed
    // yet. A tile's parameters are the same in all moments, and so is its picture.
    std::vector<Image> quarters_;
    std::vector<std::vector<float>> parameters_;  // of the first learned tiles
    std::int64_t learning_tile_ = -1;
    Backend* learning_ = nullptr;
    // The last renders with the present parameters, the newest first. Only new tiles are added to
    // them: the view, a thumbnail and a region are rendered in turn.
    std::list<Blend> present_;
};

// Wraps a backend that draws `run`, if the run has a mosaic. `present`: the backend shall hold the
// tiles' parameters, and draw without any being passed. Throws Error.
std::unique_ptr<Backend> with_mosaic(std::unique_ptr<Backend> overview, const RunFile& run,
                                     const BackendOptions& options, bool present);

}  // namespace redraw
