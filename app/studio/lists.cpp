#include "app/studio/lists.h"

#include "app/desktop/window.h"
#include "app/library/library.h"
#include "app/system/trash.h"
#include "engine/error.h"
#include "engine/file/user_folders.h"
#include "engine/overloaded.h"
#include "engine/run/outputs.h"
#include "engine/run/preset_files.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "ui/runs/run_card.h"
#include "ui/state/advice.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <utility>

namespace redraw {
namespace fs = std::filesystem;
namespace {

ui::PresetEntry entry_of(const fs::path& path) {
    ui::PresetEntry entry{path, preset_name_of(path), {}, {}, {}};
    try {
        entry.text = read_preset_file(path);
        entry.preset = own_preset_from_json(entry.text);
    } catch (const Error& error) {
        entry.problem = error.what();
    }
    return entry;
}

std::string import_checked(const ui::presets::Import& asked) {
    const std::string text = read_preset_file(asked.path);
    try {
        own_preset_from_json(text);
    } catch (const Error& error) {
        throw Error("Cannot use " + display_name(asked.path.filename()) +
                    " as a preset: " + error.what());
    }
    const fs::path kept = import_preset(preset_name_of(asked.path), text);
    return "Added the preset " + preset_name_of(kept) + ".";
}

// Least seconds between two updates of the open run's values in the list.
constexpr double kOwnValuesSeconds = 0.5;

std::string when(fs::file_time_type time) {
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now() - time)
            .count();
    if (seconds < 90) return "just now";
    if (seconds < 90 * 60) return std::to_string(seconds / 60) + " min ago";
    const std::time_t clock = std::time(nullptr) - std::time_t(seconds);
    return fmt::format(fmt::runtime(seconds < 20 * 3600 ? "{:%H:%M}" : "{:%d %b, %H:%M}"),
                       fmt::localtime(clock));
}

std::string closeness_of(float psnr, const std::string& where) {
    return std::isnan(psnr) ? "" : decibels(psnr) + (where.empty() ? "" : " " + where);
}

// Return how close a run comes to the picture as it was opened, as the window says it. Where that
// is not known, at the learned size.
std::string closeness_of(const RunSummary& run) {
    const bool smaller = run.picture != run.size;
    if (smaller && !std::isnan(run.original_psnr)) return decibels(run.original_psnr);
    return closeness_of(run.psnr,
                        smaller ? "at " + dimensions(run.size.width, run.size.height) : "");
}
std::string closeness_of(const Status& status) {
    const float psnr = ui::psnr_of_original(status);
    return std::isnan(psnr) ? closeness_of(status.psnr, ui::at_learned_size(status))
                            : decibels(psnr);
}

// Sets the texts that the list shows of a run, from a RunSummary, a Status or a ComparedState.
void put(ui::RecentEntry& entry, const auto& run, const std::string& name, const std::string& psnr,
         const PixelSize& size, const std::optional<Branch>& branch) {
    const std::int64_t each = std::max<std::int64_t>(1, run.steps_per_epoch);
    entry.name = name;
    entry.psnr = run.step > 0 ? psnr : "";
    entry.settings = ui::settings_line(run.config);
    entry.detail = size.width > 0 ? dimensions(size.width, size.height) + " · " : "";
    entry.detail += epoch_name(double(run.step) / double(each));
    if (!branch) return;
    entry.parent = entry.path.parent_path() / branch->from;
    entry.from = "from " + epoch_name(double(branch->step) / double(each));
}

// For a run that learns the whole picture in tiles: replaces its size and progress in the list, and
// its PSNR once all tiles are learned.
void put_whole(ui::RecentEntry& entry, const WholePicture& whole) {
    const bool done = whole.learned == whole.tiles;
    if (done) entry.psnr = decibels(whole.psnr);
    entry.detail = dimensions(whole.size.width, whole.size.height) + " · " +
                   (done ? "the whole picture" : ui::whole_progress(whole));
}

fs::path folder_of_runs() {
    try {
        return runs_folder();
    } catch (const Error&) {
        return {};
    }
}

std::vector<fs::path> compared_runs_of(const Status& status) {
    std::vector<fs::path> files;
    for (const auto& other : status.compared_runs) files.push_back(other->path);
    return files;
}

// Sets the texts that the list shows of a run, if it is compared with the open one.
void put_compared(ui::RecentEntry& entry, const Status& status, const RunSummary* read) {
    const auto found = std::ranges::find(status.compared_runs, entry.path,
                                         [](const auto& other) { return other->path; });
    if (found == status.compared_runs.end()) return;
    const ComparedState& other = **found;
    entry.open = other.racing;
    entry.compared = true;
    put(entry, other, other.name,
        closeness_of(other.psnr, ui::at_learned_size(status, other.learned)),
        read ? read->size : PixelSize{}, read ? read->branch : std::nullopt);
}

}  // namespace

