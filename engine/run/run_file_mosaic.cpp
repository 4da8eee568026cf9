#include "engine/run/packed_parameters.h"
#include "engine/run/run_file.h"
#include "engine/run/run_tables.h"
#include "engine/run/state_tables.h"

#include <algorithm>
#include <utility>

namespace redraw {
namespace {

// Returns the packed parameters of a learned tile, saved or not. `count`: their number.
std::vector<std::byte> packed_tile(const Database& database, const RunChanges& changes,
                                   std::size_t place, std::size_t count) {
    const auto unsaved = changes.mosaic_tiles.find(place);
    return unsaved != changes.mosaic_tiles.end()
               ? unsaved->second
               : read_mosaic_parameters(database, std::int64_t(place) + 1, count);
}

}  // namespace

void RunFile::plan_mosaic(const Mosaic& mosaic) {
    REDRAW_CHECK(!mosaic_ && is_possible(mosaic, channels()), "the first and only mosaic");
    planned_mosaic_ = mosaic;
    header_.goal.whole = true;
    changes_->header = changes_->mosaic = true;
}

void RunFile::begin_mosaic() {
    REDRAW_CHECK(planned_mosaic_, "a planned mosaic");
    mosaic_ = std::exchange(planned_mosaic_, std::nullopt);
    header_.goal.whole = false;
    changes_->header = true;
}

std::vector<float> RunFile::add_mosaic_tile(const MosaicTile& tile,
                                            std::span<const float> parameters,
                                            const InParallel& in_parallel) {
    REDRAW_CHECK(mosaic_ && parameters.size() == mosaic_->tile_parameters(channels()),
                 "of a tile of this run");
    const NetworkSpec& network = mosaic_->config.network;
    if (!mosaic_rounding_)
        mosaic_rounding_ = std::make_unique<DrawingRounding>(network, channels());
    const std::vector<Tensor> tensors = tensors_of(network, channels());
    const RoundedParameters kept = (*mosaic_rounding_)(parameters, tile.psnr, in_parallel);
    changes_->mosaic_tiles[mosaic_tiles_.size()] = pack(kept, tensors, nullptr);
    mosaic_tiles_.push_back(tile);
    return values_of(kept, tensors);
}

std::vector<std::byte> RunFile::packed_mosaic_tile(std::size_t place) const {
    REDRAW_CHECK(mosaic_ && place < mosaic_tiles_.size(), "a learned tile");
    return packed_tile(*database_, *changes_, place, mosaic_->tile_parameters(channels()));
}

ReadTile RunFile::tile_reader() const {
    return [database = database_, changes = changes_,
            tensors = tensors_of(mosaic_.value().config.network, channels()),
            count = mosaic_->tile_parameters(channels())](std::size_t place) {
        const auto kept = unpack(packed_tile(*database, *changes, place, count), tensors, nullptr);
        database->require(kept.has_value());
        std::vector<float> values = values_of(*kept, tensors);
        database->require(all_finite(values));
        return values;
    };
}

std::vector<Keyframe> RunFile::moments() const {
    std::vector<Keyframe> moments = keyframes_;
    if (!mosaic_) return moments;
    const std::vector<std::int64_t> steps = mosaic_steps();
    const std::vector<double> psnr = psnr_after_each(*mosaic_, mosaic_tiles_);
    for (std::size_t i = 0; i < steps.size(); ++i) moments.push_back({steps[i], float(psnr[i])});
    return moments;
}

void RunFile::set_newest_tile(float psnr, double seconds) {
    REDRAW_CHECK(!changes_->mosaic_tiles.empty(), "a tile that is not saved yet");
    mosaic_tiles_.back().psnr = psnr;
    mosaic_tiles_.back().seconds = seconds;
}

std::optional<std::vector<float>> RunFile::mosaic_parameters_at(std::int64_t step) const {
    const std::vector<std::int64_t> steps = mosaic_steps();
    const auto tile = std::ranges::find(steps, step);
    if (tile == steps.end()) return std::nullopt;
    return with_tile_count(state().value().parameters, std::size_t(tile - steps.begin()) + 1);
}

std::vector<std::int64_t> RunFile::mosaic_steps() const {
    std::vector<std::int64_t> steps;
    if (mosaic_tiles_.empty()) return steps;
    const std::optional<std::int64_t> own = state_step();
    database_->require(own.has_value());  // a mosaic begins at a saved state
    std::int64_t step = *own;
    for (const MosaicTile& tile : mosaic_tiles_) steps.push_back(step += tile.steps);
    return steps;
}

}  // namespace redraw
