#include "app/cli/options.h"

#include "app/cli/choices.h"
#include "app/cli/numbers.h"
#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/network/config_json.h"
#include "engine/network/names.h"
#include "engine/network/presets.h"
#include "engine/text/display_name.h"

#include <charconv>

namespace redraw {
namespace {

template <class E>
CLI::Option* add_choice(CLI::App& command, const char* flag, std::optional<std::string>& value,
                        const char* help) {
    return command.add_option(flag, value, help)->check(one_of<E>());
}

int parse_whole(std::string_view text, const char* flag) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw CLI::ValidationError(flag, "\"" + std::string(text) + "\" is not a whole number");
    return value;
}

std::vector<int> parse_layers(const std::string& text) {
    std::vector<int> layers;
    std::size_t start = 0;
    while (start <= text.size()) {
        const std::size_t comma = std::min(text.find(',', start), text.size());
        layers.push_back(
            parse_whole(std::string_view(text).substr(start, comma - start), "--layers"));
        start = comma + 1;
    }
    return layers;
}

TrainSize parse_train_size(const std::string& text) {
    if (text == "original") return {.longer_side = 0};
    if (const std::size_t x = text.find('x'); x != std::string::npos)
        return {.width = parse_whole(std::string_view(text).substr(0, x), "--train-size"),
                .height = parse_whole(std::string_view(text).substr(x + 1), "--train-size")};
    const int side = parse_whole(text, "--train-size");
    if (side < 1) throw CLI::ValidationError("--train-size", "must be at least 1");
    return {.longer_side = side};
}

void parse_batch(const std::string& text, DataSpec& data) {
    if (text == "full") {
        data.batch = BatchMode::full;
        data.batch_size = 0;
    } else if (text == "rows") {
        data.batch = BatchMode::rows;
        data.batch_size = 16;
    } else {
        data.batch = BatchMode::random;
        data.batch_size = parse_whole(text, "--batch");
    }
}

}  // namespace

void BackendFlags::add_to(CLI::App& command) {
    command.add_option("--backend", backend, "where to compute")
        ->check(one_of<BackendKind>())
        ->capture_default_str();
    command.add_option("--precision", precision, "arithmetic of the matrix products")
        ->check(one_of<Precision>())
        ->capture_default_str();
    command.add_option("--threads", threads, "processor threads; 0: as many as allowed")
        ->check(CLI::Range(0, 1024));
}

BackendOptions BackendFlags::options() const {
    return {.kind = from_name<BackendKind>(backend).value(),
            .precision = from_name<Precision>(precision).value(),
            .threads = threads};
}

void ConfigFlags::add_to(CLI::App& command) {
    std::vector<std::string> presets{std::string(kAutomaticPreset)};
    for (const Preset& p : kPresets) presets.emplace_back(p.name);
    command
        .add_option("--preset", preset,
                    "where the settings start; auto: by the picture and this machine")
        ->check(CLI::IsMember(presets))
        ->capture_default_str();
    command.add_option("--config", config_file, "settings as JSON, over the preset");
    command.add_option("--layers", layers, "hidden widths, for example 128,128,128,128");
    add_choice<Activation>(command, "--activation", activation, "of the hidden layers");
    add_choice<Encoding>(command, "--encoding", encoding, "of the coordinates");
    add_choice<OutputMap>(command, "--output", output, "map of the last layer");
    add_choice<PixelModel>(command, "--pixel", pixel,
                           "what a pixel is: its centre's value, or its area's mean");
    command.add_option("--first-omega", first_omega,
                       "frequency of the first sine layer; 0: by size");
    command.add_option("--hidden-omega", hidden_omega, "frequency of the other sine layers");
    command.add_option("--hidden-gain", hidden_gain, "scale of their first weights");
    add_choice<Loss>(command, "--loss", loss, "what is minimised");
    add_choice<Optimizer>(command, "--optimizer", optimizer, "");
    command.add_option("--momentum", momentum, "of SGD");
    command.add_option("--total-variation", total_variation,
                       "weight of what area pixels vary within");
    command.add_option(
        "--batch", batch,
        "full, rows, or a number of random pixels a step; default: full up to 1 megapixel");
    command.add_option("--epochs", epochs, "passes over the picture")
        ->check(whole_number<std::int64_t>());
    command.add_option("--lr-max", lr_max, "learning rate at the start of the cosine");
    command.add_option("--lr-min", lr_min, "and at its end");
    command.add_option("--epoch-offset", epoch_offset, "the cosine ends this many epochs later")
        ->check(whole_number<std::int64_t>());
    command.add_option("--warmup", warmup, "epochs of linear warm-up");
    command.add_option("--restart-epochs", restart_epochs, "warm restarts: the first cycle")
        ->check(whole_number<std::int64_t>());
    command.add_option("--restart-multiplier", restart_multiplier, "growth of each cycle");
    command.add_option("--train-size", train_size, "200 (longer side), 200x150 or original");
    add_choice<ChannelMode>(command, "--channels", channels, "what is learned of the colours");
    command.add_option("--seed", seed, "of the first weights and the minibatches")
        ->check(whole_number<std::uint64_t>());
}

