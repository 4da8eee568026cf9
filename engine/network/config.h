// Config: the configuration of a run. Plain values, compared with ==. The JSON, the command line
// and the studio share the names of its enum values.
#pragma once

#include "engine/text/names.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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
// Chooses the grid table entries that an optimizer step updates: all, or only those with a
// gradient. `touched` works as in tiny-cuda-nn: other entries keep their values and moments, so a
// small batch updates few.
enum class TableUpdates { all, touched };
template <>
inline constexpr auto kNames<TableUpdates> = names_up_to<TableUpdates::touched>("all", "touched");
enum class ChannelMode { automatic, black_white, gray, color, alpha };
template <>
inline constexpr auto kNames<ChannelMode> = names_up_to<ChannelMode::alpha>("auto", "bw", "gray",
                                                                            "color", "alpha");
// The meaning of a pixel's value. `point`: the colour at the pixel's centre, as in pixel art.
// `area`: the mean over the pixel's area, as in a photograph. `automatic`: chosen from the picture
// when the run is made.
enum class PixelModel { automatic, point, area };
template <>
inline constexpr auto kNames<PixelModel> = names_up_to<PixelModel::area>("auto", "point", "area");

// Random Fourier features (Tancik et al. 2020): sin and cos of 2 pi (b . v) for `count` frequencies
// b ~ N(0, sigma^2). Frequencies are in cycles over the picture's longer side and are not trained.
struct FourierSpec {
    int count = 64;    // number of frequencies; the first hidden layer has twice as many inputs
    double sigma = 0;  // 0: chosen from the picture size when the run is made
    bool operator==(const FourierSpec&) const = default;
};

// The longest side, in pixels, of a picture to learn; also the most grid cells along a side.
inline constexpr int kLongestSide = 16384;

// Multi-resolution grid (Mueller et al. 2022): trained features on the corners of square cells,
// interpolated linearly. The levels have from `base` to `finest` cells over the picture's longer
// side, each finer by about the same factor. A level of more than 2^table_bits corners is hashed.
struct GridSpec {
    int levels = 6;
    int features = 2;  // features per level and corner
    // Cells of the coarsest and the finest level. 0: chosen from the picture size (data/resolve.h).
    int base = 0, finest = 0;
    // Base-2 logarithm of the largest number of entries in a table. The default hashes no level
    // that is chosen from the picture size. In a level with more corners, several corners share an
    // entry, so later learning overwrites earlier learning.
    int table_bits = 22;
    // The picture's size in pixels. Only its proportions count: no level has cells wholly outside
    // the picture. Set whenever a run is made. 0: a square picture.
    int width = 0, height = 0;
    bool operator==(const GridSpec&) const = default;
};

// The estimated mix of filters that shrank the picture to its present size, as shares from 0 to 1
// (data/doubling.h).
struct HalvingMix {
    double area = 0, bicubic = 0, lanczos = 0;
    bool operator==(const HalvingMix&) const = default;
};

// The tones of a window (the pixels around a pixel) that the network sees. `relative`: contrasts
// only, so that dark areas of a photograph also teach the bright ones. `absolute`: brightness too,
// as for ink and paper. `automatic`: chosen from the picture.
enum class Tones { automatic, relative, absolute };
template <>
inline constexpr auto kNames<Tones> = names_up_to<Tones::absolute>("auto", "relative", "absolute");

// Windows of the picture (encodings.h) as the input of a network that enlarges the picture.
struct WindowSpec {
    double radius = 3.2;  // pixels
    Tones tones = Tones::automatic;
    // The filters that shrank the picture; all 0: estimated when the run is made.
    HalvingMix made_by{};
    bool operator==(const WindowSpec&) const = default;
};

struct NetworkSpec {
    std::vector<int> layers{128, 128, 128, 128};  // widths of the hidden layers
    // The most parameters of the run's network, which is sized to fit when the run is made
    // (data/resolve.h); window networks are not. 0: no limit.
    int parameters = 0;
    Activation activation = Activation::sine;
    Encoding encoding = Encoding::none;
    FourierSpec fourier;  // used if the encoding is fourier
    GridSpec grid;        // used if the encoding is grid
    WindowSpec window;    // used if the encoding is window
    OutputMap output = OutputMap::linear;
    PixelModel pixel = PixelModel::point;
    // Sine layers compute sin(omega (W x + b)) (Sitzmann et al. 2020). first_omega is the omega of
    // the first layer if it reads coordinates without an encoding. 0: chosen from the picture size
    // when the run is made.
    double first_omega = 0;
    double hidden_omega = 30;  // omega of all other trained sine layers
    // Scales the initial weights of the hidden layers that hidden_omega is for. More gain fits
    // details sooner but is rougher between pixels.
    double hidden_gain = 1;
    bool operator==(const NetworkSpec&) const = default;
};