void PresetList::refresh() {
    entries_.clear();
    for (const fs::path& path : preset_files()) entries_.push_back(entry_of(path));
}

std::string PresetList::answer(const ui::PresetRequest& asked) {
    try {
        std::string said = std::visit(
            Overloaded{
                [](const ui::presets::Refresh&) { return std::string(); },
                [](const ui::presets::Save& save) {
                    write_preset_file(preset_path(save.name), save.text);
                    return "Saved the preset " + save.name + ".";
                },
                [](const ui::presets::Rename& rename) {
                    rename_preset(rename.path, rename.name);
                    return std::string();
                },
                [](const ui::presets::Trash& trash) {
                    move_to_trash(trash.path);
                    return "Moved the preset " + preset_name_of(trash.path) + " to the trash.";
                },
                [](const ui::presets::Import& import) { return import_checked(import); },
                [](const ui::presets::Export& asked_export) {
                    require_no_input(asked_export.to, {{asked_export.path, "the preset itself"}});
                    write_preset_file(asked_export.to, read_preset_file(asked_export.path));
                    return "Saved " + display_name(asked_export.to.filename()) + ".";
                },
            },
            asked);
        refresh();
        return said;
    } catch (const Error& error) {
        refresh();
        return error.what();
    }
}

std::vector<fs::path> own_files(const Status& status) {
    std::vector<fs::path> files;
    files = compared_runs_of(status);
    if (!status.run_path.empty()) files.push_back(status.run_path);
    return files;
}

RunList::RunList(const BackendOptions& options)
    : folder_(folder_of_runs()),
      library_(options, [] { Window::wake(); }),
      snapshot_(library_.snapshot()),
      drawings_(library_.drawings()) {}

std::optional<Config> RunList::settings_of(const fs::path& run) const {
    for (const StudioLibrary::Run& listed : snapshot_->runs)
        if (listed.path == run && listed.summary)
            return for_another_picture(listed.summary->request);
    return std::nullopt;
}

std::string RunList::update(const Status& status, double now) {
    drawings_ = library_.drawings();
    const auto snapshot = library_.snapshot();
    bool others = false;
    if (const auto compared_runs = compared_runs_of(status); compared_runs != compared_runs_) {
        others = true;
        compared_runs_ = compared_runs;
        ask(ui::request::RefreshRuns{}, status);
    }
    if (snapshot == snapshot_ && !others && now - listed_at_ < kOwnValuesSeconds) return {};
    std::string message = snapshot->listing != snapshot_->listing ? snapshot->message : "";
    snapshot_ = snapshot;
    listed_at_ = now;

    for (auto& [path, card] : cards_) card.listed = false;
    std::vector<ui::RecentEntry> entries;
    entries.reserve(snapshot->runs.size());
    for (const StudioLibrary::Run& run : snapshot->runs) {
        Card& card = cards_[run.path];
        card.listed = true;
        if (card.entry.path.empty() || card.of != run.summary) {
            card.of = run.summary;
            card.entry = {};
            card.entry.path = run.path;
            card.entry.name = run.picture_name;  // the file name until the run is read
            if (const RunSummary* read = run.summary.get())
                put(card.entry, *read, read->picture_name, closeness_of(*read), read->size,
                    read->branch);
            if (run.summary && run.summary->tiles > 0)
                put_whole(card.entry, {.size = run.summary->whole,
                                       .tiles = run.summary->tiles,
                                       .learned = run.summary->learned_tiles,
                                       .psnr = run.summary->whole_psnr});
        }
        ui::RecentEntry& entry = entries.emplace_back(card.entry);
        entry.problem = run.problem;
        entry.bytes = double(run.bytes);
        if (run.path == status.run_path) {
            entry.open = true;
            put(entry, status, status.picture_name, closeness_of(status),
                status.target ? PixelSize{status.target->width, status.target->height}
                              : PixelSize{},
                branch_of(*status.events));
            if (status.whole) put_whole(entry, *status.whole);
            entry.detail += " · " + bytes(entry.bytes);
            continue;
        }
        put_compared(entry, status, run.summary.get());
        entry.detail +=
            (entry.detail.empty() ? "" : " · ") + bytes(entry.bytes) + " · " + when(run.modified);
    }
    std::erase_if(cards_, [](const auto& card) { return !card.second.listed; });
    entries_ = ui::with_branches_under_parents(std::move(entries));
    return message;
}

}  // namespace redraw
