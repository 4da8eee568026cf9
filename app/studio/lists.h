// The lists of runs and of presets that the studio shows. Owned by the app, used on the UI thread.
#pragma once

#include "app/library/library.h"
#include "engine/session/status.h"
#include "ui/state/presets.h"
#include "ui/state/view.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace redraw {

// The list of the user's own presets. Reads and writes their files directly, since these are few
// and small.
class PresetList {
public:
    PresetList() { refresh(); }
    std::span<const ui::PresetEntry> entries() const { return entries_; }
    // Carries out a request. Returns a message for the user, or empty.
    std::string answer(const ui::PresetRequest& asked);

private:
    void refresh();

    std::vector<ui::PresetEntry> entries_;
};

// Returns the files that the session uses: those of the open run and of the compared runs. The
// library must not open them.
std::vector<std::filesystem::path> own_files(const Status& status);

// The list of runs: their state as read by the library, with the present values of the open and the
// compared runs.
class RunList {
public:
    explicit RunList(const BackendOptions& options);

    bool news() const {
        return library_.snapshot() != snapshot_ || library_.drawings() != drawings_;
    }
    // Carries out a request, and lists the runs again.
    void ask(ui::RunRequest request, const Status& status) {
        library_.ask(std::move(request), own_files(status));
    }
    // The library, which makes thumbnails.
    StudioLibrary& library() { return library_; }
    // Updates the list. `now`: seconds since the start. Returns the library's message, or empty.
    std::string update(const Status& status, double now);
    std::span<const ui::RecentEntry> entries() const { return entries_; }
    // Folder of all runs; empty: no home folder.
    const std::filesystem::path& folder() const { return folder_; }
    // The thumbnails of runs and of other visible files.
    const std::shared_ptr<const ui::FileThumbnails>& thumbnails() const { return drawings_; }
    std::size_t packing() const { return snapshot_->packing; }
    std::size_t trashed() const { return snapshot_->trashed; }
    // Returns a run's settings, adapted for use with another picture; absent until the library has
    // read the run.
    std::optional<Config> settings_of(const std::filesystem::path& run) const;

private:
    struct Card {  // a run in the list, and the summary that its texts are made from
        std::shared_ptr<const RunSummary> of;
        ui::RecentEntry entry;  // the texts that the window shows of the run, made from `of`
        bool listed = false;
    };

    std::filesystem::path folder_;
    StudioLibrary library_;
    std::shared_ptr<const StudioLibrary::Snapshot> snapshot_;
    std::shared_ptr<const ui::FileThumbnails> drawings_;
    std::map<std::filesystem::path, Card> cards_;
    std::vector<std::filesystem::path> compared_runs_;  // paths of the compared runs
    double listed_at_ = -1;
    std::vector<ui::RecentEntry> entries_;
};

}  // namespace redraw