Schedule ConfigFlags::schedule_over(Schedule schedule) const {
    const auto set = [](auto& field, const auto& value) {
        if (value) field = *value;
    };
    set(schedule.epochs, epochs);
    set(schedule.lr_max, lr_max);
    set(schedule.lr_min, lr_min);
    set(schedule.epoch_offset, epoch_offset);
    set(schedule.warmup_epochs, warmup);
    set(schedule.restart_epochs, restart_epochs);
    set(schedule.restart_multiplier, restart_multiplier);
    return schedule;
}

Config ConfigFlags::config() const {
    Config config = preset_config(preset);
    const bool chosen = !config_file.empty() || layers || activation || encoding || output ||
                        first_omega || hidden_omega || hidden_gain || loss || optimizer ||
                        momentum || batch || lr_max || lr_min;
    if (chosen && preset == kAutomaticPreset) config.preset = "siren";
    if (!config_file.empty()) config = read_config(config_file, config);
    const auto choose = [](auto& field, const std::optional<std::string>& name) {
        if (name) field = from_name<std::remove_reference_t<decltype(field)>>(*name).value();
    };
    const auto set = [](auto& field, const auto& value) {
        if (value) field = *value;
    };
    if (layers) config.network.layers = parse_layers(*layers);
    choose(config.network.activation, activation);
    choose(config.network.encoding, encoding);
    choose(config.optimizer.loss, loss);
    if (loss == "bce" && !output) config.network.output = OutputMap::sigmoid;
    choose(config.network.output, output);
    choose(config.network.pixel, pixel);
    choose(config.optimizer.kind, optimizer);
    choose(config.data.channels, channels);
    set(config.network.first_omega, first_omega);
    set(config.network.hidden_omega, hidden_omega);
    set(config.network.hidden_gain, hidden_gain);
    set(config.optimizer.momentum, momentum);
    set(config.optimizer.total_variation, total_variation);
    config.schedule = schedule_over(config.schedule);
    set(config.seed, seed);
    if (batch) parse_batch(*batch, config.data);
    if (train_size) config.data.train_size = parse_train_size(*train_size);
    try {
        validate(config);
    } catch (const Error& error) {
        if (config_file.empty()) throw CLI::ValidationError(error.what());
        throw;
    }
    return config;
}

Config ConfigFlags::for_picture(const Config& config, PixelSize picture) const {
    if (!leaves_batch_open()) return config;
    return with_own_schedule(with_batch_by_size(config, picture), config.schedule);
}

std::optional<Config> ConfigFlags::smaller_batch(const Config& config, PixelSize picture) const {
    if (!leaves_batch_open()) return std::nullopt;
    auto chosen = with_smaller_batch(config, picture);
    if (!chosen) return std::nullopt;
    return with_own_schedule(std::move(*chosen), config.schedule);
}

Config ConfigFlags::with_own_schedule(Config chosen, const Schedule& own) const {
    if (lr_max) chosen.schedule.lr_max = own.lr_max;
    if (epochs) chosen.schedule.epochs = own.epochs;
    if (warmup) chosen.schedule.warmup_epochs = own.warmup_epochs;
    return chosen;
}

void StopFlags::add_to(CLI::App& command) {
    constexpr double kEver = std::numeric_limits<double>::infinity();
    command.add_option("--until-psnr", until_psnr, "stop at the first step that reaches this dB")
        ->check(number_between(-kEver, kEver));
    command.add_option("--until-seconds", until_seconds, "stop after this much training")
        ->check(number_between(0, kEver));
}

void ExportFlags::add_to(CLI::App& command) {
    command.add_option("--export", export_path, "write the drawing here in the end");
    command.add_option("--size", size, "of that: 1024 (longer side), 800x600 or 4x");
    command.add_flag("--16bit", sixteen_bit, "16 bits a channel (PNG)");
    command.add_option("--quality", quality, "of JPEG")->check(CLI::Range(1, 100));
}

PixelSize size_flag(const std::string& size, PixelSize picture) {
    try {
        return parse_export_size(size, picture);
    } catch (const Error& error) {
        throw CLI::ValidationError(error.what());
    }
}

ExportSpec export_spec(const std::filesystem::path& path, const std::string& size,
                       PixelSize picture, bool sixteen_bit, int quality) {
    const auto format = image_format_of(path);
    if (!format)
        throw Error("Cannot export " + display_name(path) +
                    ": the name must end in .png, .jpg, .webp, .bmp, .tga or .csv.");
    return {path,
            *format,
            size_flag(size, picture),
            {.bit_depth = sixteen_bit ? 16 : 8, .quality = quality}};
}

}  // namespace redraw
