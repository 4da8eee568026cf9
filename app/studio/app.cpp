#include "app/studio/app.h"

#include "app/process/sample_picture.h"
#include "app/studio/frame_log.h"
#include "app/system/desktop.h"
#include "engine/device/devices.h"
#include "engine/device/driver_process.h"
#include "engine/error.h"
#include "engine/run/run_file.h"
#include "engine/stop.h"
#include "engine/system/process.h"
#include "engine/text/display_name.h"
#include "ui/actions/keymap.h"
#include "ui/actions/pasted_path.h"
#include "ui/sheets/batch_row.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace redraw {
namespace {

// While a run trains: least seconds between two frames of the window, and the largest share of time
// for painting them, so that a machine with software rendering still trains.
constexpr double kLiveInterval = 1.0 / 30, kDrawingShare = 0.12;
// For the first 1.2 seconds of a run, painting may take half of the time, because training is
// slowed then anyway so that its first steps are visible.
constexpr double kFirstSecond = 1.2, kDrawingShareAtFirst = 0.5;
constexpr double kInputInterval = 1.0 / 60;
// Seconds after a change of the view (such as zooming) in which each new render is painted soon.
constexpr double kAwaited = 0.5;
constexpr double kRest = 2;  // seconds without a frame until freed memory is returned to the system
constexpr double kNever = 1e9;
constexpr double kLongestSleep = 1;  // seconds between two checks for a stop signal

std::atomic<bool> end_asked = false;  // set by a signal handler

bool may_use_cuda(const StudioOptions& options) {
    return options.backend.kind == BackendKind::automatic ||
           options.backend.kind == BackendKind::cuda;
}

// Returns true if the OpenGL backend may train. The window then tries to share memory with it.
bool may_use_opengl(const StudioOptions& options) {
    if (options.backend.kind == BackendKind::automatic) {
        static const bool gpu = !why_no_cuda().empty() && opengl_gpu().has_value();
        end_driver_process();  // until a run needs it
        return gpu;
    }
    return options.backend.kind == BackendKind::gl;
}

// Sets up direct copies of renders into the window's textures. Needs the window's OpenGL context.
// Chooses the CUDA device or OpenGL context of backends; call it before a backend is created.
Interop probe_interop(const StudioOptions& options, const std::string& no_cuda) {
    if (!options.interop) return Interop("--no-interop asks for it.");
    if (may_use_opengl(options)) return Interop(opengl_backend());
    if (may_use_cuda(options) && no_cuda.empty()) return Interop(*cuda_module());
    return Interop("The CPU draws them.");
}

}  // namespace

StudioApp::StudioApp(const StudioOptions& options)
    : start_anew_(options.after_reset ? nullptr : options.start_anew),
      trains_after_reset_(options.after_reset.value_or(false)),
      settings_file_(settings_file()),
      loaded_(load_settings(settings_file_)),
      window_(loaded_.settings.place, options.scale, options.interop && may_use_opengl(options)),
      no_cuda_(may_use_cuda(options) ? why_no_cuda() : ""),
      interop_(probe_interop(options, no_cuda_)),
      status_(std::make_shared<const Status>()),
      runs_(options.backend),
      lookups_([] { Window::wake(); }),
      sample_(sample_picture()),
      started_(std::chrono::steady_clock::now()),
      portal_([] { Window::wake(); }),
      session_(options.backend, [] { Window::wake(); }) {
    // A stop signal ends the studio as quitting does, without asking.
    watch_for_the_end(
        [] {
            stop_drawing();
            Window::wake();
        },
        [] { std::_Exit(0); });
    on_stop_signals([](int) {
        end_asked = true;
        end_soon();
    });
    on_display_lost([this] { end_without_window("The display is gone."); });
    ui_.preferences = loaded_.settings.preferences;
    ui_.centre.mode = loaded_.settings.mode;
    ui_.notices.message = loaded_.note;
    if (options.after_reset) say_in_window("The GPU was reset. Redraw continues on the CPU.");
    if (!loaded_.may_save) settings_file_.clear();
    if (options.theme) ui_.preferences.theme = *options.theme;
    follow_throttle();
    kept_.batch = loaded_.settings.batch;
    runs_.ask(ui::request::RefreshRuns{}, *status_);
    std::vector<std::filesystem::path> asked = options.open;
    for (std::filesystem::path& path : asked)
        if (path.string().starts_with("file://"))
            path = ui::pasted_path(path.string(), {}).value_or(path);
    if (!asked.empty())
        ui_.dropped = std::move(asked);
    else if (!look_for_unsaved_session())
        open_sample_at_first();
}

void StudioApp::say_in_window(std::string sentence) {
    if (!sentence.empty()) ui_.notices.message = std::move(sentence);
}

double StudioApp::drawing_share() const {
    return now() < run_since_ + kFirstSecond ? kDrawingShareAtFirst : kDrawingShare;
}

void StudioApp::follow_throttle() {
    if (training_percent_ == ui_.preferences.training_percent) return;
    training_percent_ = ui_.preferences.training_percent;
    session_.ask(command::SetThrottle{training_percent_});
}

// Makes training on the GPU rest briefly after a slow frame, unless the monitor itself is slow.
void StudioApp::give_way() {
    constexpr double kSlowFrame = 0.03;
    if (status_->phase == Phase::training && cost_ > kSlowFrame &&
        cost_ > 1.5 * window_.refresh_seconds())
        session_.ask(command::GiveWay{});
}

