#include "app/cli/preset_flag.h"

#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/network/presets.h"
#include "engine/run/preset_folder.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <system_error>

namespace redraw {
namespace {

bool is_built_in(const std::string& name) {
    return name == kAutomaticPreset ||
           std::ranges::find(kPresets, name, &Preset::name) != kPresets.end();
}

// Prefers the user's preset to a file of the same name in the current folder.
std::optional<std::filesystem::path> file_of(const std::string& given) {
    if (is_built_in(given)) return std::nullopt;
    if (auto kept = find_preset(given)) return kept;
    std::error_code ignored;
    if (std::filesystem::exists(given, ignored)) return given;
    return std::nullopt;
}

}  // namespace

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

std::optional<OwnPresetFile> own_preset_of(const std::string& given) {
    const auto path = file_of(given);
    if (!path) return std::nullopt;
    const std::string text = read_preset_file(*path);
    try {
        return OwnPresetFile{*path, own_preset_from_json(text)};
    } catch (const Error& error) {
        throw Error("Cannot use " + display_name(path->filename()) +
                    " as a preset: " + error.what());
    }
}

}  // namespace redraw
