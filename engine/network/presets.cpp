#include "engine/network/presets.h"

#include "engine/error.h"
#include "engine/system/file_name.h"
#include "engine/text/display_name.h"
#include "engine/text/words.h"

#include <algorithm>

namespace redraw {

Config preset_config(std::string_view name) {
    Config config;
    config.preset = std::string(name);
    config.network.pixel = PixelModel::automatic;
    config.by_size = kAllBySize;
    if (name == "grid") {
        config.network.encoding = Encoding::grid;
        config.network.layers = {64, 64};
        config.network.activation = Activation::relu;
        // A small epsilon, because gradients of tables are tiny (Mueller et al. 2022).
        config.optimizer.epsilon = 1e-15;
        config.schedule.lr_max = 3e-2;
    } else if (name == "enlarge") {
        config.network.encoding = Encoding::window;
        config.network.layers = {64, 64, 64};
        config.network.activation = Activation::relu;
        config.data = {
            .train_size = {.longer_side = 0}, .batch = BatchMode::random, .batch_size = 256};
        config.schedule = {.lr_max = 4e-3, .lr_min = 4e-4, .epochs = 30, .warmup_epochs = 0};
    } else if (name == "lineart") {
        config.network.output = OutputMap::sigmoid;
        config.optimizer.loss = Loss::bce;
        config.schedule.epochs = 300;
    } else if (name == "fourier") {
        config.network.encoding = Encoding::fourier;
        config.network.layers = {128, 128, 128};
    } else if (name == "tanh") {
        config.network.layers = {128, 128, 256, 128, 64, 64, 64};
        config.network.activation = Activation::tanh;
        config.network.output = OutputMap::sigmoid;
        config.optimizer.kind = Optimizer::sgd;
        config.schedule = {.lr_max = 0.5, .lr_min = 1e-6, .epochs = 3'000'000, .warmup_epochs = 0};
    } else if (name != "siren" && name != "auto") {
        // `siren` and `auto` keep the defaults of config.h; `auto` is replaced by another preset
        // before a run is made.
        std::string known;
        for (const Preset& preset : kPresets)
            known += (known.empty() ? "" : ", ") + std::string(preset.name);
        throw Error("There is no preset \"" + excerpt(name) + "\"; there are " + known + ".");
    }
    return config;
}

bool is_built_in_preset(std::string_view name) {
    const std::string word = lower(name);
    return word == "auto" || std::ranges::find(kPresets, word, &Preset::name) != kPresets.end();
}

std::string why_no_preset_name(std::string_view name) {
    if (name.find_first_not_of(' ') == name.npos) return "A preset needs a name.";
    if (is_built_in_preset(name))
        return capital(lower(name)) + " is one of Redraw's own presets; choose another name.";
    if (name.size() > kLongestPresetName) return "That name is too long for a preset.";
    if (name.front() == '.' || name.front() == ' ' || name.back() == ' ' || name.front() == '-')
        return "A preset's name must begin with a letter or digit and not end with a space.";
    if (name.find('/') != name.npos || display_name(name) != name)
        return "A preset's name must not contain slashes or control characters.";
    return why_no_file_name(std::string(name));
}

}  // namespace redraw
