// Chooses the values that the user left open: from the picture's content and size and, with a time
// limit, from the speed of this machine. Pure functions.
#pragma once

#include "engine/data/dataset.h"
#include "engine/network/config.h"

#include <string>
#include <string_view>

namespace redraw {

// The preset name that means "choose for me". The chosen configuration has another preset's name.
inline constexpr std::string_view kAutomaticPreset = "auto";
// The preset chosen for "auto" on every device, because it comes close to the picture soonest
// (bench/results/quality.md).
inline constexpr std::string_view kChosenPreset = "grid";

// Returns the pixel model of a picture that is learned from `pixels` pixels, if it is left open.
PixelModel automatic_pixel(const Config& request, const Image& picture, std::size_t pixels);

// True if most of the picture is black, white or nearly so: drawings, text, signs.
bool is_line_drawing(const Image& picture);

struct AutomaticChoice {
    // The chosen preset with a training size and epochs. Keeps of `wanted` the channels, seed, time
    // limit, pixel model, parameter limit, total variation, and values not marked in its `by_size`.
    Config config;
    std::string why;  // "Learning at 200 × 200 for 20 epochs."
};
struct ChooseBy {
    bool keep_size = false;  // true: keeps the training size of `wanted`, which the user chose
    // The preset's measured training speed on this machine (training_speed.h), from which an open
    // training size is chosen if `wanted` has a time limit.
    double pixels_per_second = 0;
};
// Chooses the preset, training size and epochs for a request with the preset "auto".
AutomaticChoice choose_automatically(const Config& wanted, const Image& picture,
                                     const ChooseBy& by = {});

// Chooses the open network values of a request. By choose_by_size(): those that grow with the
// training size (marked by 0). Mostly from the picture's content: the pixel model and, for a
// network that enlarges (window encoding), its tones and the filters that shrank the picture.
// `target`: the picture at training size, in the channels to learn.
Config resolve(Config request, const Image& target);

// Chooses the network values that depend on the training size but not on the picture's content:
// first omega, the sigma of Fourier features, the finest and coarsest level of a grid, and table or
// layer sizes within the limit NetworkSpec::parameters.
void choose_by_size(NetworkSpec& network, PixelSize size, int channels);

// Returns the first sine layer's omega: 0.3 times the longer side in pixels, between 30 and 200.
// The factor is 0.2 if the output is a sigmoid, which makes sharp edges from lower frequencies
// (measured: bench/results/quality.md).
double automatic_first_omega(OutputMap output, PixelSize size);

// Returns the number of cells of a grid's coarsest level along the longer side: an eighth of the
// `finest` level's, at most 64.
int automatic_base(int finest);

}  // namespace redraw
