#include "app/cli/options.h"

#include "app/cli/checks.h"
#include "app/cli/output.h"
#include "engine/data/batch_by_size.h"
#include "engine/data/own_preset.h"
#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/network/config_json.h"
#include "engine/network/presets.h"
#include "engine/run/preset_files.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <system_error>
#include <tuple>
#include <type_traits>

namespace redraw {
namespace {

bool is_built_in(const std::string& name) {
    return name == kAutomaticPreset ||
           std::ranges::find(kPresets, name, &Preset::name) != kPresets.end();
}

// Returns the preset file that a name or path stands for; absent if there is none. The user's saved
// preset is preferred to a file of the same name in the current folder.
std::optional<std::filesystem::path> file_of(const std::string& given) {
    if (is_built_in(given)) return std::nullopt;
    if (auto kept = find_preset(given)) return kept;
    std::error_code ignored;
    if (std::filesystem::exists(given, ignored)) return given;
    return std::nullopt;
}

// Returns the configuration in a preset file. Throws Error if the file is damaged.
Config own_preset_in(const std::filesystem::path& file) {
    const std::string text = read_preset_file(file);
    try {
        return own_preset_from_json(text).config;
    } catch (const Error& error) {
        throw Error("Cannot use " + display_name(file.filename()) +
                    " as a preset: " + error.what());
    }
}

// Rejects text that names no preset. Lists the built-in presets for completions and the manual.
CLI::Validator preset_name() {
    std::string names(kAutomaticPreset);
    for (const Preset& preset : kPresets) names += "," + std::string(preset.name);
    const auto complaint = [names](const std::string& given) -> std::string {
        if (is_built_in(given) || file_of(given)) return "";
        std::string own;
        for (const auto& file : preset_files()) own += ", " + preset_name_of(file);
        return excerpt(given) + " not in {" + names +
               "}, and there is no preset file of that name" +
               (own.empty() ? "" : "; your own are" + own.substr(1));
    };
    return {complaint, "{" + names + "}"};
}

int parse_whole(const std::string& text, const char* flag) {
    int value = 0;
    if (read_all(text, value) != std::errc{})
        throw CLI::ValidationError(flag, "\"" + text + "\" is not a whole number");
    return value;
}

std::vector<int> parse_layers(const std::string& text) {
    std::vector<int> layers;
    for (const std::string& width : split_at_commas(text))
        layers.push_back(parse_whole(width, "--layers"));
    return layers;
}

// Parses a number of network parameters: 300000, 300k or 1.5M.
int parse_parameters(const std::string& text) {
    const double unit = text.ends_with('k') ? 1e3 : text.ends_with('M') ? 1e6 : 1;
    double count = 0;
    if (read_all(text.substr(0, text.size() - (unit > 1)), count) != std::errc{} ||
        !(count * unit >= 1 && count * unit <= std::numeric_limits<int>::max()))
        throw CLI::ValidationError("--parameters",
                                   "\"" + text + "\" is not a count like 300k or 1M");
    return int(count * unit);
}

// Parses --batch. Returns the mode and the pixels per training step, or the rows per step if the
// mode is "rows".
std::pair<BatchMode, int> parse_batch(const std::string& text) {
    if (text == "full") return {BatchMode::full, 0};
    if (text == "rows") return {BatchMode::rows, 16};
    if (text.starts_with("random:"))
        return {BatchMode::random, parse_whole(text.substr(7), "--batch")};
    return {BatchMode::stratified, parse_whole(text, "--batch")};
}

TrainSize parse_train_size(const std::string& text) {
    if (text == "original") return {.longer_side = 0};
    if (const std::size_t x = text.find_first_of("xX"); x != std::string::npos)
        return {.width = parse_whole(text.substr(0, x), "--train-size"),
                .height = parse_whole(text.substr(x + 1), "--train-size")};
    const int side = parse_whole(text, "--train-size");
    if (side < 1) throw CLI::ValidationError("--train-size", "must be at least 1");
    return {.longer_side = side};
}

}  // namespace

void add_run(CLI::App& command, std::filesystem::path& run) {
    add_file(command, "RUN", run, "a .redraw file")->required();
}

CLI::Option* add_file(CLI::App& command, const char* flag, std::filesystem::path& path,
                      const char* help) {
    return add_file_or_stream(command, flag, path, help)->check(no_stream());
}

CLI::Option* add_file_or_stream(CLI::App& command, const char* flag, std::filesystem::path& path,
                                const char* help) {
    CLI::Option* option = command.add_option(flag, path, help)->type_name("FILE");
    // Positional files, which are inputs, may be given as file:// addresses.
    if (option->get_positional()) option->transform(local_file());
    return option;
}

void BackendFlags::add_to(CLI::App& command) {
    command.add_option("--backend", backend, "device to compute on")
        ->check(one_of<BackendKind>())
        ->capture_default_str();
    command.add_option("--precision", precision, "precision of the matrix products")
        ->check(one_of<Precision>())
        ->capture_default_str();
    command.add_option("--threads", threads, "processor threads; 0: all available")
        ->check(CLI::Range(0, 1024));
}

BackendOptions BackendFlags::options() const {
    return {.kind = from_name<BackendKind>(backend).value(),
            .precision = from_name<Precision>(precision).value(),
            .threads = threads};
}

void ConfigFlags::add_to(CLI::App& command) {
    command_ = &command;
    const auto add = [&]<class Group, class Value>(const char* flag, Value Group::*field,
                                                   const char* help) {
        using Given = std::conditional_t<std::is_enum_v<Value>, std::string, Value>;
        const auto given = std::make_shared<std::optional<Given>>();
        CLI::Option* option = command.add_option(flag, *given, help);
        if constexpr (std::is_enum_v<Value>) option->check(one_of<Value>());
        if constexpr (std::is_integral_v<Value>) option->check(whole_number<Value>());
        changes_.emplace_back([field, given](Config& config) {
            if (!*given) return;
            const auto parts =
                std::tie(config, config.network, config.optimizer, config.schedule, config.data);
            Value& value = std::get<Group&>(parts).*field;
            if constexpr (std::is_enum_v<Value>)
                value = from_name<Value>(**given).value();
            else
                value = **given;
        });
        return option;
    };
    command
        .add_option("--preset", preset,
                    "settings to start from. auto: chosen for the picture; siren if you set "
                    "network or optimizer options. Also a preset of your own, by name or file")
        ->check(preset_name())
        ->capture_default_str();
    add_file(command, "--config", config_file, "JSON file with settings that override the preset");
    command.add_option("--layers", layers_,
                       "widths of the hidden layers, for example 128,128,128,128");
    command.add_option("--parameters", parameters_,
                       "most parameters, for example 300k; sizes a grid's tables, or the layers of "
                       "other networks");
    add("--activation", &NetworkSpec::activation, "activation of the hidden layers");
    add("--encoding", &NetworkSpec::encoding, "encoding of the coordinates");
    add("--output", &NetworkSpec::output, "activation of the output layer");
    add("--pixel", &NetworkSpec::pixel,
        "model of a pixel: the value at its centre, or the mean over its area");
    add("--first-omega", &NetworkSpec::first_omega,
        "frequency (omega) of the first sine layer; 0: chosen by the picture's size");
    add("--hidden-omega", &NetworkSpec::hidden_omega, "frequency (omega) of the other sine layers");
    add("--hidden-gain", &NetworkSpec::hidden_gain,
        "scale of the initial weights of the other sine layers");
    add("--loss", &OptimizerSpec::loss, "loss to minimise");
    add("--optimizer", &OptimizerSpec::kind, "optimizer");
    add("--momentum", &OptimizerSpec::momentum, "momentum of SGD");
    add("--total-variation", &OptimizerSpec::total_variation,
        "weight of the total variation within area pixels");
    command.add_option("--batch", batch_,
                       "batch of a training step: full, rows, a number of pixels spread over the "
                       "picture, or random:NUMBER; default: chosen by the picture's size");
    constexpr double kMostEpochs = std::int64_t(1) << 32;  // for every batch size
    CLI::Option* epochs = add("--epochs", &Schedule::epochs, "passes over the picture")
                              ->check(number_between(0, kMostEpochs));
    command
        .add_option(
            "--time", time_,
            "training time instead of --epochs: 30s, 5m or 1h. Chooses the epochs (with --preset "
            "auto the training size, too) so that the learning rate has fallen by then")
        ->excludes(epochs);
    std::vector<std::string> finishes;
    for (const auto& [name, finish] : kFinishes) finishes.emplace_back(name);
    command
        .add_option("--finish", finish_,
                    "how far to go, in as many steps on every machine; default: likeness")
        ->check(CLI::IsMember(finishes))
        ->excludes(epochs)
        ->excludes("--time");
    add("--lr-max", &Schedule::lr_max, "learning rate at the start of the cosine schedule");
    add("--lr-min", &Schedule::lr_min, "learning rate at the end of the cosine schedule");
    add("--epoch-offset", &Schedule::epoch_offset,
        "end the cosine schedule this many epochs later");
    add("--warmup", &Schedule::warmup_epochs, "number of epochs of linear warm-up")
        ->check(number_between(0, kMostEpochs));
    add("--restart-epochs", &Schedule::restart_epochs, "warm restarts: epochs of the first cycle");
    add("--restart-multiplier", &Schedule::restart_multiplier,
        "factor by which each cycle of warm restarts is longer than the one before");
    command.add_option(
        "--train-size", train_size_,
        "size at which the picture is learned: 200 (longer side), 200x150 or original");
    add("--channels", &DataSpec::channels, "colour channels to learn");
    add("--seed", &Config::seed, "seed of the initial weights and the minibatches");
}

Schedule ConfigFlags::schedule_over(const Schedule& schedule) const {
    Config config;
    config.schedule = schedule;
    for (const auto& change : changes_) change(config);
    if (time_) config.schedule.seconds = parse_time(*time_);
    return config.schedule;
}

Config ConfigFlags::config() {
    own_preset = file_of(preset).value_or("");
    Config config = own_preset.empty() ? preset_config(preset) : own_preset_in(own_preset);
    constexpr const char* kChoices[] = {
        "--layers",       "--activation",  "--encoding", "--output",    "--first-omega",
        "--hidden-omega", "--hidden-gain", "--loss",     "--optimizer", "--momentum"};
    const bool chosen = std::any_of(std::begin(kChoices), std::end(kChoices),
                                    [this](const char* flag) { return given(flag); });
    if ((chosen || !config_file.empty()) && preset == kAutomaticPreset) config.preset = "siren";
    if (!config_file.empty()) config = read_config(config_file, config), config.by_size = {};
    for (const auto& change : changes_) change(config);
    for (const auto& [name, finish] : kFinishes)
        if (finish_ == name) config.by_size.finish = finish;
    config.by_size.batch &= !batch_;
    config.by_size.lr_max &= !given("--lr-max");
    config.by_size.epochs &= !given("--epochs");
    config.by_size.warmup_epochs &= !given("--warmup");
    if (!own_preset.empty() && given("--epochs")) config.schedule.seconds = 0;
    if (given("--loss") && config.optimizer.loss == Loss::bce && !given("--output"))
        config.network.output = OutputMap::sigmoid;
    if (layers_) config.network.layers = parse_layers(*layers_);
    if (parameters_) config.network.parameters = parse_parameters(*parameters_);
    if (batch_) {
        const auto [mode, size] = parse_batch(*batch_);
        set_batch(config, mode, size);
    }
    if (time_) config.schedule.seconds = parse_time(*time_);
    if (train_size_) config.data.train_size = parse_train_size(*train_size_);
    try {
        validate(config);
    } catch (const Error& error) {
        if (config_file.empty()) throw CLI::ValidationError(error.what());
        throw;
    }
    return config;
}

void StopFlags::add_to(CLI::App& command) {
    constexpr double kEver = std::numeric_limits<double>::infinity();
    command
        .add_option("--until-psnr", until_psnr,
                    "stop once the drawing's measured PSNR reaches this many dB")
        ->check(number_between(-kEver, kEver));
    command
        .add_option("--until-seconds", until_seconds, "stop after this many seconds of training")
        ->check(number_between(0, kEver));
}

CLI::Option* ExportFlags::add_to(CLI::App& command, const char* flag, const char* help,
                                 const char* size_help) {
    CLI::Option* path = add_file_or_stream(command, flag, export_path, help);
    command.add_option("--size", size, size_help);
    command.add_flag("--16bit", sixteen_bit, "16 bits per channel (PNG)");
    command.add_option("--quality", quality, "JPEG quality")->check(CLI::Range(1, 100));
    return path;
}

void ExportFlags::require(std::initializer_list<Input> inputs) const {
    if (is_stream(export_path))
        take_standard_output(inputs);
    else
        require_output(export_path, inputs);
}

ExportSpec ExportFlags::spec(PixelSize picture) const {
    const PixelSize drawn = size_flag(size, picture);
    const ImageWriterOptions encoding{.bit_depth = sixteen_bit ? 16 : 8, .quality = quality};
    if (is_stream(export_path))
        return {.path = "standard output",
                .format = ImageFormat::png,
                .size = drawn,
                .encoding = encoding,
                .sink = write_standard_output};
    const auto format = image_format_of(export_path);
    if (!format)
        throw Error("Cannot export " + display_name(export_path) +
                    ": the name must end in .png, .jpg, .webp, .bmp, .tga or .csv" + other_endings +
                    ".");
    return {export_path, *format, drawn, encoding};
}

double parse_time(const std::string& text, const char* flag) {
    double value = 0;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string unit = text.substr(digits);
    const double seconds = unit.empty() || unit == "s"    ? 1
                           : unit == "m" || unit == "min" ? 60
                           : unit == "h"                  ? 3600
                                                          : 0;
    if (read_all(text.substr(0, digits), value) != std::errc{} || !(value * seconds > 0))
        throw CLI::ValidationError(flag, "\"" + text + "\" is not a time like 30s, 5m or 1h");
    return value * seconds;
}

PixelSize size_flag(const std::string& size, PixelSize picture) {
    try {
        return parse_export_size(size, picture);
    } catch (const Error& error) {
        throw CLI::ValidationError(error.what());
    }
}

}  // namespace redraw
