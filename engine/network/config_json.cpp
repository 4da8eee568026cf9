#include "engine/network/config_json.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/network/presets.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace redraw {
namespace {

using nlohmann::json;

template <class Group, class Spec>
concept GroupOf = std::same_as<std::remove_const_t<Group>, Spec>;

// Visits every field of a configuration struct with its name in files; the writer and the reader
// both use this function. Calls `visit(name, value)` for values and for nested structs. Group: the
// struct type, const or not.
#define VISIT(field) visit(#field, group.field)
template <class Group, class Visit>
void visit_fields(Group& group, Visit&& visit) {
    if constexpr (GroupOf<Group, FourierSpec>) {
        VISIT(count), VISIT(sigma);
    } else if constexpr (GroupOf<Group, GridSpec>) {
        VISIT(levels), VISIT(features), VISIT(base), VISIT(finest), VISIT(table_bits), VISIT(width),
            VISIT(height);
    } else if constexpr (GroupOf<Group, HalvingMix>) {
        VISIT(area), VISIT(bicubic), VISIT(lanczos);
    } else if constexpr (GroupOf<Group, WindowSpec>) {
        VISIT(radius), VISIT(tones), VISIT(made_by);
    } else if constexpr (GroupOf<Group, NetworkSpec>) {
        VISIT(layers), VISIT(parameters), VISIT(activation), VISIT(encoding), VISIT(fourier),
            VISIT(grid), VISIT(window), VISIT(output), VISIT(pixel), VISIT(first_omega),
            VISIT(hidden_omega), VISIT(hidden_gain);
    } else if constexpr (GroupOf<Group, OptimizerSpec>) {
        VISIT(kind), VISIT(loss), VISIT(beta1), VISIT(beta2), VISIT(epsilon), VISIT(momentum),
            VISIT(tables), VISIT(total_variation);
    } else if constexpr (GroupOf<Group, Schedule>) {
        VISIT(lr_max), VISIT(lr_min), VISIT(epochs), VISIT(seconds), VISIT(epoch_offset),
            VISIT(start_epoch), VISIT(warmup_epochs), VISIT(restart_epochs),
            VISIT(restart_multiplier);
    } else if constexpr (GroupOf<Group, TrainSize>) {
        VISIT(longer_side), VISIT(width), VISIT(height);
    } else if constexpr (GroupOf<Group, DataSpec>) {
        VISIT(train_size), VISIT(channels), VISIT(batch), VISIT(batch_size);
    } else if constexpr (GroupOf<Group, BySize>) {
        VISIT(batch), VISIT(lr_max), VISIT(epochs), VISIT(warmup_epochs), VISIT(finish);
    } else if constexpr (GroupOf<Group, Goal>) {
        VISIT(whole), VISIT(psnr), VISIT(sampled_step), VISIT(sampled_psnr), VISIT(sample_error),
            VISIT(reached_step), VISIT(seconds), VISIT(drawing);
    } else {
        static_assert(GroupOf<Group, Config>);
        VISIT(preset), VISIT(network), VISIT(optimizer), VISIT(schedule), VISIT(data), VISIT(seed),
            VISIT(precision), VISIT(by_size);
    }
}
#undef VISIT

// --- Writing JSON as text, without the JSON library's objects and lists: their destructors
// allocate, which would end the program when memory is exhausted.

template <class T>
void write(std::string& text, const T& value) {
    if constexpr (std::is_enum_v<T>) {
        text += json(name_of(value)).dump();
    } else if constexpr (std::is_floating_point_v<T>) {
        constexpr double kExact = 1e15;  // whole numbers below this are written without a fraction
        const bool whole = std::abs(value) < kExact && value == std::floor(value);
        text += whole ? std::to_string(std::int64_t(value)) : json(value).dump();
    } else if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
        text += json(value).dump();
    } else if constexpr (requires { value.has_value(); }) {
        write(text, *value);
    } else if constexpr (requires { value.begin(); }) {
        text += '[';
        const char* comma = "";
        for (const auto& item : value) {
            text += std::exchange(comma, ",");
            write(text, item);
        }
        text += ']';
    } else {
        text += '{';
        const char* comma = "";
        visit_fields(value, [&](const char* name, const auto& field) {
            // Omits what is absent, an automatic precision, which no user chose, and the BySize
            // marks, which request_to_json() adds.
            using Field = std::remove_cvref_t<decltype(field)>;
            if constexpr (requires { field.has_value(); })
                if (!field) return;
            if constexpr (std::is_same_v<Field, std::string>)
                if (field.empty()) return;
            if constexpr (std::is_same_v<Field, Precision>)
                if (field == Precision::automatic) return;
            if constexpr (std::is_same_v<Field, BySize>) return;
            text += std::exchange(comma, ",") + json(name).dump() + ':';
            write(text, field);
        });
        text += '}';
    }
}

// --- Reading JSON; `where` is the field's path from the top: "network.layers[2]"

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
    throw Error(where.empty() ? what : where + ": " + what);
}

