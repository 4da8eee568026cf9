#include "ui/kit/settings_text.h"

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

// Returns the text of a training size. `side`: side of a square with as many pixels; 0: full size.
std::string square_of(int side) {
    return side > 0 ? fmt::format("as many pixels as {0} × {0}", side) : "full size";
}

struct Text {
    Setting setting;
    const char* path;          // in a configuration's JSON; empty: it has none
    const char *label, *help;  // `help`: "{}" stands for the setting's default
    std::string (*value_of)(const Config& config) = nullptr;  // for help_of(), of the defaults
};
constexpr std::array<Text, std::size_t(Setting::count)> kTexts{{
    {Setting::train_size, "data.train_size", "Learn at",
     "The size the picture is learned at. Default {}. Larger keeps finer detail and takes longer: "
     "time grows with the number of pixels.",
     [](const Config& c) { return square_of(c.data.train_size.longer_side); }},
    {Setting::channels, "data.channels", "Colour",
     "Black and white, grey, colour, or colour with transparency. Default {}: found from the "
     "picture. More channels take slightly more work.",
     [](const Config& c) { return std::string(name_of(c.data.channels)); }},
    {Setting::preset, "preset", "Preset",
     "A network, its optimiser and its schedule under one name. Default {}. The picture's settings "
     "stay.",
     [](const Config&) { return title(kChosenPreset); }},
    {Setting::layers, "network.layers", "Layers",
     "Neurons in each hidden layer, 1 to 4,096; up to 64 layers. Default {}. Wider and deeper "
     "draws finer detail and learns slower. Clear a field to remove its layer.",
     [](const Config& c) { return fmt::format("{}", fmt::join(c.network.layers, " ")); }},
    {Setting::parameters, "network.parameters", "Max weights",
     "Limits the weights of the network, through a grid's tables or the widths of other networks. "
     "You can type 300k or 1M. Default {}: no limit. Fewer makes smaller files and a less exact "
     "drawing.",
     [](const Config& c) { return or_auto(c.network.parameters); }},
    {Setting::activation, "network.activation", "Activation",
     "The function each neuron applies to its sum. Sine draws sharp edges soon; tanh, sigmoid, "
     "ReLU and GELU stay soft for long. Default {}.",
     [](const Config& c) { return title(name_of(c.network.activation)); }},
    {Setting::smoothness, "", "Smoothness",
     "How freely the network may draw between the pixels: crisp, balanced or smooth. Default "
     "crisp. Smoother follows the pixels less closely but draws less noise between them. It can "
     "help an enlarged photograph and mostly harms a line drawing. The export measures the "
     "effect."},
    {Setting::encoding, "network.encoding", "Encoding",
     "The input of the network. None: the coordinates themselves, smooth between the pixels. "
     "Fourier: waves of many directions. Grid: trained features on grids of cells, sharp soonest. "
     "Default {}.",
     [](const Config& c) { return title(name_of(c.network.encoding)); }},
    {Setting::fourier_count, "network.fourier.count", "Waves",
     "Frequencies of the Fourier features, 1 to 2,048. Default {}. More keeps more detail and "
     "takes longer.",
     [](const Config& c) { return thousands(c.network.fourier.count); }},
    {Setting::fourier_sigma, "network.fourier.sigma", "Sigma",
     "How fine the waves are, in cycles across the picture, above 0 to 10,000. Default {}: from "
     "the picture's size. More draws finer detail; too much draws noise between the pixels.",
     [](const Config& c) { return or_auto(c.network.fourier.sigma); }},
    {Setting::grid_levels, "network.grid.levels", "Levels",
     "Grids of cells, from coarse to fine, 1 to 16. Default {}. More levels are closer together, "
     "with more weights to learn.",
     [](const Config& c) { return thousands(c.network.grid.levels); }},
    {Setting::grid_finest, "network.grid.finest", "Finest cells",
     "Cells across the picture on the finest grid, 1 to 16,384. Default {}: one for each pixel, or "
     "three for two pixels if Pixels is area; at most 3 million in all. Fewer is smoother between "
     "the pixels and less sharp on them.",
     [](const Config& c) { return or_auto(c.network.grid.finest); }},
    {Setting::grid_base, "network.grid.base", "Coarsest cells",
     "Cells across the picture on the coarsest grid, 1 to 16,384. Default {}: an eighth of the "
     "finest, at most 64.",
     [](const Config& c) { return or_auto(c.network.grid.base); }},
    {Setting::grid_features, "network.grid.features", "Features",
     "Weights at each corner of a grid's cells, 1 to 4. Default {}. More keeps more detail and "
     "takes longer.",
     [](const Config& c) { return thousands(c.network.grid.features); }},
    {Setting::first_omega, "network.first_omega", "First frequency",
     "The frequency of the first sine layer (its omega) across the picture, above 0 to 10,000. "
     "Default {}: about 0.3 times the longer side, 0.2 with a sigmoid. More draws finer detail; "
     "too much draws noise between the pixels.",
     [](const Config& c) { return or_auto(c.network.first_omega); }},
    {Setting::hidden_omega, "network.hidden_omega", "Hidden frequency",
     "The frequency of the other sine layers (their omega), above 0 to 10,000. Default {}. More "
     "learns faster and less steadily.",
     [](const Config& c) { return shown_number(c.network.hidden_omega); }},
    {Setting::hidden_gain, "network.hidden_gain", "Hidden gain",
     "Scales the first weights of the hidden sine layers, above 0 to 100. Default {}. More fits "
     "the pixels sooner and draws rougher between them.",
     [](const Config& c) { return shown_number(c.network.hidden_gain); }},
    {Setting::output, "network.output", "Output",
     "Linear gives the value itself; sigmoid keeps it between 0 and 1. Default {}.",
     [](const Config& c) { return title(name_of(c.network.output)); }},
    {Setting::pixel, "network.pixel", "Pixels",
     "What a pixel's value means: the picture at the pixel's centre (point), or its mean over the "
     "pixel (area), as in a photograph. Default {}: area, but point for line drawings and above 4 "
     "megapixels. Area draws photographs more truly between the pixels and takes twice the time.",
     [](const Config& c) { return std::string(name_of(c.network.pixel)); }},
    {Setting::total_variation, "optimizer.total_variation", "Variation",
     "How strongly variation inside an area pixel is suppressed, 0 to 1. Default {}. More is "
     "smoother between the pixels; less leaves noise there.",
     [](const Config& c) { return shown_number(c.optimizer.total_variation); }},
    {Setting::loss, "optimizer.loss", "Loss",
     "How an error counts: MSE squares it, L1 takes its size, BCE (with sigmoid output) fits black "
     "and white. Default {}.",
     [](const Config& c) { return title(name_of(c.optimizer.loss)); }},
    {Setting::optimizer, "optimizer.kind", "Optimiser",
     "How a step follows the gradient. Adam adapts the rate of each weight; SGD uses the gradient "
     "as it is. Default {}.",
     [](const Config& c) { return title(name_of(c.optimizer.kind)); }},
    {Setting::momentum, "optimizer.momentum", "Momentum",
     "How much of the last step SGD keeps, 0 to below 1. Default {}. More moves faster through "
     "flat stretches and overshoots more easily.",
     [](const Config& c) { return shown_number(c.optimizer.momentum); }},
    {Setting::beta1, "optimizer.beta1", "Beta 1",
     "How long Adam remembers the gradient, 0 to below 1. Default {}. More is smoother and slower "
     "to turn.",
     [](const Config& c) { return shown_number(c.optimizer.beta1); }},
    {Setting::beta2, "optimizer.beta2", "Beta 2",
     "How long Adam remembers the gradient's size, 0 to below 1. Default {}. More is steadier and "
     "slower to adapt.",
     [](const Config& c) { return shown_number(c.optimizer.beta2); }},
    {Setting::batch, "data.batch", "Batch",
     "Which pixels one step uses: all, a random choice, random rows, or one from each part of the "
     "picture (stratified), which covers it evenly. Default: from the picture's size. Fewer makes "
     "a step cheaper and noisier."},
    {Setting::batch_size, "data.batch_size", "Batch size",
     "Pixels in one step, or rows with random rows; 1 to all there are. Default {}.",
     [](const Config&) {
         return thousands(default_batch_size(BatchMode::random)) + " pixels or " +
                thousands(default_batch_size(BatchMode::rows)) + " rows";
     }},
    {Setting::seed, "seed", "Seed",
     "Chooses the random first weights, any whole number. Default {}. The same seed gives the same "
     "run.",
     [](const Config& c) { return std::to_string(c.seed); }},
    {Setting::lr_max, "schedule.lr_max", "Max rate",
     "The learning rate at the start of the cosine, above 0 to 100. Default {}. More learns "
     "faster, until it no longer settles.",
     [](const Config& c) { return shown_number(c.schedule.lr_max); }},
    {Setting::lr_min, "schedule.lr_min", "Min rate",
     "The learning rate at the end of the cosine, 0 to the max rate. Default {}. At 0 the drawing "
     "settles completely.",
     [](const Config& c) { return shown_number(c.schedule.lr_min); }},
    {Setting::finish, "by_size.finish", "Until",
     "How far to learn the picture: until it is a sketch, a likeness, or hard to tell from the "
     "original. Default {}. The number of steps follows from the picture alone, so the drawing is "
     "the same on every machine; a slow one takes longer.",
     [](const Config&) { return finish_text(kLikeness); }},
    {Setting::time, "schedule.seconds", "Time limit",
     "Ends the run by the clock instead. Default {}. The number of epochs follows from this "
     "machine's speed, and the next picture is learned as large as the time allows.",
     [](const Config&) { return time_text(Preferences{}.seconds); }},
    {Setting::epochs, "schedule.epochs", "Epochs",
     "How often the network sees every pixel before the run ends, 0 to a trillion. Default {}. "
     "More is better and takes longer.",
     [](const Config& c) { return epoch_number(c.schedule.epochs); }},
    {Setting::target, "", "Target",
     "Pauses once the drawing is this close to the picture, in dB, up to 200. Default {}.",
     [](const Config&) { return std::string("none"); }},
    {Setting::warmup, "schedule.warmup_epochs", "Warm-up",
     "Epochs over which the rate rises to its curve, 0 or more. Default {}. Protects the first "
     "steps of a high rate.",
     [](const Config& c) { return shown_number(c.schedule.warmup_epochs); }},
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

bool applies(Setting setting, const Config& config) {
    const NetworkSpec& network = config.network;
    const bool sine = network.activation == Activation::sine;
    const bool window = network.encoding == Encoding::window;
    const bool adam = config.optimizer.kind == Optimizer::adam;
    switch (setting) {
        case Setting::fourier_count:
        case Setting::fourier_sigma:
            return network.encoding == Encoding::fourier;
        case Setting::grid_levels:
        case Setting::grid_finest:
        case Setting::grid_base:
        case Setting::grid_features:
            return network.encoding == Encoding::grid;
        case Setting::smoothness:
            return network.encoding == Encoding::fourier || network.encoding == Encoding::grid ||
                   (sine && network.encoding == Encoding::none);
        case Setting::first_omega:
            return sine && network.encoding == Encoding::none;
        case Setting::hidden_omega:
        case Setting::hidden_gain:
            return sine;
        case Setting::parameters:
        case Setting::pixel:
            return !window;
        case Setting::total_variation:
            return !window && network.pixel == PixelModel::area;
        case Setting::momentum:
            return !adam;
        case Setting::beta1:
        case Setting::beta2:
            return adam;
        case Setting::batch_size:
            return config.data.batch != BatchMode::full;
        default:
            return true;
    }
}

std::optional<Setting> setting_of(std::string_view path) {
    for (const Text& text : kTexts)
        if (*text.path && (path == text.path || path.starts_with(std::string(text.path) + ".")))
            return text.setting;
    return std::nullopt;
}

const char* label_of(Setting setting) {
    return kTexts[std::size_t(setting)].label;
}

std::string value_of(Setting setting, const Config& config) {
    const Text& text = kTexts[std::size_t(setting)];
    return text.value_of ? text.value_of(config) : "";
}

const char* label_of(ChannelMode mode) {
    constexpr const char* kModes[] = {"Auto", "Black and white", "Grey", "Colour",
                                      "With transparency"};
    return kModes[std::size_t(mode)];
}

std::string layers_text(const std::vector<int>& layers) {
    if (layers.empty()) return "no hidden layer";
    if (layers.size() == 1) return fmt::format("1 layer of {}", layers[0]);
    if (std::all_of(layers.begin(), layers.end(), [&](int width) { return width == layers[0]; }))
        return fmt::format("{} layers of {}", layers.size(), layers[0]);
    return fmt::format("layers {}", fmt::join(layers, ", "));
}

std::string help_of(Setting setting, const Config& defaults) {
    const Text& text = kTexts[std::size_t(setting)];
    const bool live = setting >= Setting::lr_max;  // settings of the schedule apply at once
    return fmt::format(fmt::runtime(text.help), value_of(setting, defaults)) +
           (live ? " Changes apply immediately." : " Starts a new run.");
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
        const std::string summary = std::string(preset.summary) + ".";
        tooltip(ui, preset.warning.empty() ? summary : summary + " " + std::string(preset.warning));
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
        tooltip(ui, entry.problem.empty() ? "One of your presets."
                                          : "Cannot be used: " + entry.problem);
        ImGui::PopID();
    }
    return chosen;
}

}  // namespace redraw::ui
