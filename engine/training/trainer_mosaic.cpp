// Learns the picture at its own size: the mosaic of a trainer's run.
#include "engine/drawing/drawn_psnr.h"
#include "engine/drawing/mosaic_backend.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"
#include "engine/network/schedule.h"
#include "engine/seconds.h"
#include "engine/text/display_name.h"
#include "engine/training/trainer.h"

#include <algorithm>
#include <utility>

namespace redraw {

void Trainer::draw_mosaic() {
    if (drawn_ != nullptr) loop_.backend = drawn_->take_overview();  // after follow(): unwraps
    drawn_ = nullptr;
    if (!run_.mosaic()) return;
    loop_.backend = with_mosaic(std::move(loop_.backend), run_, options_);
    drawn_ = static_cast<MosaicBackend*>(loop_.backend.get());
    whole_.reset();
    mosaic_steps_ = 0;
    moments_ = run_.keyframes();
    const std::vector<double> psnr = psnr_after_each(*run_.mosaic(), run_.mosaic_tiles());
    for (std::size_t i = 0; i < psnr.size(); ++i) add_moment(run_.mosaic_tiles()[i], psnr[i]);
}

void Trainer::plan_whole(const Mosaic& mosaic) {
    if (run_.mosaic()) throw Error("This run learns the whole picture already.");
    run_.plan_mosaic(mosaic);
    commit();
}

void Trainer::learn_whole(const std::shared_ptr<const Image>& picture, const Mosaic& mosaic) {
    if (run_.mosaic()) throw Error("This run learns the whole picture already.");
    MosaicTraining whole(options_, mosaic, picture, channels());  // fails before anything changes
    run_.plan_mosaic(mosaic);
    begin_mosaic(std::move(whole));
}

void Trainer::begin_whole() {
    require_whole_picture();
    begin_mosaic(MosaicTraining(options_, run_.planned_mosaic().value(), picture(), channels()));
}

void Trainer::join_tile(std::int64_t tile, const LearnedElsewhere& learned) {
    if (run_.planned_mosaic()) begin_mosaic({});
    add_tile(MosaicTraining::from_elsewhere(options_, tile, learned), learned.target);
    seconds_ += learned.seconds;
    save_state();
}

void Trainer::begin_mosaic(std::optional<MosaicTraining> whole) {
    run_.begin_mosaic();
    // From now on the run's own network stays unchanged. Drops Adam's moments, which only training
    // needs.
    State state = backend().save();
    state = fresh_state(std::move(state.parameters), config().optimizer.kind, state.step);
    run_.set_state(state, seconds_);
    go_on_from(state);
    draw_mosaic();
    if (whole) whole_.emplace(std::move(*whole));
    is_device_settled_ = false;  // the tiles' networks are of another kind
    commit();
}

void Trainer::add_moment(const MosaicTile& tile, double psnr) {
    mosaic_steps_ += tile.steps;
    moments_.push_back({loop_.step + mosaic_steps_, float(psnr)});
}

std::vector<std::int64_t> Trainer::mosaic_steps() const {
    std::vector<std::int64_t> steps;
    std::int64_t step = loop_.step;
    for (const MosaicTile& tile : run_.mosaic_tiles()) steps.push_back(step += tile.steps);
    return steps;
}

std::shared_ptr<const Image> Trainer::picture() const {
    if (source_.first) return source_.first;  // not saved yet
    auto source = run_.source();
    return source ? std::make_shared<const Image>(std::move(*source)) : target();
}

void Trainer::require_whole_picture() const {
    const PixelSize size = source_.first ? PixelSize{source_.first->width, source_.first->height}
                                         : run_.stored_picture_size();
    if (size != run_.picture_size())
        throw Error(display_name(run_.path().filename()) +
                    " does not hold its picture, from which its tiles are learned: give it with "
                    "`redraw resume --picture`, or join tiles learned elsewhere with `redraw tiles "
                    "--join`.");
}

void Trainer::find_picture() {
    if (whole_) return;
    require_whole_picture();
    whole_.emplace(options_, *run_.mosaic(), picture(), channels());
}

double Trainer::measure_newest_tile(const Image& target) {
    const std::vector<MosaicTile>& tiles = run_.mosaic_tiles();
    const TileGrid& grid = run_.mosaic()->tiles;
    const PixelRect tile = grid.rect(grid.place(tiles.back().tile));
    const Image drawn =
        drawn_->draw_learned(resized(dataset().grid, grid.across.length, grid.down.length), tile);
    std::int64_t squares = 0;
    std::size_t values = 0;
    for (const PixelRect& rect : completed_by_last(*run_.mosaic(), tiles)) {
        const auto first = std::size_t(rect.x - tile.x) * std::size_t(channels());
        const auto count = std::size_t(rect.width) * std::size_t(channels());
        for (int y = rect.y - tile.y; y < rect.y - tile.y + rect.height; ++y)
            squares +=
                squared_levels({drawn.row(y) + first, count}, {target.row(y) + first, count});
        values += count * std::size_t(rect.height);
    }
    return values > 0 ? psnr_of_levels(squares, values) : double(tiles.back().psnr);
}

double Trainer::measure_whole() {
    if (mosaic_left() == 0) return psnr_of(*run_.mosaic(), run_.mosaic_tiles());
    find_picture();
    const Image& picture = *whole_->picture();
    const bool as_it_is = picture.channels == channels();
    const Image converted = as_it_is ? Image{} : in_channels(picture, channels());
    return drawn_psnr(backend(), as_it_is ? picture : converted,
                      resized(dataset().grid, picture.width, picture.height));
}

std::int64_t Trainer::total_steps() const {
    const std::int64_t own = loop_.total_steps(config().schedule);
    if (!run_.mosaic()) return own;
    const PixelRect tile = run_.mosaic()->tiles.rect({0, 0});
    const Config& config = run_.mosaic()->config;
    const std::int64_t each =
        whole_ ? whole_->steps_a_tile()
               : redraw::total_steps(config.schedule,
                                     steps_per_epoch(config, {tile.width, tile.height}));
    return loop_.step + mosaic_steps_ + mosaic_left() * each;
}

// Adds a learned tile to the run and to its render, and measures it. `target`: the tile's pixels.
void Trainer::add_tile(const MosaicTraining::Learned& learned, const Image& target) {
    drawn_->add(learned.tile.tile, run_.add_mosaic_tile(learned.tile, learned.parameters,
                                                        [this](int items, const auto& work) {
                                                            backend().share_out(items, work);
                                                        }));
    const auto measured_from = std::chrono::steady_clock::now();
    const double psnr = measure_newest_tile(target);
    run_.set_newest_tile(float(psnr), learned.tile.seconds + seconds_since(measured_from));
    add_moment(learned.tile, psnr_of(*run_.mosaic(), run_.mosaic_tiles()));
}

std::int64_t Trainer::advance_mosaic(std::int64_t max_steps) {
    if (finished()) return 0;
    const auto start = std::chrono::steady_clock::now();
    const std::int64_t begin = step();
    find_picture();  // if the run was opened again or its device failed
    if (std::exchange(resumes_, false)) add_event({loop_.step, EventKind::resumed});
    const std::vector<MosaicTile>& tiles = run_.mosaic_tiles();
    auto learned = whole_->advance(tiles, max_steps);
    drawn_->show_learning(whole_->tile(), whole_->network());
    if (learned) {
        const TileGrid& grid = run_.mosaic()->tiles;
        const PixelRect rect = grid.rect(grid.place(learned->tile.tile));
        add_tile(*learned, in_channels(crop(*whole_->picture(), rect), channels()));
        try {
            save_state();
        } catch (const Error&) {  // save_error() reports the failure
        }
    }
    seconds_ += seconds_since(start);
    return step() - begin;
}

}  // namespace redraw
