#include "app/studio/settings.h"

#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/file/read_file.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"

#include <algorithm>
#include <span>
#include <system_error>

namespace redraw {
namespace fs = std::filesystem;
using nlohmann::json;
namespace {

constexpr JsonLimits kLimits{.bytes = 64 * 1024};

// JSON is UTF-8 and a path need not be: such a folder is simply not remembered.
std::string as_text(const fs::path& path) {
    const std::string text = path.string();
    return display_name(path) == text ? text : std::string();
}

json to_json(const StudioSettings& s) {
    const Preferences& p = s.preferences;
    return {{"theme", p.theme == ThemeKind::light ? "light" : "dark"},
            {"log_epochs", p.log_epochs},
            {"smoothing", p.smoothing},
            {"training_pixels", p.training_pixels},
            {"log_loss", p.log_loss},
            {"show_psnr", p.show_psnr},
            {"show_loss", p.show_loss},
            {"show_rate", p.show_rate},
            {"loop_timelapse", p.loop_timelapse},
            {"timelapse_speed", p.timelapse_speed},
            {"timelapse_pace", int(p.timelapse_pace)},
            {"signed_difference", p.signed_difference},
            {"duty_percent", p.duty_percent},
            {"system_dialog", p.system_dialog},
            {"text_percent", p.text_percent},
            {"view", int(s.mode)},
            {"more_network", p.more_network},
            {"more_schedule", p.more_schedule},
            {"open_folder", as_text(p.open_folder)},
            {"export_folder", as_text(p.export_folder)},
            {"window",
             {{"x", s.place.x},
              {"y", s.place.y},
              {"width", s.place.width},
              {"height", s.place.height},
              {"maximised", s.place.maximised}}}};
}

// Clamped while it is what the file says: a number that no int can hold has no value as one.
template <class Number>
Number within(const json& object, const char* key, Number low, Number high, Number otherwise) {
    const double number = object.value(key, double(otherwise));
    return static_cast<Number>(std::clamp(number, double(low), double(high)));
}

StudioSettings from_json(const json& j) {
    StudioSettings s;
    Preferences& p = s.preferences;
    p.theme = j.value("theme", "dark") == "light" ? ThemeKind::light : ThemeKind::dark;
    p.log_epochs = j.value("log_epochs", p.log_epochs);
    p.smoothing = within(j, "smoothing", 0.0f, 1.0f, p.smoothing);
    p.training_pixels = j.value("training_pixels", p.training_pixels);
    p.log_loss = j.value("log_loss", p.log_loss);
    p.show_psnr = j.value("show_psnr", p.show_psnr);
    p.show_loss = j.value("show_loss", p.show_loss);
    p.show_rate = j.value("show_rate", p.show_rate);
    p.loop_timelapse = j.value("loop_timelapse", p.loop_timelapse);
    p.timelapse_speed = within(j, "timelapse_speed", 0.25, 4.0, p.timelapse_speed);
    p.timelapse_pace = Pace(within(j, "timelapse_pace", 0, 2, int(p.timelapse_pace)));
    p.signed_difference = j.value("signed_difference", p.signed_difference);
    const int duty = within(j, "duty_percent", 0, 100, p.duty_percent);
    p.duty_percent = duty == 25 || duty == 50 ? duty : 100;
    p.system_dialog = j.value("system_dialog", p.system_dialog);
    p.text_percent = within(j, "text_percent", 75, 250, p.text_percent);
    s.mode = ViewMode(within(j, "view", 0, int(ViewMode::neurons), 0));
    p.more_network = j.value("more_network", p.more_network);
    p.more_schedule = j.value("more_schedule", p.more_schedule);
    p.open_folder = j.value("open_folder", std::string());
    p.export_folder = j.value("export_folder", std::string());
    const json window = j.value("window", json::object());
    s.place.x = within(window, "x", -1, 32000, -1);
    s.place.y = within(window, "y", -1, 32000, -1);
    s.place.width = within(window, "width", 0, 16384, 0);
    s.place.height = within(window, "height", 0, 16384, 0);
    s.place.maximised = window.value("maximised", false);
    return s;
}

}  // namespace

StudioSettings settings_from_json(std::string_view text) {
    try {
        return from_json(parse_json(text, kLimits));
    } catch (const json::exception&) {
        throw Error("a setting is not of its kind");
    }
}

LoadedSettings load_settings(const fs::path& file) {
    LoadedSettings loaded;
    std::error_code ignored;
    if (file.empty() || !fs::exists(file, ignored)) return loaded;
    loaded.found = true;
    try {
        const std::vector<std::byte> bytes = read_file(file, kLimits.bytes);
        loaded.settings =
            settings_from_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    } catch (const std::exception&) {  // the user's file was no good
        loaded.settings = {};
        fs::path bad = file;
        bad += ".bad";
        fs::rename(file, bad, ignored);
        loaded.note =
            "The settings could not be read and start from their defaults; the old file "
            "is kept as " +
            display_name(bad.filename()) + ".";
    }
    return loaded;
}

std::string save_settings(const fs::path& file, const StudioSettings& settings) {
    if (file.empty()) return "";
    try {
        const std::string text = to_json(settings).dump(2) + "\n";
        fs::create_directories(file.parent_path());
        write_file_atomically(file, std::as_bytes(std::span(text)));
        return "";
    } catch (const std::exception& error) {
        return std::string("The settings could not be kept: ") + error.what();
    }
}

}  // namespace redraw
