#include "app/studio/preferences_file.h"

#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/system/atomic_file.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"

#include <algorithm>
#include <cerrno>
#include <concepts>
#include <span>
#include <system_error>
#include <type_traits>

namespace redraw {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

template <class Group, class Settings>
concept GroupOf = std::same_as<std::remove_const_t<Group>, Settings>;

constexpr JsonLimits kLimits{.bytes = 64 * 1024};

// Returns a path as text; empty if display_name() would escape something: JSON stores only UTF-8.
std::string as_text(const fs::path& path) {
    const std::string text = path.string();
    return display_name(path) == text ? text : std::string();
}

using Names = std::set<std::string>;

// Reads a list of names. Skips items that are no text. Keeps unknown names.
Names names_from(const json& list) {
    Names names;
    if (!list.is_array()) return names;
    for (const json& item : list)
        if (item.is_string()) names.insert(item.get<std::string>());
    return names;
}

// Calls `visit` with the name and variable of each field of a group of preferences, and with the
// bounds of its numbers. Both writing and reading use this list. Values that are read are limited
// to the bounds.
void visit_fields(GroupOf<WindowPlace> auto& place, auto&& visit) {
    visit("x", place.x, -1, 32000);
    visit("y", place.y, -1, 32000);
    visit("width", place.width, 0, 16384);
    visit("height", place.height, 0, 16384);
    visit("maximised", place.maximised);
}

void visit_fields(GroupOf<ui::Interrupted> auto& open, auto&& visit) {
    visit("run", open.run);
    visit("zoom", open.canvas.zoom, 0, ui::kLongestZoom);
    visit("x", open.canvas.centre_x, 0, 1e6);
    visit("y", open.canvas.centre_y, 0, 1e6);
}

void visit_fields(GroupOf<KeptBatch> auto& batch, auto&& visit) {
    visit("folder", batch.folder);
    visit("open", batch.open);
    visit("at_once", batch.at_once, 1, 4096);
    visit("known_settings", batch.known_settings);
}

void visit_fields(GroupOf<StudioSettings> auto& settings, auto&& visit) {
    auto& p = settings.preferences;
    visit("theme", p.theme);
    visit("log_epochs", p.log_epochs);
    visit("smoothing", p.smoothing, 0, 1);
    visit("training_pixels", p.training_pixels);
    visit("log_loss", p.log_loss);
    visit("show_psnr", p.show_psnr);
    visit("show_loss", p.show_loss);
    visit("show_rate", p.show_rate);
    visit("loop_timelapse", p.loop_timelapse);
    visit("timelapse_speed", p.timelapse_speed, 0.25, 4);
    visit("timelapse_pace", p.timelapse_pace);
    visit("clip_shape", p.clip_shape);
    visit("signed_difference", p.signed_difference);
    visit("replay_birth", p.replay_birth);
    visit("pixel_values", p.pixel_values);
    visit("finish", p.finish, kSketch, kPerfect);
    visit("seconds", p.seconds, 0, 86400);
    visit("duty_percent", p.training_percent, 0, 100);
    visit("system_dialog", p.system_dialog);
    visit("text_percent", p.text_percent, 75, 250);
    visit("view", settings.mode);
    visit("side_panel", p.side_panel);
    visit("curves_open", p.curves_open);
    visit("more_picture", p.more_picture);
    visit("more_network", p.more_network);
    visit("more_schedule", p.more_schedule);
    visit("more_export", p.more_export);
    visit("more_time", p.more_time);
    visit("lessons_done", p.lessons_done);
    visit("open_folder", p.open_folder);
    visit("export_folder", p.export_folder);
    visit("window", settings.place);
    visit("open", settings.open);
    visit("batch", settings.batch);
}

struct Writer {
    json& object;

