
#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/network/presets.h"
#include "engine/text/words.h"
#include "ui/kit/fields.h"
#include "ui/kit/widgets.h"

#include <fmt/ranges.h>

namespace redraw::ui {
namespace {

std::string or_auto(double value) {
    return value == 0 ? "auto" : shown_number(value);
}

// Returns the name of a training size, given as the side of a square with as many pixels.
std::string square_of(int side) {
    return side > 0 ? fmt::format("as many pixels as {0} × {0}", side) : "the picture's own size";
}

struct Text {
    Setting setting;
    const char *label, *help;  // "{}" in the help text is replaced by the default
    std::string (*default_of)(const Config& defaults) = nullptr;
};
constexpr std::array<Text, std::size_t(Setting::count)> kTexts{{
    {Setting::train_size, "Train at",
     "The size the picture is learned at, as its longer side in pixels. Default {}. Larger keeps "
     "finer detail and takes longer: time grows with the number of pixels.",
     [](const Config& c) { return square_of(c.data.train_size.longer_side); }},
    {Setting::channels, "Colour",
     "What a pixel is: black or white, gray, colour, or colour with transparency. Default {}: "
     "found from the picture. More channels take slightly more work.",
     [](const Config& c) { return std::string(name_of(c.data.channels)); }},
    {Setting::preset, "Preset",
     "A network, its optimizer and its schedule under one name. Default {}. The picture's settings "
     "stay.",
     [](const Config&) { return title(kChosenPreset); }},
    {Setting::layers, "Layers",
     "Neurons in each hidden layer, 1 to 4096; up to 64 layers. Default {}. Wider and deeper draws "
     "finer detail and trains slower. Clear a field to remove its layer.",
     [](const Config& c) { return fmt::format("{}", fmt::join(c.network.layers, " ")); }},
    {Setting::parameters, "Numbers",
     "At most how many numbers the network is made of: sizes a grid's tables, or the widths of "
     "other networks. 300k and 1M are read as well. Default {}: as the settings are. Fewer is a "
     "smaller run that draws less closely.",
     [](const Config& c) { return or_auto(c.network.parameters); }},
    {Setting::activation, "Activation",
     "What each neuron does with its sum. Sine draws sharp edges; tanh, sigmoid, ReLU and GELU "
     "stay smooth for long. Default {}.",
     [](const Config& c) { return title(name_of(c.network.activation)); }},
    {Setting::smoothness, "Smoothness",
     "How freely the network may draw between the pixels: crisp, balanced or smooth. Default "
     "crisp. Smoother holds the pixels less closely and draws less noise between them, which can "
     "help a photograph that is enlarged and mostly costs a line drawing. Sets first omega, sigma "
     "or the finest cells for the size it is learned at; Export picture measures what it is "
     "worth."},
    {Setting::encoding, "Encoding",
     "What the network reads. None: the coordinates themselves, smooth between the pixels. "
     "Fourier: waves of many directions. Grid: trained features on grids of cells, sharp soonest. "
     "Default {}.",
     [](const Config& c) { return title(name_of(c.network.encoding)); }},
    {Setting::fourier_count, "Waves",
     "Frequencies of the Fourier features, 1 to 2,048. Default {}. More holds more detail and "
     "takes longer.",
     [](const Config& c) { return thousands(c.network.fourier.count); }},
    {Setting::fourier_sigma, "Sigma",
     "How fine the waves are, in cycles across the picture, above 0 to 10,000. Default {}: by the "
     "picture's size. More draws finer detail, too much draws noise between the pixels.",
     [](const Config& c) { return or_auto(c.network.fourier.sigma); }},
    {Setting::grid_levels, "Levels",
     "Grids of cells, from coarse to fine, 1 to 16. Default {}. More has more steps between them "
     "and more numbers to learn.",
     [](const Config& c) { return thousands(c.network.grid.levels); }},
    {Setting::grid_finest, "Finest cells",
     "Cells across the picture on the finest grid, 1 to 16,384. Default {}: one for each pixel, "
     "three for two where pixels are areas, and of a large picture as many as make 3 million. "
     "Fewer is smoother between the pixels and less sharp on them.",
     [](const Config& c) { return or_auto(c.network.grid.finest); }},
    {Setting::grid_base, "Coarsest cells",
     "Cells across the picture on the coarsest grid, 1 to 16,384. Default {}: an eighth of the "
     "finest, at most 64.",
     [](const Config& c) { return or_auto(c.network.grid.base); }},
    {Setting::grid_features, "Features",
     "Numbers on each corner of a grid, 1 to 4. Default {}. More holds more and takes longer.",
     [](const Config& c) { return thousands(c.network.grid.features); }},
    {Setting::first_omega, "First omega",
     "How fast the first sine layer may oscillate across the picture, above 0 to 10,000. Default "
     "{}: about 0.3 of the longer side, 0.2 with a sigmoid. More draws finer detail, too much "
     "draws noise between the pixels.",
     [](const Config& c) { return or_auto(c.network.first_omega); }},
    {Setting::hidden_omega, "Hidden omega",
     "Frequency of the other sine layers, above 0 to 10,000. Default {}. More learns faster and "
     "less steadily.",
     [](const Config& c) { return shown_number(c.network.hidden_omega); }},
    {Setting::hidden_gain, "Hidden gain",
     "Scales the first weights of the hidden sine layers, above 0 to 100. Default {}. More fits "
     "the pixels sooner and draws rougher between them.",
     [](const Config& c) { return shown_number(c.network.hidden_gain); }},
    {Setting::output, "Output",
     "Linear gives the value itself; sigmoid keeps it between 0 and 1. Default {}.",
     [](const Config& c) { return title(name_of(c.network.output)); }},
    {Setting::pixel, "Pixels",
     "What a pixel of the picture is: the value of the point in its middle, or the mean of its "
     "area, as in a photograph. Default {}: area, but point for line drawings and for more than 4 "
     "megapixels. Area draws photographs closer to what lies between the pixels and takes twice "
     "the time.",
     [](const Config& c) { return std::string(name_of(c.network.pixel)); }},
    {Setting::total_variation, "Variation",
     "How much what varies within an area pixel is held down, 0 to 1. Default {}. More is smoother "
     "between the pixels, less leaves noise there.",
     [](const Config& c) { return shown_number(c.optimizer.total_variation); }},
    {Setting::loss, "Loss",
     "How a wrong pixel is counted: MSE squares the error, L1 takes its size, BCE (with sigmoid "
     "output) fits black and white. Default {}.",
     [](const Config& c) { return title(name_of(c.optimizer.loss)); }},
    {Setting::optimizer, "Optimizer",
     "How a step follows the slope. Adam adapts each weight's own rate; SGD takes the slope as it "
     "is. Default {}.",
     [](const Config& c) { return title(name_of(c.optimizer.kind)); }},
    {Setting::momentum, "Momentum",
     "How much of the last step SGD keeps, 0 to below 1. Default {}. More moves faster through "
     "flat stretches and overshoots more easily.",
     [](const Config& c) { return shown_number(c.optimizer.momentum); }},
    {Setting::beta1, "Beta 1",
     "How long Adam remembers the slope, 0 to below 1. Default {}. More is smoother and slower to "
     "turn.",
     [](const Config& c) { return shown_number(c.optimizer.beta1); }},
    {Setting::beta2, "Beta 2",
     "How long Adam remembers the slope's size, 0 to below 1. Default {}. More is steadier and "
     "slower to adapt.",
     [](const Config& c) { return shown_number(c.optimizer.beta2); }},
    {Setting::batch, "Batch",
     "Which pixels one step looks at: all of them, a random choice, random rows, or one of each "
     "part of the picture (stratified), which covers it evenly. Default by the picture's size. "
     "Fewer makes a step cheaper and noisier."},
    {Setting::batch_size, "Batch size",
     "Pixels, or of rows rows, in one step, 1 to all there are; stratified about so many. Default "
     "{}.",
     [](const Config&) {
         return thousands(default_batch_size(BatchMode::random)) + " pixels or " +
                thousands(default_batch_size(BatchMode::rows)) + " rows";
     }},
    {Setting::seed, "Seed",
     "Where the first weights come from, any whole number. Default {}. The same seed gives the "
     "same run.",
     [](const Config& c) { return std::to_string(c.seed); }},
    {Setting::lr_max, "Rate max",
     "The learning rate the cosine starts from, above 0 to 100. Default {}. More learns faster "
     "until it no longer settles.",
     [](const Config& c) { return shown_number(c.schedule.lr_max); }},
    {Setting::lr_min, "Rate min",
     "The learning rate the cosine ends at, 0 to rate max. Default {}. At 0 the drawing settles "
     "completely.",
     [](const Config& c) { return shown_number(c.schedule.lr_min); }},
    {Setting::time, "Time",
     "How long the run learns. Default {}. The epochs follow the pace of this machine, and the "
     "rate comes down in time; a picture that is opened next is learned as large as that allows. "
     "By epochs, it ends after so many instead.",
     [](const Config&) { return time_text(Preferences{}.seconds); }},
    {Setting::epochs, "Epochs",
     "How often the network sees every pixel before the run ends, 0 to a million million. Default "
     "{}. More is better and longer.",
     [](const Config& c) { return epoch_number(c.schedule.epochs); }},
    {Setting::epoch_offset, "Offset",
     "Epochs by which the cosine ends later than the run, 0 or more. Default {}. More leaves the "
     "rate higher at the end.",
     [](const Config& c) { return thousands(c.schedule.epoch_offset); }},
    {Setting::warmup, "Warm-up",
     "Epochs over which the rate rises to its curve, 0 or more. Default {}. Protects the first "
     "steps of a high rate.",
     [](const Config& c) { return shown_number(c.schedule.warmup_epochs); }},
    {Setting::restart_epochs, "Restart after",
     "Epochs until the cosine starts over (warm restarts), 0 for never. Default {}. A restart "
     "shakes the drawing up and often ends better.",
     [](const Config& c) { return thousands(c.schedule.restart_epochs); }},
    {Setting::restart_multiplier, "Cycle growth",
     "How many times longer each cycle is than the one before it, 1 to 100. Default {}. Only with "
     "restarts.",
     [](const Config& c) { return shown_number(c.schedule.restart_multiplier); }},
}};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < kTexts.size(); ++i)
        if (kTexts[i].setting != Setting(i)) return false;
    return true;
}
static_assert(is_in_order(), "one row a setting, in the order of the enum");

