// What StudioApp says of the runs of before: the library's list with the open run's own values in
// it, and their drawings on the graphics card.
#include "app/studio/app.h"
#include "engine/run/run_folder.h"
#include "engine/text/numbers.h"
#include "ui/runs/run_text.h"
#include "ui/runs/run_tree.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <utility>

namespace redraw {
namespace fs = std::filesystem;
namespace {

constexpr double kOwnValuesSeconds = 0.5;  // the open run's line is brought up to date

std::string when(fs::file_time_type time) {
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now() - time)
            .count();
    if (seconds < 90) return "just now";
    if (seconds < 90 * 60) return std::to_string(seconds / 60) + " min ago";
    const std::time_t clock = std::time(nullptr) - std::time_t(seconds);
    std::tm local{};
    localtime_r(&clock, &local);
    char text[32];
    std::strftime(text, sizeof text, seconds < 20 * 3600 ? "%H:%M" : "%d %b, %H:%M", &local);
    return text;
}

// What a card says, whoever told it.
struct Told {
    std::string name;
    Config config;
    std::int64_t step = 0, steps_per_epoch = 1;
    float psnr = 0;
    std::optional<Branch> branch;
};

Told told_by(const RunSummary& run) {
    return {run.picture_name, run.config, run.step, run.steps_per_epoch, run.psnr, run.branch};
}

Told told_by(const Status& run) {
    return {run.picture_name,    run.config,    run.step,
            run.steps_per_epoch, run.last.psnr, run.events ? branch_of(*run.events) : std::nullopt};
}

Told told_by(const Companion& run, const RunSummary* read) {
    return {run.name,      run.config,
            run.step,      run.steps_per_epoch,
            run.last.psnr, read ? read->branch : std::nullopt};
}

void put(RecentEntry& entry, const Told& told) {
    const std::int64_t each = std::max<std::int64_t>(1, told.steps_per_epoch);
    entry.name = told.name;
    entry.psnr = told.step > 0 && !std::isnan(told.psnr) ? decibels(told.psnr) : "";
    entry.settings = settings_line(told.config);
    entry.detail = "epoch " + thousands(told.step / each);
    if (!told.branch) return;
    entry.parent = entry.path.parent_path() / told.branch->from;
    entry.from = "from epoch " + thousands(told.branch->step / each);
}

}  // namespace

std::vector<fs::path> StudioApp::own_files() const {
    std::vector<fs::path> files;
    if (!status_->run_path.empty()) files.push_back(status_->run_path);
    if (status_->companion) files.push_back(status_->companion->path);
    return files;
}

void StudioApp::read_recent() {
    library_.refresh(own_files());
}

void StudioApp::update_runs() {
    list_runs();
    // Each frame: the open run's drawing is another texture now and then.
    for (RecentEntry& entry : recent_) {
        const GlTexture* texture = nullptr;
        if (const auto card = cards_.find(entry.path); card != cards_.end())
            texture = &card->second.texture;
        if (entry.path == status_->run_path && pictures_.full.name()) texture = &pictures_.full;
        if (entry.path == listed_companion_ && pictures_.companion.name())
            texture = &pictures_.companion;
        entry.thumbnail = {};
        if (texture)  // a pointer or an integer, by ImGui's version
            entry.thumbnail = {(ImTextureID)(static_cast<std::intptr_t>(texture->name())),
                               texture->width(),
                               texture->height(),
                               {}};
    }
}

void StudioApp::list_runs() {
    const auto shelf = library_.shelf();
    const fs::path companion = status_->companion ? status_->companion->path : fs::path();
    const bool other_companion = companion != std::exchange(listed_companion_, companion);
    if (other_companion) read_recent();
    if (shelf == shelf_ && !other_companion && now() - runs_at_ < kOwnValuesSeconds) return;
    if (shelf->listing != shelf_->listing && !shelf->message.empty()) ui_.message = shelf->message;
    shelf_ = shelf;
    runs_at_ = now();

    for (auto& [path, card] : cards_) card.listed = false;
    std::vector<RecentEntry> entries;
    entries.reserve(shelf->runs.size());
    for (const StudioLibrary::Run& run : shelf->runs) {
        Card& card = cards_[run.path];
        card.listed = true;
        if (card.entry.path.empty() || card.of != run.summary) {
            card.of = run.summary;
            card.entry = {};
            card.entry.path = run.path;
            card.entry.name = run.name;
            if (run.summary) put(card.entry, told_by(*run.summary));
        }
        if (card.drawing != run.drawing) {
            card.drawing = run.drawing;
            if (run.drawing)
                card.texture.upload(*run.drawing, TextureFilter::linear);
            else
                card.texture.clear();
        }
        RecentEntry& entry = entries.emplace_back(card.entry);
        entry.problem = run.problem;
        if (run.path == status_->run_path) {
            entry.open = true;
            put(entry, told_by(*status_));
            continue;
        }
        if (run.path == companion) {
            entry.open = status_->companion->racing;
            put(entry, told_by(*status_->companion, run.summary.get()));
        }
        entry.detail += (entry.detail.empty() ? "" : " · ") + when(run.modified);
    }
    std::erase_if(cards_, [](const auto& card) { return !card.second.listed; });
    recent_ = with_branches_under_parents(std::move(entries));
}

// Of the open picture, as a setting that can be taken back; without one, of the run's own picture.
void StudioApp::reuse_settings(const fs::path& run) {
    std::optional<Config> config;
    for (const StudioLibrary::Run& listed : shelf_->runs)
        if (listed.path == run && listed.summary) config = reusable_config(*listed.summary);
    if (run == status_->run_path) config = ui_.settings.edited;
    if (!config) return;
    if (!status_->target) {
        expect_run(ui_.settings, *config);
        session_.open(run);
        session_.restart(*config);
        return;
    }
    Requests ignored;  // it is a new run even where the schedule alone differs
    ui_.settings.edited = *config;
    commit(ui_.settings, ignored);
    if (!ui_.settings.problem.empty()) return;
    ui_.settings.asked = config;
    ui_.settings.asked_by_opening = false;
    session_.restart(*config);
}

}  // namespace redraw