void StudioApp::run() {
    while (!quit_ && !end_asked) {
        // Updates the title even when nothing is painted, because task bars show the title of a
        // minimised window.
        window_.set_title(
            ui::window_title(*session_.status(), window_.away(), ui::batch_title(batch_.view())));
        keep_settings();
        const double time = now();
        double due = kNever;
        if (window_.visible()) {
            due = drawn_at_ + kInputInterval;
            if (frames_due_ == 0) due = std::max(due, redraw_at_);
            const bool answered = lookups_.answers() != answers_;
            bool news = session_.status() != status_ || session_.frame() != frame_;
            news |= runs_.news() || answered;
            news |= batch_.has_news();
            if (news) {
                const bool awaited = answered || time < looked_at_ + kAwaited;
                due = std::min(
                    due, awaited ? begun_at_ + kInputInterval
                                 : drawn_at_ + std::max(kLiveInterval, cost_ / drawing_share()));
            }
        }
        if (!rested_ && time > drawn_at_ + kRest) {
            give_memory_back();
            rested_ = true;
        }
        if (due > time) {
            window_.wait(std::min(due - time, kLongestSleep));
            if (window_.take_input()) frames_due_ = 3;
            if (window_.take_closing()) {
                bool busy = status_->job.has_value();
                busy |= is_at_work(batch_.view());
                if (busy)
                    ui_.sheets.dialog = ui::Dialog::confirm_quit;
                else
                    quit_ = true;
            }
            const auto dropped = window_.take_drops();
            ui_.dropped.insert(ui_.dropped.end(), dropped.begin(), dropped.end());
            if (auto answer = portal_.take_answer()) {
                file_answer_ = std::move(answer);
                frames_due_ = 3;
            }
            if (const auto pasted = clipboard_.take_answer()) on_pasted(*pasted);
            continue;
        }
        draw();
        // A reset of the GPU destroys all OpenGL objects of the window. A new process replaces
        // this one, because the driver in this process may not survive the reset.
        if (window_.lost()) {
            const bool training = status_->phase == Phase::training;
            end_without_window("The GPU was reset.");
            if (start_anew_) start_anew_(training);
            std::_Exit(1);
        }
    }
    end_soon();
    session_.end();
    const Status& last = *session_.status();
    if (last.error_kind == Error::Kind::not_saved && !last.error.empty()) {
        static const Unhurried until_main_says_so;
        throw Error(last.error);
    }
}

void StudioApp::draw() {
    window_.wait(0);
    if (window_.take_input()) frames_due_ = 3;
    begun_at_ = now();
    frames_due_ = std::max(0, frames_due_ - 1);
    const auto before = status_->run_serial;
    status_ = session_.status();
    frame_ = session_.frame();
    recover_session();
    if (std::exchange(offered_, status_->copied.job) != status_->copied.job)
        offer(status_->copied.file, status_->copied.as_file);
    if (status_->run_serial != before) {
        runs_.ask(ui::request::RefreshRuns{}, *status_);
        run_since_ = begun_at_;
        if (std::exchange(sample_asked_, false)) sample_serial_ = status_->run_serial;
    }
    const std::int64_t drawings = pictures_.drawings();
    frames_due_ =
        std::max(frames_due_,
                 pictures_.update(*status_, frame_, ui_.preferences.training_pixels, difference_));
    say_in_window(runs_.update(*status_, begun_at_));
    say_in_window(batch_.take_message());
    window_.begin_frame(ui_.preferences.theme, float(ui_.preferences.text_percent) / 100,
                        ui_.glyphs, std::exchange(rebuild_fonts_, false));
    if (window_.input_waits()) frames_due_ = 3;
    const ui::View view = make_view();
    const ui::Requests requests = ui::draw_ui(ui_, view);
    window_.end_frame();
    drawn_at_ = now();
    cost_ = drawn_at_ - begun_at_;
    log_frame({.drawings = pictures_.drawings() - drawings,
               .stayed_on_card = pictures_.stayed_on_card(),
               .step = frame_ ? frame_->step : -1,
               .milliseconds = cost_ * 1e3,
               .training = status_->phase == Phase::training},
              ui_.controls.focus.controls);
    give_way();
    answer(requests);
    if (window_.take_field_paste()) paste(true);
    rested_ = false;
}

ui::View StudioApp::make_view() {
    ui::View view;
    view.status = status_;
    if (frame_ && frame_->run_serial == status_->run_serial) view.frame = frame_;
    pictures_.put_into(view, *status_);
    view.texture = [this](const auto& picture, bool squares) {
        return pictures_.of(picture, squares);
    };
    view.recent = runs_.entries();
    view.file_thumbnails = runs_.thumbnails();
    view.runs_folder = runs_.folder();
    view.presets = presets_.entries();
    view.batch = batch_.in_window();
    view.packing = runs_.packing();
    view.trashed = runs_.trashed();
    view.no_cuda = no_cuda_;
    view.drawing_route = pictures_.stayed_on_card() ? interop_.route() : "upload";
    view.drawing_route_reason = pictures_.stayed_on_card() ? ""
                                : interop_.on()            ? "The CPU draws them."
                                                           : interop_.reason();
    view.home_folder = home_folder();
    view.pictures_folder = pictures_folder();
    view.sample = sample_serial_ != 0 && status_->run_serial == sample_serial_;
    view.can_open_sample = !sample_.empty();
    view.system_dialogs = portal_.there();
    view.lookups = answers_ = lookups_.answers();
    view.file_answer = std::exchange(file_answer_, {});
    view.pasted = std::exchange(pasted_text_, {});
    view.fullscreen = window_.fullscreen();
    view.window = window_.size();
    view.scale = window_.scale();
    view.time = now();
    view.fonts = window_.fonts();
    view.keys = window_.take_keys();
    return view;
}

}  // namespace redraw
