#include "engine/run/folders.h"

#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/file/read_file.h"
#include "engine/run/run_file.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"
#include "engine/text/words.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <new>
#include <span>
#include <system_error>

namespace redraw {
namespace {

namespace fs = std::filesystem;

// Returns the absolute path with symbolic links resolved; the file need not exist.
fs::path place_of(const fs::path& path) {
    std::error_code error;
    fs::path place = fs::weakly_canonical(fs::absolute(path, error), error);
    if (error == std::errc::not_enough_memory) throw std::bad_alloc();
    return error ? path : place;
}

// True for a sidecar file of a run's database, such as its journal. No output may replace it.
bool is_beside_a_run(const fs::path& path) {
    const std::string name = place_of(path).native();
    for (const std::string_view end : {"-journal", "-wal", "-shm"})
        if (name.ends_with(end) && is_run_file(name.substr(0, name.size() - end.size())))
            return true;
    return false;
}

fs::path made(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (!fs::is_directory(folder))
        throw Error("Cannot make the folder " + display_name(folder) + ": " +
                    (error ? error.message() : "there is a file of that name"));
    return folder;
}

[[noreturn]] void refuse(const fs::path& output, const std::string& reason) {
    throw Error("Cannot write " + display_name(output) + ": it is " + reason + ".");
}

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

constexpr std::size_t kLongestStem = 100;  // bytes; most file systems allow 255 for a whole name
constexpr const char* kExtension = ".redraw";

fs::path base_folder(const char* variable, const char* below_home) {
    fs::path folder = xdg_folder(variable, below_home);
    if (folder.empty())
        throw Error(std::string("There is no home folder for Redraw's files. Set HOME or ") +
                    variable + ".");
    return folder / "redraw";
}

// Turns any picture name into the start of a file name that common file systems accept.
std::string stem_of(const std::string& picture_name) {
    std::string stem = display_name(fs::path(picture_name).filename().replace_extension());
    for (char& c : stem)
        if (std::string_view("\\/:*?\"<>|").find(c) != std::string_view::npos) c = '_';
    if (stem.size() > kLongestStem) {
        stem.resize(kLongestStem);
        // Removes the last UTF-8 character, which may be cut: continuation bytes, then first byte.
        while (!stem.empty() && (static_cast<unsigned char>(stem.back()) & 0xC0) == 0x80)
            stem.pop_back();
        if (!stem.empty() && static_cast<unsigned char>(stem.back()) >= 0x80) stem.pop_back();
    }
    stem.erase(0, stem.find_first_not_of(". "));  // a leading dot would hide the file
    stem.erase(stem.find_last_not_of(" ") + 1);
    return stem.empty() ? "picture" : stem;
}

// Returns the picture's name in the file name of a run: "lion-200" for "lion-200 2026-11-21
// 14-03-22 (2).redraw".
std::string picture_name_of(const fs::path& run) {
    constexpr std::string_view kTime = " 0000-00-00 00-00-00";
    const std::string whole = display_name(run.stem());
    std::string_view name = whole;
    if (name.ends_with(')')) {
        const std::size_t open = name.rfind(" (");
        if (open != name.npos) name = name.substr(0, open);
    }
    if (name.size() <= kTime.size()) return whole;
    const std::string_view time = name.substr(name.size() - kTime.size());
    const bool fits = std::equal(time.begin(), time.end(), kTime.begin(), [](char c, char form) {
        return form == '0' ? c >= '0' && c <= '9' : c == form;
    });
    return fits ? std::string(name.substr(0, name.size() - kTime.size())) : whole;
}

}  // namespace

void require_no_input(const fs::path& output, std::initializer_list<Input> inputs) {
    std::error_code not_there;
    for (const auto& [path, what] : inputs)
        if (!path.empty() &&
            (fs::equivalent(output, path, not_there) || place_of(output) == place_of(path)))
            refuse(output, what);
}

void require_output(const fs::path& output, std::initializer_list<Input> inputs) {
    require_no_input(output, inputs);
    std::error_code ignored;
    // An output that ends in a slash is itself a folder, which need not exist yet. Its parent
    // folder must exist.
    const fs::path folder = (output.has_filename() ? output : output.parent_path()).parent_path();
    if (!folder.empty() && !fs::exists(folder, ignored))
        throw Error(Error::Kind::not_writable,
                    "Cannot write " + display_name(output) + ": there is no such folder.");
    if (is_run_file(output)) refuse(output, "a Redraw run");
    if (is_beside_a_run(output)) refuse(output, "the journal of a Redraw run");
}

fs::path presets_folder() {
    return made(config_folder() / "presets");
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
    std::string stem(name);
    std::ranges::replace(stem, '/', '_');
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

// Ignores relative paths, as the XDG specification requires ("all paths must be absolute").
fs::path xdg_folder(const char* variable, const char* below_home) {
    const char* named = std::getenv(variable);
    if (named != nullptr && fs::path(named).is_absolute()) return named;
    const char* home = std::getenv("HOME");
    return home != nullptr && fs::path(home).is_absolute() ? fs::path(home) / below_home
                                                           : fs::path();
}

fs::path runs_folder() {
    return made(base_folder("XDG_DATA_HOME", ".local/share") / "runs");
}

fs::path config_folder() {
    return made(base_folder("XDG_CONFIG_HOME", ".config"));
}

fs::path cache_folder() {
    return made(base_folder("XDG_CACHE_HOME", ".cache"));
}

fs::path new_run_path(const std::string& picture_name, fs::path folder) {
    if (folder.empty()) folder = runs_folder();
    const std::string stem = fmt::format("{} {:%Y-%m-%d %H-%M-%S}", stem_of(picture_name),
                                         fmt::localtime(std::time(nullptr)));
    return unused_path(folder / (stem + kExtension));
}

fs::path unused_path(const fs::path& wanted) {
    const std::string stem = wanted.stem().string(), extension = wanted.extension().string();
    fs::path path = wanted;
    for (int i = 2; fs::exists(fs::symlink_status(path)); ++i)
        path = wanted.parent_path() / fmt::format("{} ({}){}", stem, i, extension);
    return path;
}

std::vector<RecentRun> recent_runs(fs::path folder) {
    std::vector<RecentRun> runs;
    try {
        if (folder.empty()) folder = base_folder("XDG_DATA_HOME", ".local/share") / "runs";
    } catch (const Error&) {  // no home folder: no recent runs
        return runs;
    }
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; entry != end && !error;
         entry.increment(error)) {
        std::error_code gone;  // set if the file disappears after it is listed
        if (entry->path().extension() != kExtension || !entry->is_regular_file(gone) || gone)
            continue;
        const auto modified = entry->last_write_time(gone);
        const std::uintmax_t bytes = gone ? 0 : entry->file_size(gone);
        if (!gone) runs.push_back({entry->path(), picture_name_of(entry->path()), modified, bytes});
    }
    std::ranges::sort(runs, [](const RecentRun& a, const RecentRun& b) {
        return a.modified != b.modified ? a.modified > b.modified : a.path < b.path;
    });
    return runs;
}

}  // namespace redraw
