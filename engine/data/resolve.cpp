#include "engine/data/resolve.h"

#include "engine/data/batch_by_size.h"
#include "engine/data/doubling.h"
#include "engine/data/internal_examples.h"
#include "engine/network/encodings.h"
#include "engine/network/parameters.h"
#include "engine/network/presets.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

// A picture of up to kLearnedSide x kLearnedSide pixels is learned at its own size, a larger one at
// a size with as many pixels, which a CPU learns in seconds.
constexpr int kLearnedSide = 1024;

// is_line_drawing() and is_stippled() sample fewer than twice as many pixels.
constexpr int kLooksAt = 40'000;
constexpr float kNearlyEnd = 0.1f;
constexpr double kMostly = 0.75;

bool is_gray(const float* pixel, int channels) {
    return channels < 3 || (std::abs(pixel[0] - pixel[1]) < kNearlyEnd / 2 &&
                            std::abs(pixel[1] - pixel[2]) < kNearlyEnd / 2);
}

int longer_side(PixelSize size) {
    return std::max(size.width, size.height);
}

// With a time limit, the training size is chosen so that the time allows this many epochs at 512 x
// 512 pixels. For other sizes the epochs fall with the square root of the pixel count.
constexpr double kPassesAt = 30, kPassesAtPixels = 1 << 18;
// The fewest pixels chosen for a time limit. A slow machine thus does fewer epochs rather than
// learn a smaller picture.
constexpr double kFewestInTime = 1 << 17;

// Returns the side of a square of `pixels` pixels, rounded to a power of the square root of 2, so
// that small changes of the measured speed give the same size.
int square_side(std::int64_t pixels) {
    const double side = std::sqrt(double(pixels));
    constexpr double kRootOfTwo = 1.4142135623730951;
    return int(std::lround(
        std::pow(kRootOfTwo, std::floor(std::log(side) / std::log(kRootOfTwo) + 0.25))));
}

// The largest training size, in pixels, that is learned as area pixels (PixelModel::area) by
// default, which take two samples each. In larger pictures each pixel is seen too rarely for two
// samples to pay. At 6 megapixels point pixels are about 2 dB ahead after 20 s and 60 s; at 2.7
// megapixels both models are nearly equal (bench/results/quality.md).
constexpr std::size_t kMostAreaPixels = 1 << 22;

// Returns the training size, in pixels, for a time limit: the most pixels that still get enough
// epochs at this speed, but at least kFewestInTime.
std::int64_t pixels_in_time(double seconds, double pixels_per_second) {
    const double visits = seconds * pixels_per_second;
    const double pixels = std::pow(visits / kPassesAt, 2) / kPassesAtPixels;
    return std::llround(std::clamp(pixels, kFewestInTime, 1e12));
}

// True if a large part of the picture is a checkerboard of single pixels, as in stippled areas of
// old screens. Looks at blocks of 3 x 2 pixels, of which random black and white has 1 in 32.
bool is_stippled(const Image& picture) {
    constexpr float kContrast = 0.25f;
    constexpr double kLarge = 0.2;
    if (picture.width < 3 || picture.height < 2) return false;
    const std::size_t columns = std::size_t(picture.width - 2);
    const std::size_t blocks = columns * std::size_t(picture.height - 1);
    const std::size_t stride = std::max<std::size_t>(1, blocks / kLooksAt);
    std::size_t looked = 0, found = 0;
    for (std::size_t i = 0; i < blocks; i += stride, ++looked) {
        const int x = int(i % columns), y = int(i / columns);
        const auto tone = [&](int right, int down) {
            const float* pixel =
                picture.row(y + down) + std::ptrdiff_t(x + right) * picture.channels;
            return picture.channels >= 3 ? luma(pixel) : pixel[0];
        };
        const auto [low, high] = std::minmax({tone(0, 0), tone(1, 1), tone(2, 0)});
        const auto [other_low, other_high] = std::minmax({tone(1, 0), tone(0, 1), tone(2, 1)});
        if (low - other_high >= kContrast || other_low - high >= kContrast) ++found;
    }
    return double(found) >= kLarge * double(looked);
}

// Returns the number of cells of a grid's finest level along the longer side: one per pixel, or 1.5
// per `finer` pixel, but at most 3 million in the whole picture (measured:
// bench/results/quality.md).
int automatic_finest(bool finer, PixelSize size) {
    // Cells are smaller than an area pixel because the network represents variation inside it, and
    // smaller than a stippled point pixel because the mean of a cell's four corners, which the
    // pixel in its middle sees, is the same everywhere in a checkerboard.
    constexpr double kFiner = 1.5;
    // The most cells in the whole picture. Compared with a quarter to twice as many cells, this
    // count came closest to the picture on two cores: with 24 megapixels after 30 s and 60 s, with
    // 6 after 20 s. More cells are seen too rarely in that time, and the run file stores them all.
    constexpr double kMostCells = 3e6;
    const double side = longer_side(size);
    const double across = finer ? kFiner : 1;
    const double most = side * std::sqrt(kMostCells / (double(size.width) * size.height));
    return int(std::lround(std::clamp(std::min(side * across, most), 1.0, double(kLongestSide))));
}

