// The studio application: a window, a session and the UI that connects them. Owned by main.
#pragma once

#include "app/batch/batch_runner.h"
#include "app/desktop/clipboard.h"
#include "app/desktop/places.h"
#include "app/desktop/window.h"
#include "app/gl/texture.h"
#include "app/library/library.h"
#include "app/portal/portal.h"
#include "app/studio/lists.h"
#include "app/studio/preferences_file.h"
#include "app/studio/scene_textures.h"
#include "engine/seconds.h"
#include "engine/session/session.h"
#include "ui/ui.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace redraw {

struct StudioOptions {
    // Pictures, runs and folders to open as if dropped. Empty: opens the sample picture at the very
    // first start.
    std::vector<std::filesystem::path> open;
    BackendOptions backend;
    std::optional<ui::ThemeKind> theme;
    float scale = 0;      // scale of text and layout; 0: the monitor's scale
    bool interop = true;  // lets CUDA drawings stay on the graphics card
};

class StudioApp {
public:
    explicit StudioApp(const StudioOptions& options);
    ~StudioApp();  // saves the preferences
    void run();    // returns when the window is closed

private:
    void open(const std::filesystem::path& path);
    // Requests the clipboard's contents, which arrive when their owner answers.
    void paste(bool into_field);
    void on_pasted(const Pasted& pasted);
    void copy_drawing(const ui::request::CopyDrawing& asked);
    void open_picture(const std::vector<std::byte>& encoded);
    void draw();
    ui::View make_view();
    StudioSettings settings_now(bool with_run) const;
    bool look_for_unsaved_session();  // false if there is none
    void recover_session();           // waits until the lookup knows whether the run is free
    void open_sample_at_first();      // does so only at the very first start
    void keep_settings();
    double drawing_share() const;  // maximum share of time for drawing while a run trains
    void answer(const ui::Requests& requests, const ui::View& view);
    void say_in_window(std::string sentence);  // ignores an empty sentence
    void export_curves(const std::filesystem::path& path, const ui::View& view);
    void reuse_settings(const std::filesystem::path& run);
    void follow_throttle();
    void end_without_display();
    double now() const { return seconds_since(started_); }

    std::filesystem::path settings_file_;
    LoadedSettings loaded_;
    OpenRun unsaved_session_;  // set while the lookup runs
    StudioSettings kept_;      // settings as last saved
    double kept_at_ = 0, run_since_ = 0;
    Window window_;
    std::string no_cuda_;  // why CUDA is unavailable, or empty
    Interop interop_;
    SceneTextures pictures_{interop_};
    ui::UiState ui_;
    std::shared_ptr<const Status> status_;
    std::shared_ptr<const Frame> frame_;
    RunList runs_;
    FileLookups lookups_;
    FileLookups::Answers answers_;  // answers last shown to the UI
    PresetList presets_;
    BatchRunner batch_{command_line_program(), loaded_.settings.queue, [] { Window::wake(); }};
    std::filesystem::path sample_;
    bool sample_asked_ = false;  // the run being opened is the sample's
    std::uint64_t sample_serial_ = 0;
    ui::DifferenceView difference_;
    // The desktop dialog's answer, not yet shown to the UI.
    std::optional<ui::FileAnswer> file_answer_;
    ViewRequest view_request_;
    bool rebuild_fonts_ = true, quit_ = false;
    bool rested_ = false;         // freed memory was returned since the last frame
    int frames_due_ = 3;          // ImGui settles within a few frames after an event
    int training_percent_ = 100;  // the throttle as last sent to the session
    double redraw_at_ = 0;        // time at which the UI wants to redraw
    double begun_at_ = 0, drawn_at_ = 0, cost_ = 0;  // last frame: times and duration in seconds
    double looked_at_ = -1;                          // time of the last view change
    std::chrono::steady_clock::time_point started_;
    Portal portal_;
    Clipboard clipboard_{[] { Window::wake(); }};
    JobId offered_ = 0;               // newest copied drawing on the clipboard, by export job
    bool pastes_into_field_ = false;  // the requested paste goes into a text field
    std::optional<std::string> pasted_text_;  // pasted text that the UI has not seen yet
    Session session_;  // declared last: its thread ends before members above are destroyed
};

}  // namespace redraw
