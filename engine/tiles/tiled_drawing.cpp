#include "engine/tiles/tiled_drawing.h"

#include "engine/data/dataset.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/image/image_writer.h"
#include "engine/image/quality.h"
#include "engine/network/config.h"
#include "engine/run/run_file.h"
#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

// Converts a pixel to `wanted` channels: a tile of a colour picture may have been trained as
// gray.
void spread_channels(const float* from, int channels, float* to, int wanted) {
    const int colours = channels >= 3 ? 3 : 1;
    for (int c = 0; c < wanted; ++c) to[c] = c == 3 ? 1.0f : from[std::min(c, colours - 1)];
    if (wanted == 4 && channels == 4) to[3] = from[3];
}

// Returns true if the centre of `pixel` lies on two tiles.
bool overlaps(const TileAxis& axis, int pixel) {
    for (int tile = 1; tile < axis.count(); ++tile)
        if (pixel >= axis.begin(tile) && pixel < axis.begin(tile) + axis.overlap) return true;
    return false;
}

}  // namespace

TiledDrawing::TiledDrawing(std::filesystem::path join_file, const BackendOptions& options,
                           std::size_t memory)
    : join_file_(std::move(join_file)),
      options_(options),
      memory_(memory),
      tiling_(read_tiling(join_file_)) {}

std::vector<TilePlace> TiledDrawing::missing() const {
    std::vector<TilePlace> missing;
    for (std::int64_t i = 0; i < tiling_.count(); ++i) {
        std::error_code ignored;
        if (!std::filesystem::exists(run_of(tiling_.place(i)), ignored))
            missing.push_back(tiling_.place(i));
    }
    return missing;
}

std::vector<TilePlace> TiledDrawing::tiles_of(const Grid& grid, const PixelRect& part) const {
    return map(grid).tiles_of(part);
}

PixelRect TiledDrawing::rect_on(const Grid& grid, TilePlace place) const {
    return map(grid).rect_on(place);
}

TiledDrawing::Share TiledDrawing::share(TilePlace place, const Grid& grid, const PixelRect& part,
                                        int most_samples) {
    const TileMap map = this->map(grid);
    const PixelRect all = map.rect_on(place), rect = common(all, part);
    REDRAW_CHECK(rect.width > 0 && rect.height > 0, "a tile gives something to the part");
    const Network& tile = network(place);
    return weighted(place, map, rect,
                    draw_on(*tile.backend, tile.grid, map.grid_on(place, tile.grid),
                            {rect.x - all.x, rect.y - all.y, rect.width, rect.height},
                            tile.parameters, most_samples));
}

TiledDrawing::Share TiledDrawing::blank_share(TilePlace place, const Grid& grid,
                                              const PixelRect& part) const {
    const TileMap map = this->map(grid);
    const PixelRect rect = common(map.rect_on(place), part);
    return weighted(place, map, rect, make_image(rect.width, rect.height, 1, 0.5f));
}

TiledDrawing::Share TiledDrawing::weighted(TilePlace place, const TileMap& map,
                                           const PixelRect& rect, const Image& drawn) const {
    const auto across = map.column_weights(place, rect.x, rect.width);
    const auto down = map.row_weights(place, rect.y, rect.height);
    Share share{rect, make_image(rect.width, rect.height, channels())};
    for (int line = 0; line < rect.height; ++line) {
        const float* from = drawn.row(line);
        float* to = share.weighted.row(line);
        for (int i = 0; i < rect.width; ++i, from += drawn.channels, to += channels()) {
            spread_channels(from, drawn.channels, to, channels());
            const float weight = across[std::size_t(i)] * down[std::size_t(line)];
            for (int c = 0; c < channels(); ++c) to[c] *= weight;
        }
    }
    return share;
}

Image TiledDrawing::draw(const Grid& grid, const PixelRect& part, int most_samples) {
    Image sum = make_image(part.width, part.height, channels());
    for (const TilePlace place : tiles_of(grid, part))
        add_share(share(place, grid, part, most_samples), part, sum);
    return sum;
}

void TiledDrawing::check_pictures() {
    if (!std::exchange(checks_, true)) networks_.clear();
}

void TiledDrawing::forget(TilePlace place) {
    checked_.erase(tiling_.index(place));
    std::erase_if(networks_, [&](const Network& network) { return network.place == place; });
}

TiledDrawing::Network& TiledDrawing::network(TilePlace place) {
    const auto found = std::ranges::find(networks_, place, &Network::place);
    if (found != networks_.end()) {
        networks_.splice(networks_.begin(), networks_, found);
        return networks_.front();
    }
    networks_.push_front(read_network(place));
    std::size_t bytes = networks_.front().bytes();
    auto at = std::next(networks_.begin());
    while (at != networks_.end() && (bytes += at->bytes()) <= memory_) ++at;
    networks_.erase(at, networks_.end());
    return networks_.front();
}