constexpr int kFewestBits = 4, kMostBits = 24;  // log2 of a table's size
constexpr int kLayersShare = 4;  // a grid network's layers get at most 1/4 of the parameter limit
// Cells of a grid's coarsest level along the longer side, if the number of parameters is limited.
// They grow up to automatic_base() if the tables leave some of the limit unused.
constexpr int kCoarsest = 16;

bool fits(const NetworkSpec& network, std::int64_t most, int channels) {
    return std::int64_t(parameter_count(network, channels)) <= most;
}

// Returns the largest value of [low, high] for which `holds` is true, by binary search; `low` if it
// is true for no value. Precondition: `holds` is true up to some value and false above.
int largest(int low, int high, const auto& holds) {
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (holds(middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

void choose_tables(NetworkSpec& network, std::int64_t most, int channels) {
    const auto fits_with = [&](int GridSpec::*field) {
        return [&, field](int value) {
            NetworkSpec candidate = network;
            candidate.grid.*field = value;
            return fits(candidate, most, channels);
        };
    };
    const auto layers = [&] {
        return std::int64_t(parameter_count(network, channels) - grid_parameters(network));
    };
    while (layers() > most / kLayersShare && std::ranges::max(network.layers) > 1)
        for (int& width : network.layers) width = std::max(1, width / 2);
    GridSpec& grid = network.grid;
    const int coarsest = automatic_base(grid.finest);
    grid.base = std::min(kCoarsest, coarsest);
    grid.table_bits = largest(kFewestBits, kMostBits, fits_with(&GridSpec::table_bits));
    grid.base = largest(grid.base, coarsest, fits_with(&GridSpec::base));
}

void choose_widths(NetworkSpec& network, std::int64_t most, int channels) {
    if (fits(network, most, channels) && !fits(network, most * 9 / 10, channels)) return;
    constexpr int kParts = 256;  // `factor` multiplies widths by factor / kParts
    const auto scaled = [widths = network.layers](int factor) {
        std::vector<int> layers;
        for (const int width : widths)
            layers.push_back(int(
                std::clamp<std::int64_t>(std::int64_t(width) * factor / kParts, 1, kWidestLayer)));
        return layers;
    };
    network.layers = scaled(largest(1, kParts * kWidestLayer, [&](int factor) {
        NetworkSpec candidate = network;
        candidate.layers = scaled(factor);
        return fits(candidate, most, channels);
    }));
}

// Sizes a network to have at most NetworkSpec::parameters parameters, if it can be so small, and
// usually more than half as many. For a grid: halves the layers until they have at most a fourth of
// the limit, then chooses the tables, then the coarsest level. For other networks: scales the
// hidden widths by one factor, unless the count is already within a tenth below the limit. A grid
// whose tables have an entry for every cell corner cannot use more parameters. A network that
// enlarges (window encoding) is not changed. Precondition: a grid's `finest` is chosen.
void choose_by_parameters(NetworkSpec& network, int channels) {
    if (network.encoding == Encoding::grid)
        choose_tables(network, network.parameters, channels);
    else if (network.encoding != Encoding::window)
        choose_widths(network, network.parameters, channels);
}

}  // namespace

double automatic_first_omega(OutputMap output, PixelSize size) {
    const double share = output == OutputMap::sigmoid ? 0.2 : 0.3;
    return std::clamp(share * longer_side(size), 30.0, 200.0);
}

int automatic_base(int finest) {
    // The most cells of the coarsest level along the longer side. A grid has six levels by default,
    // which read a fourth less memory than eight. Beginning with 64 cells, six levels end at most
    // 0.2 dB below eight, for 200 to 6000 pixels a side. Beginning with 16 cells, a line drawing
    // ends at 26 dB instead of 40 with two seeds of five. Beginning with 128 cells, 24 megapixels
    // are 0.4 dB worse (bench/results/quality.md).
    constexpr int kMostCoarsest = 64;
    return std::clamp(finest / 8, 1, kMostCoarsest);
}

PixelModel automatic_pixel(const Config& request, const Image& picture, std::size_t pixels) {
    const bool points = request.network.encoding == Encoding::window ||
                        request.optimizer.loss == Loss::bce || pixels > kMostAreaPixels ||
                        is_line_drawing(picture);
    return points ? PixelModel::point : PixelModel::area;
}

bool is_line_drawing(const Image& picture) {
    const std::size_t stride = std::max<std::size_t>(1, picture.pixel_count() / kLooksAt);
    std::size_t looked = 0, ends = 0;
    for (std::size_t i = 0; i < picture.pixel_count(); i += stride, ++looked) {
        const float* pixel = picture.values.data() + i * std::size_t(picture.channels);
        if (is_gray(pixel, picture.channels) &&
            (pixel[0] < kNearlyEnd || pixel[0] > 1 - kNearlyEnd))
            ++ends;
    }
    return looked > 0 && double(ends) >= kMostly * double(looked);
}

AutomaticChoice choose_automatically(const Config& wanted, const Image& picture,
                                     const ChooseBy& by) {
    const bool drawing = is_line_drawing(picture);
    Config config = preset_config(kChosenPreset);
    config.network.pixel = wanted.network.pixel;
    config.network.parameters = wanted.network.parameters;
    config.optimizer.total_variation = wanted.optimizer.total_variation;
    config.data = wanted.data;
    config.schedule.seconds = wanted.schedule.seconds;
    config.seed = wanted.seed;
    const PixelSize own{picture.width, picture.height};
    const double seconds = config.schedule.seconds;
    if (!by.keep_size) {
        int side = kLearnedSide;
        if (seconds > 0) side = square_side(pixels_in_time(seconds, by.pixels_per_second));
        config.data.train_size = as_many_pixels_as_square(side, own);
    }
    config.by_size = wanted.by_size;
    if (!config.by_size.lr_max) config.schedule.lr_max = wanted.schedule.lr_max;
    if (!config.by_size.epochs) config.schedule.epochs = wanted.schedule.epochs;
    if (!config.by_size.warmup_epochs)
        config.schedule.warmup_epochs = wanted.schedule.warmup_epochs;
    // Chooses the schedule from the size even for a batch chosen by the user, except for full
    // batches.
    const DataSpec& asked = wanted.data;
    config.by_size.batch = wanted.by_size.batch || asked.batch != BatchMode::full;
    config = with_batch_by_size(config, own);
    if (!wanted.by_size.batch) set_batch(config, asked.batch, asked.batch_size);
    config.by_size.batch = wanted.by_size.batch;
    if (config.data.batch == BatchMode::full && std::exchange(config.by_size.epochs, false))
        config.schedule.epochs =
            std::max(1.0, std::round(kTinyEpochs * config.by_size.finish / kLikeness));
    const PixelSize size = training_size(config.data.train_size, picture.width, picture.height);
    std::string why = fmt::format(
        "Learning at {} for {}.", dimensions(size.width, size.height),
        seconds > 0 ? time_span(seconds) : fmt::format("{} epochs", config.schedule.epochs));
    if (drawing && size == own && is_stippled(picture))
        why +=
            " Its grid is finer than usual, because much of it is a checkerboard of single pixels.";
    return {config, why};
}

Config resolve(Config request, const Image& target) {
    NetworkSpec& network = request.network;
    if (network.pixel == PixelModel::automatic)
        network.pixel = automatic_pixel(request, target, target.pixel_count());
    if (network.encoding == Encoding::window) {
        WindowSpec& window = network.window;
        if (window.tones == Tones::automatic)
            window.tones = is_line_drawing(target) ? Tones::absolute : Tones::relative;
        if (window.made_by == HalvingMix{}) window.made_by = estimated_halving(luminance(target));
    }
    const PixelSize size{target.width, target.height};
    if (network.encoding == Encoding::grid && network.grid.finest == 0 && is_stippled(target))
        network.grid.finest = automatic_finest(true, size);
    choose_by_size(network, size, target.channels);
    return request;
}

void choose_by_size(NetworkSpec& network, PixelSize size, int channels) {
    if (network.first_omega == 0) network.first_omega = automatic_first_omega(network.output, size);
    if (network.encoding == Encoding::fourier && network.fourier.sigma == 0)
        network.fourier.sigma = std::clamp(0.05 * longer_side(size), 3.0, 40.0);
    if (network.encoding == Encoding::grid) {
        GridSpec& grid = network.grid;
        if (grid.finest == 0)
            grid.finest = automatic_finest(network.pixel == PixelModel::area, size);
        if (grid.base == 0) grid.base = automatic_base(grid.finest);
        // Always sets the grid's proportions, because a grid with other proportions would not cover
        // the picture.
        grid.width = size.width, grid.height = size.height;
    }
    if (network.parameters > 0) choose_by_parameters(network, channels);
}

}  // namespace redraw
