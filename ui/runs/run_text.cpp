#include "ui/runs/run_text.h"

#include "engine/error.h"
#include "engine/network/names.h"
#include "engine/network/presets.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace redraw::ui {
namespace {

std::string size_text(const TrainSize& size) {
    if (size.width > 0) return fmt::format("{} × {}", size.width, size.height);
    return size.longer_side > 0 ? fmt::format("{} pixels", size.longer_side) : "original";
}

std::string batch_text(const DataSpec& data) {
    if (data.batch == BatchMode::full) return "full";
    return thousands(data.batch_size) + (data.batch == BatchMode::rows ? " rows" : " pixels");
}

bool is_known_preset(const std::string& name) {
    return std::any_of(kPresets.begin(), kPresets.end(),
                       [&](const Preset& preset) { return preset.name == name; });
}

}  // namespace

std::string layers_text(const std::vector<int>& layers) {
    if (layers.empty()) return "no hidden layer";
    if (layers.size() == 1) return fmt::format("1 layer of {}", layers[0]);
    if (std::all_of(layers.begin(), layers.end(), [&](int width) { return width == layers[0]; }))
        return fmt::format("{} layers of {}", layers.size(), layers[0]);
    return fmt::format("layers {}", fmt::join(layers, ", "));
}

std::string settings_line(const Config& config) {
    std::string text = title(config.preset);
    if (is_known_preset(config.preset) &&
        preset_config(config.preset).network.activation != config.network.activation)
        text += ", " + title(name_of(config.network.activation));
    return text + ", " + layers_text(config.network.layers) + ", rate " +
           shown_number(config.schedule.lr_max);
}

std::vector<Difference> differences(const Config& a, const Config& b) {
    std::vector<Difference> found;
    const auto compare = [&](const char* what, const std::string& of_a, const std::string& of_b) {
        if (of_a != of_b) found.push_back({what, of_a, of_b});
    };
    const auto numbers = [&](const char* what, double of_a, double of_b) {
        compare(what, shown_number(of_a), shown_number(of_b));
    };
    const NetworkSpec &m = a.network, &n = b.network;
    compare("Preset", title(a.preset), title(b.preset));
    compare("Layers", layers_text(m.layers), layers_text(n.layers));
    compare("Activation", title(name_of(m.activation)), title(name_of(n.activation)));
    numbers("First omega", m.first_omega, n.first_omega);
    numbers("Hidden omega", m.hidden_omega, n.hidden_omega);
    numbers("Hidden gain", m.hidden_gain, n.hidden_gain);
    compare("Output", title(name_of(m.output)), title(name_of(n.output)));
    compare("Loss", title(name_of(a.optimizer.loss)), title(name_of(b.optimizer.loss)));
    compare("Optimizer", title(name_of(a.optimizer.kind)), title(name_of(b.optimizer.kind)));
    numbers("Beta 1", a.optimizer.beta1, b.optimizer.beta1);
    numbers("Beta 2", a.optimizer.beta2, b.optimizer.beta2);
    numbers("Momentum", a.optimizer.momentum, b.optimizer.momentum);
    numbers("Rate max", a.schedule.lr_max, b.schedule.lr_max);
    numbers("Rate min", a.schedule.lr_min, b.schedule.lr_min);
    compare("Epochs", epoch_number(a.schedule.epochs), epoch_number(b.schedule.epochs));
    compare("Offset", thousands(a.schedule.epoch_offset), thousands(b.schedule.epoch_offset));
    numbers("Cosine begins at", a.schedule.start_epoch, b.schedule.start_epoch);
    compare("Warm-up", epoch_number(a.schedule.warmup_epochs),
            epoch_number(b.schedule.warmup_epochs));
    compare("Restarts every", thousands(a.schedule.restart_epochs),
            thousands(b.schedule.restart_epochs));
    compare("Learned at", size_text(a.data.train_size), size_text(b.data.train_size));
    compare("Colour", title(name_of(a.data.channels)), title(name_of(b.data.channels)));
    compare("Batch", batch_text(a.data), batch_text(b.data));
    compare("Precision", std::string(name_of(a.precision)), std::string(name_of(b.precision)));
    compare("Seed", std::to_string(a.seed), std::to_string(b.seed));
    return found;
}

}  // namespace redraw::ui