    template <class Field>
    void operator()(const char* name, const Field& field, auto...) const {
        if constexpr (std::is_enum_v<Field>)
            object[name] = name_of(field);
        else if constexpr (std::same_as<Field, fs::path>)
            object[name] = as_text(field);
        else if constexpr (std::is_arithmetic_v<Field> || std::same_as<Field, std::string>)
            object[name] = field;
        else if constexpr (std::same_as<Field, Names>)
            object[name] = json(field);
        else
            visit_fields(field, Writer{object[name]});
    }
};

// Renames an invalid preferences file to an unused name. Returns that name; empty if renaming
// failed.
std::string set_aside(const fs::path& file) {
    constexpr int kMostKept = 100;
    for (int i = 1; i <= kMostKept; ++i) {
        fs::path bad = file;
        bad += i == 1 ? ".bad" : ".bad" + std::to_string(i);
        const int error = rename_to_new(file, bad);
        if (error == 0) return display_name(bad.filename());
        if (error != EEXIST) break;
    }
    return "";
}

// Reads the fields of a group. A value of another kind than its field's is ignored.
struct Reader {
    const json& object;

    template <class Field, class... Bounds>
    void operator()(const char* name, Field& field, Bounds... bounds) const {
        try {
            read(name, field, bounds...);
        } catch (const json::exception&) {
        }
    }

private:
    template <class Field>
    void read(const char* name, Field& field) const {
        if constexpr (std::is_enum_v<Field>)
            field = from_name<Field>(object.value(name, std::string())).value_or(field);
        else if constexpr (std::same_as<Field, fs::path>)
            field = object.value(name, std::string());
        else if constexpr (std::same_as<Field, bool> || std::same_as<Field, std::string>)
            field = object.value(name, field);
        else if constexpr (std::same_as<Field, Names>)
            field = names_from(object.value(name, json::array()));
        else
            visit_fields(field, Reader{object.value(name, json::object())});
    }
    // Reads a number and limits it to [low, high] while it is still a double, because it may be too
    // large for an int.
    template <class Field>
    void read(const char* name, Field& field, double low, double high) const {
        field = Field(std::clamp(object.value(name, double(field)), low, high));
    }
};

}  // namespace

StudioSettings settings_from_json(std::string_view text) {
    StudioSettings settings;
    const json object = parse_json(text, kLimits);
    if (!object.is_object()) throw Error("it is not a list of settings");
    visit_fields(settings, Reader{object});
    int& percent = settings.preferences.training_percent;
    if (percent != 25 && percent != 50) percent = 100;
    return settings;
}

LoadedSettings load_settings(const fs::path& file) {
    LoadedSettings loaded;
    std::error_code ignored;
    if (file.empty() || !fs::exists(file, ignored)) return loaded;
    std::vector<std::byte> bytes;
    try {
        bytes = read_file(file, kLimits.bytes);
    } catch (const Error& error) {
        if (const auto size = fs::file_size(file, ignored); ignored || size <= kLimits.bytes) {
            loaded.may_save = false;
            loaded.note = std::string(error.what()) +
                          ". This session starts with default settings and keeps none.";
            return loaded;
        }
    }
    try {
        loaded.settings =
            settings_from_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    } catch (const Error&) {  // the preferences file is invalid
        loaded.settings = {};
        const std::string kept = set_aside(file);
        loaded.may_save = !kept.empty();
        loaded.note =
            "The settings could not be read, so the defaults are used. " +
            (kept.empty() ? std::string("Changes are not saved, to leave the old file untouched.")
                          : "The old file is now " + kept + ".");
    }
    return loaded;
}

std::string save_settings(const fs::path& file, const StudioSettings& settings) {
    if (file.empty()) return "";
    try {
        json object;
        visit_fields(settings, Writer{object});
        const std::string text = object.dump(2) + "\n";
        fs::create_directories(file.parent_path());
        write_file_atomically(file, std::as_bytes(std::span(text)));
        return "";
    } catch (const std::exception& error) {
        return std::string("The settings could not be saved: ") + sentence_of(error);
    }
}

}  // namespace redraw