template <class E>
requires std::is_enum_v<E>
void read(const json& value, const std::string& where, E& field) {
    const auto known = value.is_string() ? from_name<E>(value.get<std::string>()) : std::nullopt;
    if (!known) refuse(where, "it must be one of " + all_names<E>());
    field = *known;
}

template <std::integral Int>
void read(const json& value, const std::string& where, Int& field) {
    using Limits = std::numeric_limits<Int>;
    const bool fits =
        value.is_number_unsigned()
            ? std::in_range<Int>(value.get<std::uint64_t>())
            : value.is_number_integer() && std::in_range<Int>(value.get<std::int64_t>());
    if (!fits)
        refuse(where, fmt::format("it must be a whole number between {} and {}", Limits::min(),
                                  Limits::max()));
    field = value.get<Int>();
}

void read(const json& value, const std::string& where, bool& field) {
    if (!value.is_boolean()) refuse(where, "it must be true or false");
    field = value.get<bool>();
}

void read(const json& value, const std::string& where, double& field) {
    if (!value.is_number()) refuse(where, "it must be a number");
    field = value.get<double>();
}

void read(const json& value, const std::string& where, std::string& field) {
    if (!value.is_string()) refuse(where, "it must be a text");
    field = value.get<std::string>();
}

void read(const json& value, const std::string& where, std::vector<int>& field) {
    if (!value.is_array()) refuse(where, "it must be a list of whole numbers");
    std::vector<int> items(value.size());
    for (std::size_t i = 0; i < items.size(); ++i)
        read(value[i], fmt::format("{}[{}]", where, i), items[i]);
    field = std::move(items);
}

template <class Value>
void read(const json& value, const std::string& where, std::optional<Value>& field) {
    read(value, where, field.emplace());
}

template <class Group>
requires std::is_class_v<Group>
void read(const json& value, const std::string& where, Group& group) {
    if (!value.is_object()) refuse(where, "it must be an object { }");
    const std::string prefix = where.empty() ? "" : where + ".";
    std::vector<std::string> known;
    visit_fields(group, [&](const char* name, auto& field) {
        known.emplace_back(name);
        if (const auto found = value.find(name); found != value.end())
            read(*found, prefix + name, field);
    });
    for (const auto& item : value.items())
        if (std::find(known.begin(), known.end(), item.key()) == known.end())
            refuse(prefix + excerpt(item.key()), "there is no such setting");
}

// Marks every value that the object names as no longer chosen from the picture size, because the
// user chose it.
void choose_named(const json& object, BySize& by_size) {
    const auto names = [&](const char* group, const char* key) {
        const auto found = object.find(group);
        return found != object.end() && found->contains(key);
    };
    if (names("data", "batch") || names("data", "batch_size")) by_size.batch = false;
    if (names("schedule", "lr_max")) by_size.lr_max = false;
    if (names("schedule", "epochs")) by_size.epochs = false;
    if (names("schedule", "warmup_epochs")) by_size.warmup_epochs = false;
}

Config config_of(const json& parsed, const Config& base) {
    Config config = base;
    if (parsed.is_object() && parsed.contains("preset")) {
        // Applies a preset to all settings but the data and the seed; only `enlarge` sets the data
        // too, except the channels.
        std::string name;
        read(parsed["preset"], "preset", name);
        config = preset_config(name);
        if (config.network.encoding == Encoding::window)
            config.data.channels = base.data.channels;
        else
            config.data = base.data;
        config.seed = base.seed;
    }
    read(parsed, "", config);
    if (!parsed.contains("by_size")) choose_named(parsed, config.by_size);
    validate(config);
    return config;
}

}  // namespace

std::string to_json(const Config& config) {
    std::string text;
    write(text, config);
    return text;
}

std::string request_to_json(const Request& request) {
    std::string text = to_json(request.config);
    text.back() = ',';
    text += "\"by_size\":";
    write(text, request.config.by_size);
    text += '}';
    if (request.goal == Goal{}) return text;
    text.back() = ',';
    text += "\"goal\":";
    write(text, request.goal);
    return text + '}';
}

Request request_from_json(std::string_view text) {
    json parsed = parse_json(text);
    Request request;
    if (const auto found = parsed.find("goal"); found != parsed.end()) {
        read(*found, "goal", request.goal);
        if (request.goal.drawing.size() > kLongestGoalText)
            refuse("goal.drawing", "it is too long");
        parsed.erase(found);
    }
    request.config = config_of(parsed, {});
    return request;
}

Config config_from_json(std::string_view text, const Config& base) {
    return config_of(parse_json(text), base);
}

Config read_config(const std::filesystem::path& path, const Config& base) {
    const std::string text = read_text_file(path, JsonLimits{}.bytes);
    try {
        return config_from_json(text, base);
    } catch (const Error& error) {
        throw Error("Cannot use " + display_name(path.filename()) + ": " + error.what());
    }
}

}  // namespace redraw
