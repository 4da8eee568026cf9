// Saves preferences, and which run is open, regularly, so that the next start can recover a session
// after the studio was killed.
#include "app/studio/app.h"

#include "app/system/desktop.h"
#include "engine/run/run_list.h"
#include "engine/stop.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace redraw {
namespace {

constexpr double kKeepSettings = 5;  // seconds between two checks whether something must be saved

void report(const std::string& sentence) {
    if (!sentence.empty()) std::fprintf(stderr, "redraw-studio: %s\n", sentence.c_str());
}

}  // namespace

StudioSettings StudioApp::settings_now(bool with_run) const {
    const ui::ViewMode chosen = ui_.replay.view_before.value_or(ui_.centre.mode);
    StudioSettings now{ui_.preferences, window_.place(), chosen};
    now.batch = batch_.kept();
    if (with_run && !status_->run_path.empty()) now.open = {status_->run_path, ui_.centre.canvas};
    return now;
}

// Begins to recover the session of a studio that was killed: looks up whether its run can be
// opened. Removes the run from the preferences file first, so that a run which causes a crash is
// tried only once.
bool StudioApp::look_for_unsaved_session() {
    unsaved_session_ = std::exchange(loaded_.settings.open, {});
    if (unsaved_session_.run.empty()) return false;
    report(save_settings(settings_file_, loaded_.settings));
    lookups_.ask({++ui_.lookups, ui::RunLookup{unsaved_session_.run}});
    return true;
}

void StudioApp::recover_session() {
    if (unsaved_session_.run.empty()) return;
    // The answers are ordered by kind of lookup; RunLookup is the last kind.
    const auto answer = lookups_.answers().back();
    if (!answer) return;
    const ui::Interrupted before = std::exchange(unsaved_session_, {});
    if (status_->run_serial != 0) return;  // meanwhile the user has opened something else
    if (!std::get<ui::RunFound>(answer->found).free) return open_sample_at_first();
    ui_.interrupted = before;
    if (trains_after_reset_)
        session_.ask(command::Open{.path = before.run, .go_on = true});
    else
        open(before.run);
}

void StudioApp::open_sample_at_first() {
    if (!sample_.empty() && recent_runs().empty()) open(sample_);
}

// Every few seconds, and when the batch has changed, saves preferences that have changed, so that
// little is lost if the studio is killed.
void StudioApp::keep_settings() {
    bool soon = now() < std::max(kept_at_, run_since_) + kKeepSettings;
    soon &= batch_.kept() == kept_.batch;
    if (soon) return;
    kept_at_ = now();
    StudioSettings settings = settings_now(true);
    if (settings == kept_) return;
    kept_ = std::move(settings);
    report(save_settings(settings_file_, kept_));
}

StudioApp::~StudioApp() {
    on_display_lost({});
    report(save_settings(settings_file_, settings_now(false)));
    saving_.reset();
}

void StudioApp::end_without_window(const std::string& why) {
    stop_drawing();
    session_.end();
    // `true`: also saves which run is open, so that the next start recovers it.
    StudioSettings settings = settings_now(true);
    settings.place = loaded_.settings.place;
    report(save_settings(settings_file_, settings));
    const Status& last = *session_.status();
    const std::string run = display_name(last.run_path.filename());
    const std::string saved = run.empty() ? "" : run + " is saved.";
    report(why + " " + (last.error.empty() ? saved : last.error));
}

}  // namespace redraw