const PresetEntry* own_preset_of(const Ui& ui, const Config& asked) {
    if (!ui.has_run()) return nullptr;
    const auto found = std::ranges::find_if(ui.view.presets, [&](const PresetEntry& entry) {
        return entry.problem.empty() && is_as_preset(asked, entry.preset);
    });
    return found == ui.view.presets.end() ? nullptr : &*found;
}

}  // namespace

int default_batch_size(BatchMode mode) {
    return mode == BatchMode::full ? 0 : mode == BatchMode::rows ? 16 : 8192;
}

const char* label_of(Setting setting) {
    return kTexts[std::size_t(setting)].label;
}

std::string help_of(Setting setting, const Config& defaults) {
    const Text& text = kTexts[std::size_t(setting)];
    const bool live = setting >= Setting::lr_max;  // schedule settings apply at once
    const std::string value = text.default_of ? text.default_of(defaults) : "";
    return fmt::format(fmt::runtime(text.help), value) +
           (live ? " Changes at once." : " Starts the run anew.");
}

std::string preset_help(const Preset& preset) {
    const std::string summary = std::string(preset.summary) + ".";
    return preset.warning.empty() ? summary : summary + " " + std::string(preset.warning);
}

bool is_own_preset(const Ui& ui, const Config& asked) {
    return own_preset_of(ui, asked) != nullptr;
}

