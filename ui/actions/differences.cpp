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
    const auto setting = [&](Setting which) {
        if (applies(which, a) && applies(which, b))
            compare(label_of(which), capital(value_of(which, a)), capital(value_of(which, b)));
    };
    compare("Preset", title(a.preset), title(b.preset));
    compare("Layers", layers_text(a.network.layers), layers_text(b.network.layers));
    for (int i = int(Setting::activation); i <= int(Setting::beta2); ++i) setting(Setting(i));
    setting(Setting::lr_max);
    const char* kKinds[] = {"Cosine", "Constant"};
    compare("Rate", kKinds[is_constant(a.schedule)], kKinds[is_constant(b.schedule)]);
    if (!is_constant(a.schedule) && !is_constant(b.schedule)) setting(Setting::lr_min);
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
    setting(Setting::seed);
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
