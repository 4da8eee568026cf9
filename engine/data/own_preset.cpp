#include "engine/data/own_preset.h"

#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/network/config_json.h"
#include "engine/network/presets.h"
#include "engine/text/json_text.h"

#include <vector>

namespace redraw {
namespace {

using nlohmann::json;

// Removes every value from `object` that equals the value in `plain`.
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

// Returns the request with preset defaults in place of values that depend on a picture, and of the
// seed and the precision.
Config for_any_picture(const Config& asked) {
    const Config plain = preset_config(asked.preset);
    Config config = asked;
    // With a time limit the epochs follow from the machine's speed, so they are left open.
    if (config.schedule.seconds > 0) config.by_size.epochs = true;
    const BySize& open = config.by_size;
    const bool only_windows = plain.network.encoding != Encoding::window &&
                              // Networks that enlarge have no full batch.
                              config.network.encoding == Encoding::window;
    if (open.batch && !only_windows) set_batch(config, plain.data.batch, plain.data.batch_size);
    if (open.lr_max) config.schedule.lr_max = plain.schedule.lr_max;
    if (open.epochs) config.schedule.epochs = plain.schedule.epochs;
    if (open.warmup_epochs) config.schedule.warmup_epochs = plain.schedule.warmup_epochs;
    config.network.grid.width = config.network.grid.height = 0;
    config.data.train_size = plain.data.train_size;
    config.data.channels = plain.data.channels;
    config.seed = plain.seed;
    config.precision = plain.precision;
    config.by_size.finish = plain.by_size.finish;
    return config;
}

}  // namespace

std::string preset_json(const Config& asked) {
    const Config plain = preset_config(asked.preset), kept = for_any_picture(asked);
    json object = json::parse(to_json(kept));
    keep_differences(object, json::parse(to_json(plain)));
    object["preset"] = plain.preset;
    // Writes the values that the user chose, even if they equal the built-in preset's.
    if (!kept.by_size.batch) {
        object["data"]["batch"] = name_of(kept.data.batch);
        object["data"]["batch_size"] = kept.data.batch_size;
    }
    if (!kept.by_size.lr_max) object["schedule"]["lr_max"] = kept.schedule.lr_max;
    if (!kept.by_size.epochs) object["schedule"]["epochs"] = kept.schedule.epochs;
    if (!kept.by_size.warmup_epochs)
        object["schedule"]["warmup_epochs"] = kept.schedule.warmup_epochs;
    return object.dump(2) + "\n";
}

OwnPreset own_preset_from_json(std::string_view text, const Config& base) {
    Config open = base;
    open.by_size = kAllBySize;
    OwnPreset preset{config_from_json(text, open)};
    if (preset.config.preset == kAutomaticPreset)
        throw Error("preset: \"auto\" depends on the picture, so it cannot be saved as settings");
    const json object = parse_json(text);
    const auto schedule = object.find("schedule");
    preset.has_time =
        schedule != object.end() && (schedule->contains("seconds") || schedule->contains("epochs"));
    return preset;
}

Config with_own_preset(const Config& from, std::string_view text, PixelSize picture) {
    Config base = preset_config("siren");
    base.data.train_size = from.data.train_size;
    base.data.channels = from.data.channels;
    base.seed = from.seed;
    auto [chosen, has_time] = own_preset_from_json(text, base);
    chosen.by_size.finish = from.by_size.finish;
    if (chosen.network.encoding != Encoding::window) {
        if (!has_time) chosen.schedule.seconds = from.schedule.seconds;
        if (chosen.by_size.batch && from.network.encoding != Encoding::window) {
            if (!from.by_size.batch) {
                chosen.data.batch = from.data.batch;
                chosen.data.batch_size = from.data.batch_size;
            }
            chosen.by_size.batch = from.by_size.batch;
        }
    }
    set_batch(chosen, chosen.data.batch, chosen.data.batch_size);
    return with_batch_by_size(chosen, picture);
}

bool is_as_preset(const Config& asked, const OwnPreset& preset) {
    if (asked.preset != preset.config.preset) return false;
    const auto alike = [&](Config config) {
        if (preset.config.by_size.batch) config.optimizer.tables = TableUpdates::all;
        config.by_size = {};
        config.data = {};
        config.seed = 0;
        if (!preset.has_time) config.schedule.seconds = 0, config.schedule.epochs = 0;
        if (config.schedule.seconds > 0) config.schedule.epochs = 0;
        return config;
    };
    const Config now = for_any_picture(asked);
    const bool same_batch =
        preset.config.by_size.batch || (now.data.batch == preset.config.data.batch &&
                                        now.data.batch_size == preset.config.data.batch_size);
    return same_batch && alike(now) == alike(preset.config);
}

}  // namespace redraw
