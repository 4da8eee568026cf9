#include "ui/kit/settings_text.h"

#include <array>
#include <cstddef>

namespace redraw::ui {
namespace {

struct Text {
    const char *label, *help;
};
constexpr std::array<Text, std::size_t(Setting::count)> kTexts{{
    {"Train at",
     "The size the picture is learned at, as its longer side in pixels. Default 200. Larger keeps "
     "finer detail and takes longer: time grows with the number of pixels."},
    {"Colour",
     "What a pixel is: black or white, gray, colour, or colour with transparency. Default auto: "
     "found from the picture. More channels take slightly more work."},
    {"Preset",
     "A network, its optimizer and its schedule under one name. Default SIREN. The picture's "
     "settings stay."},
    {"Layers",
     "Neurons in each hidden layer, 1 to 4096; up to 64 layers. Default 128 128 128 128. Wider and "
     "deeper draws finer detail and trains slower. Clear a field to remove its layer."},
    {"Numbers",
     "At most how many numbers the network is made of: sizes a grid's tables, or the widths of "
     "other "
     "networks. 300k and 1M are read as well. Default auto: as the settings are. Fewer is a "
     "smaller "
     "run that draws less closely."},
    {"Activation",
     "What each neuron does with its sum. Default sine, which draws sharp edges; tanh, sigmoid, "
     "ReLU and GELU stay smooth for long."},
    {"Smoothness",
     "How freely the network may draw between the pixels: crisp, balanced or smooth. Default "
     "crisp. Smoother holds the pixels less closely and draws less noise between them, which can "
     "help a photograph that is enlarged and mostly costs a line drawing. Sets first omega, sigma "
     "or the finest cells for the size it is learned at; Export picture measures what it is "
     "worth."},
    {"Encoding",
     "What the network reads. None: the coordinates themselves, smooth between the pixels. "
     "Fourier: waves of many directions. Grid: trained features on grids of cells, sharp soonest. "
     "Default none."},
    {"Waves",
     "Frequencies of the Fourier features, 1 to 2,048. Default 64. More holds more detail and "
     "takes longer."},
    {"Sigma",
     "How fine the waves are, in cycles across the picture, above 0 to 10,000. Default auto: by "
     "the picture's size. More draws finer detail, too much draws noise between the pixels."},
    {"Levels",
     "Grids of cells, from coarse to fine, 1 to 16. Default 6. More has more steps between them "
     "and more numbers to learn."},
    {"Finest cells",
     "Cells across the picture on the finest grid, 1 to 16,384. Default auto: one for each pixel, "
     "three for two where pixels are areas, and of a large picture as many as make 3 million. "
     "Fewer is smoother between the pixels and less sharp on them."},
    {"Coarsest cells",
     "Cells across the picture on the coarsest grid, 1 to 16,384. Default auto: an eighth of the "
     "finest, at most 64."},
    {"Features",
     "Numbers on each corner of a grid, 1 to 4. Default 2. More holds more and takes longer."},
    {"First omega",
     "How fast the first sine layer may oscillate across the picture, above 0 to 10,000. Default "
     "auto: about 0.3 of the longer side, 0.2 with a sigmoid. More draws finer detail, too much "
     "draws noise between the pixels."},
    {"Hidden omega",
     "Frequency of the other sine layers, above 0 to 10,000. Default 30. More learns faster and "
     "less steadily."},
    {"Hidden gain",
     "Scales the first weights of the hidden sine layers, above 0 to 100. Default 1. More fits the "
     "pixels sooner and draws rougher between them."},
    {"Output", "Linear gives the value itself; sigmoid keeps it between 0 and 1. Default linear."},
    {"Pixels",
     "What a pixel of the picture is: the value of the point in its middle, or the mean of its "
     "area, as in a photograph. Default auto: area, but point for line drawings and for more than "
     "4 megapixels. Area draws photographs closer to what lies between the pixels and takes twice "
     "the time."},
    {"Variation",
     "How much what varies within an area pixel is held down, 0 to 1. Default 0.004. More is "
     "smoother between the pixels, less leaves noise there."},
    {"Loss",
     "How a wrong pixel is counted: MSE squares the error, L1 takes its size, BCE (with sigmoid "
     "output) fits black and white. Default MSE."},
    {"Optimizer",
     "How a step follows the slope. Adam adapts each weight's own rate; SGD takes the slope as it "
     "is. Default Adam."},
    {"Momentum",
     "How much of the last step SGD keeps, 0 to below 1. Default 0. More moves faster through flat "
     "stretches and overshoots more easily."},
    {"Beta 1",
     "How long Adam remembers the slope, 0 to below 1. Default 0.9. More is smoother and slower to "
     "turn."},
    {"Beta 2",
     "How long Adam remembers the slope's size, 0 to below 1. Default 0.99. More is steadier and "
     "slower to adapt."},
    {"Batch",
     "Which pixels one step looks at: all of them, a random choice, random rows, or one of each "
     "part of the picture (stratified), which covers it evenly. Default by the picture's size. "
     "Fewer makes a step cheaper and noisier."},
    {"Batch size",
     "Pixels, or of rows rows, in one step, 1 to all there are; stratified about so many. Default "
     "8192 pixels or 16 rows."},
    {"Seed",
     "Where the first weights come from, any whole number. Default 1. The same seed gives the same "
     "run."},
    {"Rate max",
     "The learning rate the cosine starts from, above 0 to 100. Default 2e-3. More learns faster "
     "until it no longer settles."},
    {"Rate min",
     "The learning rate the cosine ends at, 0 to rate max. Default 0. At 0 the drawing settles "
     "completely."},
    {"Time",
     "How long the run learns. Default 10 s. The epochs follow the pace of this machine, and the "
     "rate comes down in time; a picture that is opened next is learned as large as that allows. "
     "By epochs, it ends after so many instead."},
    {"Epochs",
     "How often the network sees every pixel before the run ends, 0 to a million million. Default "
     "1,000. More is better and longer."},
    {"Offset",
     "Epochs by which the cosine ends later than the run, 0 or more. Default 0. More leaves the "
     "rate higher at the end."},
    {"Warm-up",
     "Epochs over which the rate rises to its curve, 0 or more. Default 10. Protects the first "
     "steps of a high rate."},
    {"Restart after",
     "Epochs until the cosine starts over (warm restarts), 0 for never. Default 0. A restart "
     "shakes the drawing up and often ends better."},
    {"Cycle growth",
     "How many times longer each cycle is than the one before it, 1 to 100. Default 1. Only with "
     "restarts."},
}};

}  // namespace

const char* label_of(Setting setting) {
    return kTexts[std::size_t(setting)].label;
}

std::string help_of(Setting setting) {
    const bool live = setting >= Setting::lr_max;  // it is of the schedule
    return std::string(kTexts[std::size_t(setting)].help) +
           (live ? " Changes at once." : " Starts the run anew.");
}

std::string preset_help(const Preset& preset) {
    const std::string summary = std::string(preset.summary) + ".";
    return preset.warning.empty() ? summary : summary + " " + std::string(preset.warning);
}

}  // namespace redraw::ui
