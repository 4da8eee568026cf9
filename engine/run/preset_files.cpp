#include "engine/run/preset_files.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/file/user_folders.h"
#include "engine/network/presets.h"
#include "engine/system/atomic_file.h"
#include "engine/system/file_name.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"
#include "engine/text/words.h"

#include <algorithm>
#include <span>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAnyExtension = ".json";

bool ends_with(const std::string& word, std::string_view end) {
    return word.size() > end.size() && lower(word).ends_with(end);
}

bool holds(const fs::path& path, std::string_view text) {
    try {
        return read_preset_file(path) == text;
    } catch (const Error&) {  // a file that cannot be read holds no text
        return false;
    }
}

}  // namespace

fs::path presets_folder() {
    return made_folder(config_folder() / "presets");
}

std::vector<fs::path> preset_files() {
    std::vector<fs::path> files;
    std::error_code problem;
    try {
        for (fs::directory_iterator it(config_folder() / "presets", problem), end;
             !problem && it != end && files.size() < kMostPresets; it.increment(problem)) {
            std::error_code gone;
            if (ends_with(it->path().filename().string(), kPresetExtension) &&
                it->is_regular_file(gone) && !gone)
                files.push_back(it->path());
        }
    } catch (const Error&) {  // no preferences folder: no presets
        return {};
    }
    std::ranges::sort(files, {}, [](const fs::path& path) {
        return std::pair(lower(path.filename().string()), path);
    });
    return files;
}

std::string preset_name_of(const fs::path& file) {
    const std::string name = file.filename().string();
    for (const std::string_view end : {kPresetExtension, kAnyExtension})
        if (ends_with(name, end)) return display_name(name.substr(0, name.size() - end.size()));
    return display_name(name);
}

bool is_preset_file(const fs::path& path) {
    return ends_with(path.filename().string(), kAnyExtension);
}

fs::path preset_path(std::string_view name) {
    if (const std::string why = why_no_preset_name(name); !why.empty()) throw Error(why);
    return presets_folder() / (std::string(name) + std::string(kPresetExtension));
}

std::optional<fs::path> find_preset(std::string_view name) {
    for (const fs::path& file : preset_files())
        if (preset_name_of(file) == name) return file;
    return std::nullopt;
}

std::string read_preset_file(const fs::path& path) {
    return read_text_file(path, JsonLimits{}.bytes);
}

void write_preset_file(const fs::path& path, std::string_view text) {
    write_file_atomically(path, std::as_bytes(std::span(text)));
}

fs::path import_preset(std::string_view name, std::string_view text) {
    std::string stem = file_name_of(std::string(name), '_');
    stem.erase(0, std::min(stem.find_first_not_of(".- "), stem.size()));
    while (stem.size() > kLongestPresetName ||
           (!stem.empty() && display_name(stem) != stem))  // for example cut in a UTF-8 character
        stem.pop_back();
    stem.erase(stem.find_last_not_of(' ') + 1);
    if (stem.empty()) stem = "Preset";
    std::string free = stem;
    for (int i = 2;; ++i) {
        if (!is_built_in_preset(free)) {
            fs::path path = presets_folder() / (free + std::string(kPresetExtension));
            if (!fs::exists(fs::symlink_status(path))) {
                write_preset_file(path, text);
                return path;
            }
            if (holds(path, text)) return path;
        }
        free = stem + " (" + std::to_string(i) + ")";
    }
}

fs::path rename_preset(const fs::path& path, std::string_view name) {
    fs::path to = preset_path(name);
    if (to == path) return path;
    if (fs::exists(fs::symlink_status(to)))
        throw Error("There is a preset called " + std::string(name) + " already.");
    std::error_code error;
    fs::rename(path, to, error);
    if (error)
        throw Error("Cannot rename " + display_name(path.filename()) + ": " + error.message());
    return to;
}

}  // namespace redraw