struct OptimizerSpec {
    Optimizer kind = Optimizer::adam;
    Loss loss = Loss::mse;
    double beta1 = 0.9;  // Adam's decay rates (Kingma and Ba 2015)
    double beta2 = 0.99;
    double epsilon = 1e-8;
    double momentum = 0.0;                    // SGD: v = momentum v + g; w = w - lr v
    TableUpdates tables = TableUpdates::all;  // used by Adam only
    // Weight of the total variation within area pixels (numerics.h). The loss of the pixel means
    // does not determine that variation.
    double total_variation = 0.001;
    bool operator==(const OptimizerSpec&) const = default;
};

// The learning rate over time: cosine annealing; the formula is in schedule.h.
struct Schedule {
    double lr_max = 2e-3;
    double lr_min = 0;
    double epochs = 1000;  // passes over the picture, may be fractional; the run ends here
    // Above 0: a time limit in seconds. `epochs` is then adjusted to the time left
    // (training/training_pace.h).
    double seconds = 0;
    std::int64_t epoch_offset = 0;  // the cosine ends at epochs + epoch_offset
    // The epoch at which the cosine begins; "Finish early" sets it to the current epoch.
    double start_epoch = 0;
    double warmup_epochs = 10;        // 0: no warm-up
    std::int64_t restart_epochs = 0;  // warm restarts: length of the first cycle in epochs; 0: none
    // Warm restarts: each cycle is this many times as long as the one before.
    double restart_multiplier = 1;
    bool operator==(const Schedule&) const = default;
};

// The size at which to learn a picture. A picture is never enlarged for it.
struct TrainSize {
    int longer_side = 200;      // 0: the picture's own size
    int width = 0, height = 0;  // both above 0: exactly this size instead
    bool operator==(const TrainSize&) const = default;
};

struct DataSpec {
    TrainSize train_size;
    ChannelMode channels = ChannelMode::automatic;
    BatchMode batch = BatchMode::full;
    int batch_size = 0;  // pixels (random, stratified) or rows (rows) per step; 0 if full
    bool operator==(const DataSpec&) const = default;
};

// Arithmetic of the matrix products. `automatic`: the device's fastest that learns as well as fp32.
enum class Precision { automatic, fp32, bf16x3, bf16 };
template <>
inline constexpr auto kNames<Precision> = names_up_to<Precision::bf16>("auto", "fp32", "bf16x3",
                                                                       "bf16");

// The finishes that have a name: where a run ends, in epochs of a picture of 512 x 512 pixels
// (measured: docs/quality.md).
inline constexpr double kSketch = 5, kLikeness = 20, kPerfect = 60;
inline constexpr std::pair<const char*, double> kFinishes[] = {
    {"sketch", kSketch}, {"likeness", kLikeness}, {"perfect", kPerfect}};

// Marks the values of a requested configuration that are still to be chosen from the picture size
// (data/batch_by_size.h). lr_max, epochs and warmup_epochs are usually chosen together with the
// batch.
struct BySize {
    bool batch = false;  // the batch's mode and size
    bool lr_max = false, epochs = false, warmup_epochs = false;
    // From kSketch to kPerfect, from which open epochs follow: the same on every machine.
    double finish = kLikeness;
    bool operator==(const BySize&) const = default;
};
inline constexpr BySize kAllBySize{true, true, true, true};

// The aims of a run besides its schedule. Saved when the run is made, and read when it continues.
struct Goal {
    std::optional<double> psnr{};     // ends training once the measured render has this many dB
    std::optional<double> seconds{};  // ends training after this many seconds of it
    std::string drawing{};            // size of the drawing that follows: "4x"; empty: none
    bool whole = false;               // the run's own network is learned first, and then its mosaic
    // Progress towards `psnr`, so that a resumed run measures and ends at the same steps: the
    // newest sample, the step at which `psnr` was reached, and the render's PSNR minus the
    // sample's.
    std::optional<std::int64_t> sampled_step{}, reached_step{};
    std::optional<double> sampled_psnr{}, sample_error{};
    bool operator==(const Goal&) const = default;
};
inline constexpr std::size_t kLongestGoalText = 32;  // bytes of Goal::drawing

struct Config {
    std::string preset = "siren";
    NetworkSpec network;
    OptimizerSpec optimizer;
    Schedule schedule;
    DataSpec data;
    std::uint64_t seed = 1;
    // The precision that the user asked for, which a resumed run keeps.
    Precision precision = Precision::automatic;
    BySize by_size;  // set in a requested configuration only; all false in a run's
    bool operator==(const Config&) const = default;
};

inline constexpr int kWidestLayer = 4096;  // limit of the outputs of a layer

// Compares a requested configuration before and after the user edited it. Returns which values are
// still to be chosen from the picture size. Epochs that follow from a time limit do not count as
// edited.
BySize left_to_size(const Config& before, const Config& after);

// Checks a configuration. Throws Error with one sentence that names the field and its allowed
// values, or the two settings that exclude each other.
void validate(const Config& config);

}  // namespace redraw
