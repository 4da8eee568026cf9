// The lists of runs and of presets that the studio shows. Owned by the app, used on the UI thread.
#pragma once

#include "app/library/library.h"
#include "app/studio/scene_textures.h"
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

// Returns the files of the open run and of the compared runs, which the library must not open.
std::vector<std::filesystem::path> own_files(const Status& status);

// The list of runs: what the library has read, with the present values of the open run. Also holds
// the thumbnails of runs and other visible files as textures.
class RunList {
public:
    explicit RunList(const BackendOptions& options);

    bool news() const { return library_.snapshot() != snapshot_ || library_.files() != files_; }
    void refresh(const Status& status) { library_.refresh(own_files(status)); }
    StudioLibrary& library() { return library_; }  // changes runs and makes thumbnails
    // Updates the list. `now`: seconds since the start. Returns the library's message, or empty.
    std::string update(const Status& status, const SceneTextures& scene, double now);
    std::span<const ui::RecentEntry> entries() const { return entries_; }
    const std::filesystem::path& folder() const { return folder_; }  // empty: no home folder
    std::span<const ui::FileThumbnail> file_thumbnails() const { return file_thumbnails_; }
    std::size_t packing() const { return snapshot_->packing; }
    std::size_t trashed() const { return snapshot_->trashed; }
    // Returns a run's settings, adapted for another picture; absent until the run is read.
    std::optional<Config> settings_of(const std::filesystem::path& run) const;

private:
    struct Card {  // a run in the list, and what its texts were made from
        Shown<Image> drawing;
        std::shared_ptr<const RunSummary> of;
        ui::RecentEntry entry;  // the texts as the window shows them, made from `of`
        bool listed = false;
    };
    std::string list(const Status& status, double now);
    void show_files();

    std::filesystem::path folder_;
    StudioLibrary library_;
    std::shared_ptr<const StudioLibrary::Snapshot> snapshot_;
    std::shared_ptr<const StudioLibrary::Files> files_;
    std::map<std::filesystem::path, Shown<Image>> file_textures_;
    std::vector<ui::FileThumbnail> file_thumbnails_;
    std::map<std::filesystem::path, Card> cards_;
    std::vector<std::filesystem::path> companions_;  // paths of the compared runs
    double listed_at_ = -1;
    std::vector<ui::RecentEntry> entries_;
};

}  // namespace redraw