TiledDrawing::Network TiledDrawing::read_network(TilePlace place) {
    const RunFile run = RunFile::open(run_of(place), RunFile::Access::read_only);
    const auto refuse = [&](const std::string& reason) {
        throw Error("Cannot draw " + display_name(run.path().filename()) + ": " + reason);
    };
    const PixelRect rect = tiling_.rect(place);
    const PixelSize size = run.picture_size();
    if (size != PixelSize{rect.width, rect.height})
        refuse(fmt::format("it is a run of {} x {} pixels, and the tile has {} x {}", size.width,
                           size.height, rect.width, rect.height));
    const std::int64_t index = tiling_.index(place);
    if (checks_ && !tiling_.checksums.empty() && !checked_.contains(index)) {
        if (!has_learned(run, tiling_.checksums[std::size_t(index)], channels()))
            refuse("it has learned another picture than this tile's");
        checked_.insert(index);
    }
    auto parameters = latest_parameters(run);
    if (!parameters) refuse("it holds no trained network");
    const PixelSize learned = run.target_size();
    Network made{place,
                 picture_grid(learned.width, learned.height),
                 run.config().network,
                 run.channels(),
                 nullptr,
                 std::move(*parameters)};
    if (made.spec.encoding != Encoding::window)  // a window backend holds its own picture
        for (const Network& other : networks_)
            if (other.spec == made.spec && other.channels == made.channels)
                made.backend = other.backend;
    if (!made.backend) made.backend = make_drawing_backend(options_, run, made.channels);
    device_ = made.backend->description();
    return made;
}

void add_share(const TiledDrawing::Share& share, const PixelRect& part, Image& sum) {
    const auto& [rect, weighted] = share;
    for (int y = 0; y < rect.height; ++y) {
        const float* from = weighted.row(y);
        float* to =
            sum.row(rect.y - part.y + y) + std::size_t(rect.x - part.x) * std::size_t(sum.channels);
        for (int i = 0; i < rect.width * sum.channels; ++i) to[i] += from[i];
    }
}

int rows_per_part(const TiledDrawing& drawing, PixelSize size, int width) {
    constexpr double kMostSamples = 1 << 22, kMostValues = 1 << 23;
    const Tiling& tiling = drawing.tiling();
    const double samples = std::max(1.0, double(tiling.width) / size.width) *
                           std::max(1.0, double(tiling.height) / size.height) * width;
    const double rows =
        std::min(kMostSamples / samples, kMostValues / (double(width) * drawing.channels()));
    return int(std::clamp(rows, 1.0, double(size.height)));
}

std::unique_ptr<PictureExport> tiled_export(TiledDrawing& drawing, const ExportSpec& spec) {
    const Grid grid = resized(drawing.grid(), spec.size.width, spec.size.height);
    const PixelRect part = spec.written();
    drawing.check_pictures();
    return std::make_unique<PictureExport>(
        [&drawing, grid, part](int first_row, int rows) {
            return drawing.draw(grid, {part.x, part.y + first_row, part.width, rows});
        },
        rows_per_part(drawing, spec.size, part.width), drawing.channels(), spec);
}

TiledPsnr::TiledPsnr(TiledDrawing& drawing, const std::filesystem::path& reference)
    : drawing_(drawing), reference_(reference) {
    drawing.check_pictures();
    const Tiling& tiling = drawing.tiling();
    if (reference_.width() != tiling.width || reference_.height() != tiling.height)
        throw Error(
            fmt::format("Cannot compare with {}: it has {} x {} pixels, the tiled picture {} x {}.",
                        reference_.name(), reference_.width(), reference_.height(), tiling.width,
                        tiling.height));
    for (int x = 0; x < tiling.width; ++x)
        column_overlaps_.push_back(char(overlaps(tiling.grid().across, x)));
}

bool TiledPsnr::advance() {
    const Tiling& tiling = drawing_.tiling();
    const PixelSize size{tiling.width, tiling.height};
    const int rows = std::min(rows_per_part(drawing_, size, size.width), tiling.height - next_row_);
    const Image drawn = drawing_.draw(drawing_.grid(), {0, next_row_, tiling.width, rows});
    Image wanted = make_image(tiling.width, rows, reference_.channels());
    for (int y = 0; y < rows; ++y)
        reference_.read({wanted.row(y), std::size_t(wanted.width) * std::size_t(wanted.channels)});
    wanted = in_channels(wanted, drawing_.channels());
    for (int y = 0; y < rows; ++y) add_row(drawn, wanted, y);
    next_row_ += rows;
    return next_row_ == tiling.height;
}

void TiledPsnr::add_row(const Image& drawn, const Image& wanted, int row) {
    const bool row_overlaps = overlaps(drawing_.tiling().grid().down, next_row_ + row);
    const float *from = drawn.row(row), *to = wanted.row(row);
    for (int x = 0; x < drawn.width; ++x) {
        Sum& sum = row_overlaps || column_overlaps_[std::size_t(x)] ? overlapping_ : elsewhere_;
        for (int c = 0; c < drawn.channels; ++c) {
            const double error = (quantise(*from++, 255) - quantise(*to++, 255)) / 255.0;
            sum.squares += error * error;
        }
        sum.values += drawn.channels;
    }
}

TiledPsnr::Result TiledPsnr::result() const {
    const auto psnr = [](const Sum& sum) {
        return psnr_of_mse(sum.values > 0 ? sum.squares / double(sum.values) : 0);
    };
    const Sum whole{overlapping_.squares + elsewhere_.squares,
                    overlapping_.values + elsewhere_.values};
    return {psnr(whole), psnr(overlapping_), psnr(elsewhere_)};
}

}  // namespace redraw
