// The studio's lists of runs and of presets. Owned by the app, on the UI thread.
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

// The user's own presets, as the studio lists and changes them; they are few and small.
class PresetList {
public:
    PresetList() { refresh(); }
    std::span<const ui::PresetEntry> entries() const { return entries_; }
    // Performs the request. Returns a message for the user, or empty.
    std::string answer(const ui::PresetRequest& asked);

private:
    void refresh();

    std::vector<ui::PresetEntry> entries_;
};

// Returns the files of the open run and the compared runs, which the library must not change.
std::vector<std::filesystem::path> own_files(const Status& status);

// The list of runs: the library's data with the open run's current values. Also holds the drawings
// of runs and of other visible files on the graphics card.
class RunList {
public:
    explicit RunList(const BackendOptions& options);

    bool news() const { return library_.snapshot() != snapshot_ || library_.files() != files_; }
    void refresh(const Status& status) { library_.refresh(own_files(status)); }
    StudioLibrary& library() { return library_; }  // for changing and drawing files
    // Updates the list and returns the library's message, or empty. `now`: seconds.
    std::string update(const Status& status, const SceneTextures& scene, double now);
    std::span<const ui::RecentEntry> entries() const { return entries_; }
    const std::filesystem::path& folder() const { return folder_; }  // empty without a home folder
    std::span<const ui::FileThumbnail> file_thumbnails() const { return file_thumbnails_; }
    std::size_t packing() const { return snapshot_->packing; }
    std::size_t trashed() const { return snapshot_->trashed; }
    // Returns the run's settings, adapted for another picture; nothing until they are read.
    std::optional<Config> settings_of(const std::filesystem::path& run) const;

private:
    struct Card {  // a run in the list
        Shown<Image> drawing;
        std::shared_ptr<const RunSummary> of;
        ui::RecentEntry entry;  // the text made from `of`
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
    std::vector<std::filesystem::path> companions_;  // the compared runs in the list
    double listed_at_ = -1;
    std::vector<ui::RecentEntry> entries_;
};

}  // namespace redraw
