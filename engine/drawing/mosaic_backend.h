// Renders a run that has a mosaic (engine/run/mosaic.h): the tiles' networks blended over the run's
// own network, the overview. Passed parameters are those of a moment (with_tile_count()). The
// parameters of tiles are read when a tile is drawn, and a cache of bounded size keeps the newest:
// a picture of any size takes little memory. train() trains the overview. One owner, one thread.
#pragma once

#include "engine/backend/backend.h"
#include "engine/recent.h"
#include "engine/run/mosaic.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace redraw {

class RunFile;

class MosaicBackend final : public Backend {
public:
    static constexpr std::size_t kCacheBytes = std::size_t(640) << 20;
    // `picture`: training grid of the overview. `parameters`: number of the overview's parameters.
    // `learned`: learned tiles, in learning order. `read`: reads them, and throws Error; any render
    // may throw its errors. `cache_bytes`: limit of what is kept of tiles. Throws Error.
    MosaicBackend(std::unique_ptr<Backend> overview, std::size_t parameters, const Grid& picture,
                  const Mosaic& mosaic, std::vector<std::int64_t> learned, ReadTile read,
                  int channels, const BackendOptions& options,
                  std::size_t cache_bytes = kCacheBytes);

    // Returns the overview's backend; this object can then only be destroyed.
    std::unique_ptr<Backend> take_overview() { return std::move(overview_); }
    // Adds the tile that was learned next, with the parameters that the run stores.
    void add(std::int64_t tile, std::vector<float> parameters);
    std::size_t cached_bytes() const { return cache_.size(); }
    // Renders a part with the learned tiles only, and keeps nothing of it for later renders. Pixels
    // that learned tiles do not cover wholly are too dark.
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
    // description() and kind() describe the device that trains.
    std::string description() const override { return trained().description(); }
    BackendKind kind() const override { return trained().kind(); }
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
    void add_learned(Blend& blend, std::size_t place);
    using DrawTile = std::function<Image(const Grid& grid, const PixelRect& part)>;
    void add_tile(Blend& blend, std::int64_t tile, const Grid& own, const DrawTile& draw) const;
    double pixels_across(const Grid& grid) const;
    bool is_overview(const Grid& grid) const;
    // The parameters of the learned tile at `place`, and its render at a quarter of its size for
    // zoomed-out views. Both stay valid until the next call.
    const std::vector<float>& parameters_of(std::size_t place);
    const Image& quarter_of(std::size_t place, const PixelRect& on);
    const Image& keep(std::size_t place, bool is_quarter, Image values);
    Image finished(Blend& blend, std::span<const float> overview) const;
    const Backend& trained() const { return learning_ ? *learning_ : *overview_; }

    std::unique_ptr<Backend> overview_, tile_;
    std::size_t overview_parameters_;
    Grid picture_;
    TileGrid tiles_;
    int channels_;
    std::vector<std::int64_t> learned_;  // learned tiles, in learning order
    ReadTile read_;
    // Learned tiles' parameters (values of an image without pixels), and their quarter-size
    // renders, kept for the next drawing. A learned tile never changes.
    struct Kept {
        std::size_t place;
        bool is_quarter;
        bool operator==(const Kept&) const = default;
    };
    Recent<Kept, Image> cache_;
    std::int64_t learning_tile_ = -1;
    Backend* learning_ = nullptr;
    // The last renders with the present parameters. New tiles are added to them. View, thumbnail
    // and region are rendered in turn, so more than one is kept.
    Recent<std::pair<Grid, PixelRect>, Blend> present_{3};
};

// Wraps `overview`, which renders the run's own network. Precondition: the run has a mosaic. Throws
// Error.
std::unique_ptr<MosaicBackend> mosaic_backend(std::unique_ptr<Backend> overview, const RunFile& run,
                                              const BackendOptions& options);
// The same if the run has a mosaic; else returns `overview`.
std::unique_ptr<Backend> with_mosaic(std::unique_ptr<Backend> overview, const RunFile& run,
                                     const BackendOptions& options);

}  // namespace redraw
