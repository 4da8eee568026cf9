// Renders a run that has a mosaic (engine/run/mosaic.h): the tiles' networks blended over the run's
// own network, the overview. Passed parameters are the overview's, then those of any number of
// tiles, in the order in which the tiles were learned. train() trains the overview. One owner, one
// thread.
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
    // `picture`: training grid of the overview. `parameters`: number of the overview's parameters.
    // `learned`: learned tiles, in the order in which parameters contain them. Throws Error.
    MosaicBackend(std::unique_ptr<Backend> overview, std::size_t parameters, const Grid& picture,
                  const Mosaic& mosaic, std::vector<std::int64_t> learned, int channels,
                  const BackendOptions& options);

    // Returns the overview's backend; this object can then only be destroyed.
    std::unique_ptr<Backend> take_overview() { return std::move(overview_); }
    // Adds the next learned tile to renders and to parameters().
    void add(std::int64_t tile, std::vector<float> parameters);
    // Renders a part with the learned tiles only, and keeps nothing of it for later renders.
    Image draw_learned(const Grid& grid, const PixelRect& part);
    // Also renders a tile that is being learned, from the present parameters of `learning`, which
    // must live until the next call. Null: no tile is being learned.
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
    // description() and kind_name() describe the device that trains.
    std::string description() const override { return trained().description(); }
    std::string_view kind_name() const override { return trained().kind_name(); }
    std::string_view precision_name() const override { return overview_->precision_name(); }

private:
    // A render in progress: the weighted sum of tiles, and the weight left for the overview.
    struct Blend {
        Grid grid{};
        PixelRect part{};
        std::size_t tiles = 0;  // number of learned tiles in `sum`
        Image sum{};
        std::vector<float> left{};  // weight left for the overview, per pixel
        Image below{};              // the overview's render; empty: not rendered yet
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
    std::vector<std::int64_t> learned_;  // learned tiles, in learning order
    // Renders of the learned tiles at a quarter of their size, for zoomed-out views; empty: not
    // needed yet. They stay valid, because a learned tile's parameters never change.
    std::vector<Image> quarters_;
    std::vector<std::vector<float>> parameters_;  // one vector per tile, in the order of `learned_`
    std::int64_t learning_tile_ = -1;
    Backend* learning_ = nullptr;
    // The last renders with the present parameters, newest first. New tiles are added to them.
    // View, thumbnail and region are rendered in turn, so more than one is kept.
    std::list<Blend> present_;
};

// Wraps `overview`, which renders the run's own network, if the run has a mosaic. `present`: true
// if the result holds the tiles' parameters, so that render() needs none. Throws Error.
std::unique_ptr<Backend> with_mosaic(std::unique_ptr<Backend> overview, const RunFile& run,
                                     const BackendOptions& options, bool present);

}  // namespace redraw