std::string preset_title(const Ui& ui, const Config& asked) {
    const PresetEntry* own = own_preset_of(ui, asked);
    return own ? own->name : title(asked.preset);
}

std::optional<Config> draw_preset_choices(Ui& ui, const Config& from) {
    std::optional<Config> chosen;
    const PresetEntry* own = own_preset_of(ui, from);
    for (const Preset& preset : kPresets) {
        if (choice(ui, title(preset.name), !own && preset.name == from.preset))
            chosen = with_preset(from, preset.name, ui.picture_size());
        tooltip(ui, preset_help(preset));
    }
    if (!ui.view.presets.empty()) ImGui::Separator();
    for (const PresetEntry& entry : ui.view.presets) {
        ui.requests.rebuild_fonts |= want_glyphs(ui.state.glyphs, entry.name);
        ImGui::PushID(entry.path.c_str());
        ImGui::BeginDisabled(!entry.problem.empty());
        const std::string shown = shortened(ui.fonts.body, entry.name, ui.px(200));
        if (choice(ui, shown, &entry == own))
            chosen = with_own_preset(from, entry.text, ui.picture_size());
        ImGui::EndDisabled();
        tooltip(ui, entry.problem.empty() ? "A preset of your own."
                                          : "It cannot be used: " + entry.problem);
        ImGui::PopID();
    }
    return chosen;
}

}  // namespace redraw::ui
