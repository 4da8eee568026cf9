#include "engine/data/own_preset.h"

#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/network/config_json.h"
#include "engine/network/names.h"
#include "engine/network/presets.h"
#include "engine/text/json_text.h"

#include <vector>

namespace redraw {
namespace {

using nlohmann::json;

// Removes what `plain` says as well.
void keep_differences(json& object, const json& plain) {
    std::vector<std::string> same;
    for (auto& [key, value] : object.items()) {
        const auto other = plain.find(key);
        if (other == plain.end()) continue;
        if (value.is_object()) keep_differences(value, *other);
        if (value == *other || (value.is_object() && value.empty())) same.push_back(key);
    }
    for (const std::string& key : same) object.erase(key);
}

// As it was asked for, with no picture in mind.
Config for_any_picture(const Config& asked, PixelSize picture) {
    const Config plain = preset_config(asked.preset);
    Config config = without_batch_by_size(asked, picture);
    config.network.grid.width = config.network.grid.height = 0;
    config.data.train_size = plain.data.train_size;
    config.data.channels = plain.data.channels;
    config.seed = plain.seed;
    config.precision = plain.precision;
    if (config.schedule.seconds > 0) config.schedule.epochs = plain.schedule.epochs;  // by pace
    return config;
}

bool names(const json& object, const char* group, std::initializer_list<const char*> keys) {
    const auto found = object.find(group);
    if (found == object.end()) return false;
    for (const char* key : keys)
        if (found->contains(key)) return true;
    return false;
}

}  // namespace

std::string preset_json(const Config& asked, PixelSize picture) {
    const Config plain = preset_config(asked.preset);
    json object = json::parse(to_json(for_any_picture(asked, picture)));
    keep_differences(object, json::parse(to_json(plain)));
    object["preset"] = plain.preset;
    if (!has_batch_by_size(asked, picture)) {  // also where it is as the preset has it
        object["data"]["batch"] = name_of(asked.data.batch);
        object["data"]["batch_size"] = asked.data.batch_size;
    }
    return object.dump(2) + "\n";
}

OwnPreset own_preset_from_json(std::string_view text, const Config& base) {
    OwnPreset preset{config_from_json(text, base)};
    if (preset.config.preset == kAutomaticPreset)
        throw Error("preset: \"auto\" is a choice by the picture, and no settings");
    const json object = parse_json(text);
    preset.has_batch = names(object, "data", {"batch", "batch_size"});
    preset.has_time = names(object, "schedule", {"seconds", "epochs"});
    return preset;
}

Config with_own_preset(const Config& from, std::string_view text, PixelSize picture) {
    Config base = preset_config("siren");
    base.data.train_size = from.data.train_size;
    base.data.channels = from.data.channels;
    base.seed = from.seed;
    auto [chosen, has_batch, has_time] = own_preset_from_json(text, base);
    if (chosen.network.encoding != Encoding::window) {
        if (!has_time) chosen.schedule.seconds = from.schedule.seconds;
        const bool by_size =
            from.network.encoding == Encoding::window || has_batch_by_size(from, picture);
        if (!has_batch && !by_size) chosen.data = from.data, has_batch = true;
    }
    set_batch(chosen, chosen.data.batch, chosen.data.batch_size);
    return has_batch ? chosen : with_batch_by_size(chosen, picture);
}

bool is_as_preset(const Config& asked, const OwnPreset& preset, PixelSize picture) {
    if (asked.preset != preset.config.preset) return false;
    const auto alike = [&](Config config) {
        config.data = {};
        config.seed = 0;
        if (!preset.has_batch) config.optimizer.tables = TableUpdates::all;
        if (!preset.has_time) config.schedule.seconds = 0, config.schedule.epochs = 0;
        if (config.schedule.seconds > 0) config.schedule.epochs = 0;
        return config;
    };
    const Config now = for_any_picture(asked, picture);
    const bool same_batch =
        !preset.has_batch || (now.data.batch == preset.config.data.batch &&
                              now.data.batch_size == preset.config.data.batch_size);
    return same_batch && alike(now) == alike(preset.config);
}

}  // namespace redraw
