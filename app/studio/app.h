// The studio application: owns the window, the session and the UI's state, and connects them.
#pragma once

#include "app/desktop/places.h"
#include "app/desktop/window.h"
#include "app/gl/texture.h"
#include "app/library/file_lookup.h"
#include "app/portal/portal.h"
#include "app/studio/lists.h"
#include "app/studio/preferences_file.h"
#include "app/studio/scene_textures.h"
#include "app/system/clipboard.h"
#include "app/system/stop_signals.h"
#include "engine/features/batch/batch_runner.h"
#include "engine/seconds.h"
#include "engine/session/session.h"
#include "ui/ui.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

struct StudioOptions {
    // Pictures, runs and folders to open, as if they were dropped on the window. Empty: recovers an
    // unsaved session, or opens the sample picture if there are no runs yet.
    std::vector<std::filesystem::path> open;
    BackendOptions backend;
    std::optional<ui::ThemeKind> theme;
    float scale = 0;      // scale of text and layout; 0: the monitor's scale
    bool interop = true;  // copy renders on the device to the window, if possible
    // Replaces the process by a studio that opens the last run again, on the CPU, and trains it if
    // `training`. Called after a reset of the GPU. Returns only if it fails.
    std::function<void(bool training)> start_anew{};
    // start_anew()'s argument if it started this studio; absent: the user started it.
    std::optional<bool> after_reset{};
};

class StudioApp {
public:
    explicit StudioApp(const StudioOptions& options);
    ~StudioApp();  // saves the preferences before the studio ends
    void run();    // shows the studio until the user quits; throws Error if the run is not saved

private:
    void open(const std::filesystem::path& path);
    // Requests the clipboard's contents. They arrive once the program that copied them answers.
    void paste(bool into_field);
    void on_pasted(const Pasted& pasted);
    void copy_drawing(const ui::request::CopyDrawing& asked);
    void offer(const std::filesystem::path& file, bool as_file);
    void open_picture(const std::vector<std::byte>& encoded);
    void draw();
    ui::View make_view();
    StudioSettings settings_now(bool with_run) const;
    // Starts looking up whether the run of an unsaved session can be opened. Returns false if there
    // is no unsaved session.
    bool look_for_unsaved_session();
    // Opens the unsaved session's run once the lookup has answered that no program uses it.
    void recover_session();
    void open_sample_at_first();  // opens the sample picture if there are no runs yet
    void keep_settings();
    double drawing_share() const;  // largest share of time for painting frames while a run trains
    void answer(const ui::Requests& requests);
    // Shows a message in the window; ignores an empty one.
    void say_in_window(std::string sentence);
    void reuse_settings(const std::filesystem::path& run);
    void follow_throttle();
    void give_way();
    // Saves the run and the preferences when the window can show nothing any more.
    void end_without_window(const std::string& why);
    double now() const { return seconds_since(started_); }

    std::function<void(bool)> start_anew_;
    bool trains_after_reset_;
    std::filesystem::path settings_file_;
    LoadedSettings loaded_;
    // The session that a killed studio left, until it is known whether its run can be opened.
    ui::Interrupted unsaved_session_;
    StudioSettings kept_;  // preferences as last saved
    double kept_at_ = 0, run_since_ = 0;
    Window window_;
    std::string no_cuda_;  // a sentence saying why CUDA is unavailable; or empty
    Interop interop_;
    SceneTextures pictures_{interop_};
    ui::UiState ui_;
    std::shared_ptr<const Status> status_;
    std::shared_ptr<const Frame> frame_;
    RunList runs_;
    FileLookups lookups_;
    FileLookups::Answers answers_;  // answers to file lookups that the UI has received
    PresetList presets_;
    BatchRunner batch_{command_line_program(), loaded_.settings.batch, [] { Window::wake(); }};
    std::filesystem::path sample_;
    bool sample_asked_ = false;  // the run being opened is that of the sample picture
    std::uint64_t sample_serial_ = 0;
    ui::DifferenceView difference_;
    // The user's answer in the desktop's file dialog, until the UI has received it.
    std::optional<ui::FileAnswer> file_answer_;
    ViewRequest view_request_;
    bool rebuild_fonts_ = true, quit_ = false;
    bool rested_ = false;  // freed memory was returned to the system since the last frame
    int frames_due_ = 3;   // frames still to paint, because ImGui needs a few frames after an event
    int training_percent_ = 100;  // percentage of time for training, as last sent to the session
    double redraw_at_ = 0;        // time at which the UI wants the next frame
    // Last frame: its start and end, and its duration, in seconds.
    double begun_at_ = 0, drawn_at_ = 0, cost_ = 0;
    double looked_at_ = -1;  // time of the last change of the view; -1: none
    std::chrono::steady_clock::time_point started_;
    Portal portal_;
    Clipboard clipboard_{[] { Window::wake(); }};
    JobId offered_ = 0;  // export job of the render that was copied to the clipboard last
    bool pastes_into_field_ = false;          // the requested paste is for a text field
    std::optional<std::string> pasted_text_;  // pasted text, until the UI has received it
    // Until the run and the preferences are saved.
    std::optional<Unhurried> saving_{std::in_place};
    Session session_;  // last member, so that its thread ends before the others are destroyed
};

}  // namespace redraw
