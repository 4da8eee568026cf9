// The studio itself: a window, a session, and the UI between them. One owner: main.
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
    // Pictures, runs and folders, as if dropped; none: the sample at the very first start.
    std::vector<std::filesystem::path> open;
    BackendOptions backend;
    std::optional<ui::ThemeKind> theme;
    float scale = 0;      // of text and layout; 0: what the monitor asks for
    bool interop = true;  // drawings may stay on the graphics card
};

class StudioApp {
public:
    explicit StudioApp(const StudioOptions& options);
    ~StudioApp();  // keeps the settings
    void run();    // until the window is closed

private:
    void open(const std::filesystem::path& path);
    // Asks for what was copied, which comes when its owner answers.
    void paste(bool into_field);
    void on_pasted(const Pasted& pasted);
    void copy_drawing(const ui::request::CopyDrawing& asked);
    void open_picture(const std::vector<std::byte>& encoded);
    void draw();
    ui::View make_view();
    StudioSettings settings_now(bool with_run) const;
    bool look_for_unsaved_session();  // false where none is known
    void recover_session();           // once the look has found whether its run is free
    void open_sample_at_first();      // at the very first start
    void keep_settings();
    double drawing_share() const;  // of the time, while it trains
    void answer(const ui::Requests& requests, const ui::View& view);
    void say_in_window(std::string sentence);  // empty: nothing
    void export_curves(const std::filesystem::path& path, const ui::View& view);
    void reuse_settings(const std::filesystem::path& run);
    void follow_throttle();
    void end_without_display();
    double now() const { return seconds_since(started_); }

    std::filesystem::path settings_file_;
    LoadedSettings loaded_;
    OpenRun unsaved_session_;  // while it is looked for
    StudioSettings kept_;      // as the file has them
    double kept_at_ = 0, run_since_ = 0;
    Window window_;
    std::string no_cuda_;  // why not, or empty
    Interop interop_;
    SceneTextures pictures_{interop_};
    ui::UiState ui_;
    std::shared_ptr<const Status> status_;
    std::shared_ptr<const Frame> frame_;
    RunList runs_;
    FileLookups lookups_;
    FileLookups::Answers answers_;  // as the UI was shown them last
    PresetList presets_;
    BatchRunner batch_{command_line_program(), loaded_.settings.queue, [] { Window::wake(); }};
    std::filesystem::path sample_;
    bool sample_asked_ = false;  // the run being opened is the sample's
    std::uint64_t sample_serial_ = 0;
    ui::DifferenceView difference_;
    std::optional<ui::FileAnswer> file_answer_;  // of the desktop's dialog, not shown the UI yet
    ViewRequest view_request_;
    bool rebuild_fonts_ = true, quit_ = false;
    bool rested_ = false;         // since the last frame
    int frames_due_ = 3;          // ImGui settles within a few frames after an event
    int training_percent_ = 100;  // as the session was last told
    double redraw_at_ = 0;        // the UI asked to draw again then
    double begun_at_ = 0, drawn_at_ = 0, cost_ = 0;  // of the last frame, seconds
    double looked_at_ = -1;                          // the view request changed then
    std::chrono::steady_clock::time_point started_;
    Portal portal_;
    Clipboard clipboard_{[] { Window::wake(); }};
    JobId offered_ = 0;                       // of Status::copied
    bool pastes_into_field_ = false;          // what is asked for
    std::optional<std::string> pasted_text_;  // not shown the UI yet
    Session session_;                         // last: its thread ends before anything above goes
};

}  // namespace redraw
