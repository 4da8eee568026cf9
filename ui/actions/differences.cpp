#include "ui/actions/differences.h"

#include "engine/session/status.h"
#include "engine/text/words.h"
#include "ui/kit/settings_text.h"

#include <cctype>

namespace redraw::ui {
namespace {

std::string size_text(const TrainSize& size) {
    if (size.width > 0) return dimensions(size.width, size.height);
    return size.longer_side > 0 ? thousands(size.longer_side) + " pixels" : "original";
}

std::string batch_text(const DataSpec& data) {
    if (data.batch == BatchMode::full) return "full";
    return thousands(data.batch_size) + (data.batch == BatchMode::rows ? " rows" : " pixels");
}

bool is_sine(const Config& config) {
    return config.network.activation == Activation::sine;
}

bool is_adam(const Config& config) {
    return config.optimizer.kind == Optimizer::adam;
}

bool is_constant(const Schedule& schedule) {
    return schedule.lr_min >= schedule.lr_max;
}

const Config& config_of(const Status& status, std::size_t racer) {
    return racer == 0 ? status.config : status.compared_runs[racer - 1]->config;
}

}  // namespace

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
    compare("Encoding", title(name_of(m.encoding)), title(name_of(n.encoding)));
    const auto both = [&](auto has) { return has(a) && has(b); };
    const auto encode = [&](Encoding by) { return m.encoding == by && n.encoding == by; };
    if (encode(Encoding::fourier)) {
        numbers("Waves", m.fourier.count, n.fourier.count);
        numbers("Sigma", m.fourier.sigma, n.fourier.sigma);
    } else if (encode(Encoding::grid)) {
        numbers("Levels", m.grid.levels, n.grid.levels);
        numbers("Finest cells", m.grid.finest, n.grid.finest);
        numbers("Coarsest cells", m.grid.base, n.grid.base);
        numbers("Features", m.grid.features, n.grid.features);
    }
    if (both(is_sine)) {
        if (encode(Encoding::none)) numbers("First frequency", m.first_omega, n.first_omega);
        numbers("Hidden frequency", m.hidden_omega, n.hidden_omega);
        numbers("Hidden gain", m.hidden_gain, n.hidden_gain);
    }
    compare("Output", title(name_of(m.output)), title(name_of(n.output)));
    compare("Pixels", title(name_of(m.pixel)), title(name_of(n.pixel)));
    if (m.pixel == PixelModel::area && n.pixel == PixelModel::area)
        numbers("Variation", a.optimizer.total_variation, b.optimizer.total_variation);
    compare("Loss", title(name_of(a.optimizer.loss)), title(name_of(b.optimizer.loss)));
    compare("Optimiser", title(name_of(a.optimizer.kind)), title(name_of(b.optimizer.kind)));
    if (both(is_adam)) {
        numbers("Beta 1", a.optimizer.beta1, b.optimizer.beta1);
        numbers("Beta 2", a.optimizer.beta2, b.optimizer.beta2);
    } else if (!is_adam(a) && !is_adam(b)) {
        numbers("Momentum", a.optimizer.momentum, b.optimizer.momentum);
    }
    numbers("Max rate", a.schedule.lr_max, b.schedule.lr_max);
    const char* kKinds[] = {"Cosine", "Constant"};
    compare("Rate", kKinds[is_constant(a.schedule)], kKinds[is_constant(b.schedule)]);
    if (!is_constant(a.schedule) && !is_constant(b.schedule))
        numbers("Min rate", a.schedule.lr_min, b.schedule.lr_min);
    // With a time limit, the number of epochs only follows from the network's speed. Then the time
    // limits are compared instead.
    if (a.schedule.seconds > 0 && b.schedule.seconds > 0)
        compare("Time", time_span(a.schedule.seconds), time_span(b.schedule.seconds));
    else
        compare("Epochs", epoch_number(a.schedule.epochs), epoch_number(b.schedule.epochs));
    compare("Extend cosine by", thousands(a.schedule.epoch_offset),
            thousands(b.schedule.epoch_offset));
    numbers("Cosine begins at", a.schedule.start_epoch, b.schedule.start_epoch);
    compare("Warm-up", epoch_number(a.schedule.warmup_epochs),
            epoch_number(b.schedule.warmup_epochs));
    compare("Warm restart every", thousands(a.schedule.restart_epochs),
            thousands(b.schedule.restart_epochs));
    if (a.schedule.restart_epochs > 0 && b.schedule.restart_epochs > 0)
        numbers("Cycle growth", a.schedule.restart_multiplier, b.schedule.restart_multiplier);
    compare("Learn at", size_text(a.data.train_size), size_text(b.data.train_size));
    compare("Colour", label_of(a.data.channels), label_of(b.data.channels));
    compare("Batch", batch_text(a.data), batch_text(b.data));
    compare("Precision", std::string(name_of(a.precision)), std::string(name_of(b.precision)));
    compare("Seed", std::to_string(a.seed), std::to_string(b.seed));
    return found;
}

std::vector<std::vector<std::string>> table_of_differences(const Status& status) {
    std::vector<std::vector<std::string>> rows;
    const std::size_t count = status.compared_runs.size();
    for (std::size_t i = 0; i < count; ++i)
        for (const Difference& found :
             differences(status.config, status.compared_runs[i]->config)) {
            auto row = std::ranges::find_if(
                rows, [&](const auto& other) { return other[0] == found.what; });
            if (row == rows.end())
                row = rows.insert(rows.end(), std::vector<std::string>(count + 2, found.a));
            (*row)[0] = found.what;
            (*row)[i + 2] = found.b;
        }
    return rows;
}

std::string racer_name(const Status& status, std::size_t racer) {
    if (racer < status.taught.runs.size()) return status.taught.runs[racer].label;
    const auto rows = table_of_differences(status);
    if (rows.size() != 1 || rows[0][0] == "Preset") return title(config_of(status, racer).preset);
    const std::string& value = rows[0][racer + 1];
    const bool word = std::isalpha(static_cast<unsigned char>(value[0])) != 0;
    return word ? value : rows[0][0] + " " + value;
}

std::vector<std::string> racer_names(const Status& status) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i <= status.compared_runs.size(); ++i)
        names.push_back(racer_name(status, i));
    return names;
}

}  // namespace redraw::ui
