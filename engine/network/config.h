// Config: the configuration of a run. Plain values, compared with ==, written once here and read by
// the JSON, the command line and the studio through their names.
#pragma once

#include "engine/text/names.h"

#include <cstdint>
#include <string>
#include <vector>

namespace redraw {

enum class Activation { sine, tanh, sigmoid, relu, gelu };
template <>
inline constexpr auto kNames<Activation> = names_up_to<Activation::gelu>("sine", "tanh", "sigmoid",
                                                                         "relu", "gelu");
enum class Encoding { none, fourier, grid, window };
template <>
inline constexpr auto kNames<Encoding> = names_up_to<Encoding::window>("none", "fourier", "grid",
                                                                       "window");
enum class OutputMap { linear, sigmoid };
template <>
inline constexpr auto kNames<OutputMap> = names_up_to<OutputMap::sigmoid>("linear", "sigmoid");
enum class Loss { mse, l1, bce };
template <>
inline constexpr auto kNames<Loss> = names_up_to<Loss::bce>("mse", "l1", "bce");
enum class Optimizer { adam, sgd };
template <>
inline constexpr auto kNames<Optimizer> = names_up_to<Optimizer::sgd>("adam", "sgd");
enum class BatchMode { full, random, rows, stratified };
template <>
inline constexpr auto kNames<BatchMode> = names_up_to<BatchMode::stratified>("full", "random",
                                                                             "rows", "stratified");
// The entries of a grid's tables that a step updates: all, or only those with a gradient, as in
// tiny-cuda-nn, where the others keep values and moments and a step costs what its batch touches.
enum class TableUpdates { all, touched };
template <>
inline constexpr auto kNames<TableUpdates> = names_up_to<TableUpdates::touched>("all", "touched");
enum class ChannelMode { automatic, black_white, gray, color, alpha };
template <>
inline constexpr auto kNames<ChannelMode> = names_up_to<ChannelMode::alpha>("auto", "bw", "gray",
                                                                            "color", "alpha");
// The meaning of a pixel: the value at its centre, as in a drawing made of pixels, or the mean over
// its area, as in a photograph. `automatic`: chosen from the picture when the run is made.
enum class PixelModel { automatic, point, area };
template <>
inline constexpr auto kNames<PixelModel> = names_up_to<PixelModel::area>("auto", "point", "area");

// Random Fourier features (Tancik et al. 2020): sin and cos of 2 pi (b . v) for `count` frequencies
// b ~ N(0, sigma^2) in cycles over the picture's longer side, which are not trained.
struct FourierSpec {
    int count = 64;    // the first hidden layer has twice as many inputs
    double sigma = 0;  // 0: chosen by the picture's size when the run is made
    bool operator==(const FourierSpec&) const = default;
};

// The limit in pixels of a picture that is learned, and of a grid's cells over it.
inline constexpr int kLongestSide = 16384;

// Multi-resolution grid (Mueller et al. 2022): trained features on the corners of square cells,
// interpolated linearly, on levels from `base` to `finest` cells over the picture's longer side,
// each finer by the same factor. A level of more than 2^table_bits corners is hashed.
struct GridSpec {
    int levels = 6;
    int features = 2;  // a level and corner
    // 0: chosen by the picture's size when the run is made (data/resolve.h)
    int base = 0, finest = 0;
    int table_bits = 22;  // of no level that is chosen by size: where corners share entries, what
                          // is learned later overwrites what was learned before
    // The picture's size, whose proportions alone count: no level has cells beyond it. Set when the
    // run is made, whatever was asked; 0 in older runs: a square's.
    int width = 0, height = 0;
    bool operator==(const GridSpec&) const = default;
};

// The filters by which a picture was made as small as it is, as shares of 1 (data/doubling.h).
struct HalvingMix {
    double area = 0, bicubic = 0, lanczos = 0;
    bool operator==(const HalvingMix&) const = default;
};

// The part of a window that the network sees: contrasts only, so that a photograph's shadows teach
// its lights, or brightness too, as for ink and paper. `automatic`: chosen from the picture.
enum class Tones { automatic, relative, absolute };
template <>
inline constexpr auto kNames<Tones> = names_up_to<Tones::absolute>("auto", "relative", "absolute");

// Windows of the picture (encodings.h), for a network that enlarges it.
struct WindowSpec {
    double radius = 3.2;  // pixels
    Tones tones = Tones::automatic;
    HalvingMix made_by{};  // all 0: estimated from the picture when the run is made
    bool operator==(const WindowSpec&) const = default;
};

struct NetworkSpec {
    std::vector<int> layers{128, 128, 128, 128};  // hidden widths
    // The largest number of parameters. A grid's tables and coarsest level, or the hidden widths of
    // another network, are chosen to fit when the run is made. 0: no limit.
    int parameters = 0;
    Activation activation = Activation::sine;
    Encoding encoding = Encoding::none;
    FourierSpec fourier;  // where the encoding is fourier
    GridSpec grid;        // where it is grid
    WindowSpec window;    // where it is window
    OutputMap output = OutputMap::linear;
    PixelModel pixel = PixelModel::point;  // what runs learned before there was a choice
    // Sine layers compute sin(omega (W x + b)) (Sitzmann et al. 2020). The first one reads the
    // coordinates where there is no encoding; 0: chosen by the picture's size when the run is made.
    double first_omega = 0;
    double hidden_omega = 30;  // of all the others
    // Scales the first weights of hidden sine layers: more fits sooner, and is rougher in between.
    double hidden_gain = 1;
    bool operator==(const NetworkSpec&) const = default;
};

struct OptimizerSpec {
    Optimizer kind = Optimizer::adam;
    Loss loss = Loss::mse;
    double beta1 = 0.9;  // Adam (Kingma and Ba 2015)
    double beta2 = 0.99;
    double epsilon = 1e-8;
    double momentum = 0.0;                    // SGD: v = momentum v + g; w = w - lr v
    TableUpdates tables = TableUpdates::all;  // of Adam
    // Weight of the total variation within area pixels (numerics.h), which their means leave open.
    double total_variation = 0.004;
    bool operator==(const OptimizerSpec&) const = default;
};

// Cosine annealing; the formula is in schedule.h.
struct Schedule {
    double lr_max = 2e-3;
    double lr_min = 0;
    double epochs = 1000;  // passes over the picture, and parts of one; the run ends here
    // Above 0: `epochs` follows the time that is left of so much (training/time_budget.h).
    double seconds = 0;
    std::int64_t epoch_offset = 0;    // the cosine ends at epochs + epoch_offset
    double start_epoch = 0;           // and begins here ("Cool down now" begins it anew)
    double warmup_epochs = 10;        // 0: none
    std::int64_t restart_epochs = 0;  // warm restarts: length of the first cycle; 0: none
    double restart_multiplier = 1;    // each cycle is this much longer than the one before
    bool operator==(const Schedule&) const = default;
};

// The size a picture is learned at. Never larger than the picture.
struct TrainSize {
    int longer_side = 200;      // 0: the picture's own size
    int width = 0, height = 0;  // both above 0: exactly this size instead
    bool operator==(const TrainSize&) const = default;
};

struct DataSpec {
    TrainSize train_size;
    ChannelMode channels = ChannelMode::automatic;
    BatchMode batch = BatchMode::full;
    int batch_size = 0;  // pixels (random, stratified) or rows (rows) a step; 0 with full
    bool operator==(const DataSpec&) const = default;
};

// Arithmetic of the matrix products. `automatic`: the device's fastest that learns as fp32 does.
enum class Precision { automatic, fp32, bf16x3, bf16 };
template <>
inline constexpr auto kNames<Precision> = names_up_to<Precision::bf16>("auto", "fp32", "bf16x3",
                                                                       "bf16");

// Marks the values of a request that follow from the picture's size (data/batch_by_size.h). Those
// beside the batch only follow while the batch does, or if the network enlarges.
struct BySize {
    bool batch = false;  // its mode and its size
    bool lr_max = false, epochs = false, warmup_epochs = false;
    bool operator==(const BySize&) const = default;
};
inline constexpr BySize kAllBySize{true, true, true, true};

struct Config {
    std::string preset = "siren";
    NetworkSpec network;
    OptimizerSpec optimizer;
    Schedule schedule;
    DataSpec data;
    std::uint64_t seed = 1;
    Precision precision = Precision::automatic;  // as it was asked for, so that a run goes on in it
    BySize by_size;  // of a request; nothing in the configuration of a run
    bool operator==(const Config&) const = default;
};

inline constexpr int kWidestLayer = 4096;  // of a layer

// The values that `after`, made from `before` by hand, still leaves to the picture's size. Epochs
// that follow from a time do not count as changed.
BySize left_to_size(const Config& before, const Config& after);

// Throws Error with one sentence naming the field, its value and the range it may have.
void validate(const Config& config);

}  // namespace redraw
