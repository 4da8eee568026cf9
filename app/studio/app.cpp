#include "app/studio/app.h"

#include "app/desktop/clipboard.h"
#include "app/desktop/display_lost.h"
#include "app/desktop/places.h"
#include "app/process/stop_signals.h"
#include "app/studio/heap.h"
#include "app/studio/snapshot.h"
#include "engine/data/automatic.h"
#include "engine/error.h"
#include "engine/file/atomic_file.h"
#include "engine/image/image_writer.h"
#include "engine/network/presets.h"
#include "engine/run/outputs.h"
#include "engine/text/display_name.h"
#include "ui/actions/shortcuts.h"
#include "ui/title.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <utility>

namespace redraw {
namespace {

// Frames of training are shown at most this often, and drawing them may take at most this part of
// the time, so that a machine that draws by software still trains.
constexpr double kLiveInterval = 1.0 / 30, kDrawingShare = 0.12;
constexpr double kInputInterval = 1.0 / 60;
constexpr double kAwaited = 0.5;  // after another look: what was asked for is shown as it comes
constexpr double kRest = 2;       // after so long without a frame there is time to tidy up
constexpr double kNever = 1e9;
constexpr double kLongestSleep = 1;  // then looks whether a signal asked to end

volatile std::sig_atomic_t end_asked = 0;

void say(const std::string& sentence) {
    if (!sentence.empty()) std::fprintf(stderr, "redraw-studio: %s\n", sentence.c_str());
}

// Needs the window's OpenGL context, and comes before the first backend, whose device it may
// choose.
Interop probe_interop(const StudioOptions& options, const std::string& no_cuda) {
    if (!options.interop) return Interop("--no-interop asks for it.");
    if (options.backend.kind != BackendKind::cpu && no_cuda.empty()) return Interop(*cuda_module());
    return Interop("The CPU draws them.");
}

}  // namespace

StudioApp::StudioApp(const StudioOptions& options)
    : settings_file_(settings_file()),
      loaded_(load_settings(settings_file_)),
      window_(loaded_.settings.place, options.scale),
      no_cuda_(options.backend.kind == BackendKind::cpu ? "" : why_no_cuda()),
      interop_(probe_interop(options, no_cuda_)),
      status_(std::make_shared<const Status>()),
      library_(options.backend, [] { Window::wake(); }),
      shelf_(library_.shelf()),
      sample_(sample_picture()),
      started_(std::chrono::steady_clock::now()),
      portal_([] { Window::wake(); }),
      session_(options.backend, [] { Window::wake(); }) {
    on_stop_signals([](int) { end_asked = 1; });  // ends like closing the window
    on_display_lost([this] { end_without_display(); });
    ui_.preferences = loaded_.settings.preferences;
    ui_.mode = loaded_.settings.mode;
    ui_.message = loaded_.note;
    if (options.theme) ui_.preferences.theme = *options.theme;
    follow_duty();
    read_recent();
    if (!options.open.empty())
        open(options.open);
    else if (!any_runs())
        open_sample();
}

StudioApp::~StudioApp() {
    on_display_lost({});
    say(save_settings(settings_file_, {ui_.preferences, window_.place(), ui_.mode}));
}

void StudioApp::end_without_display() {
    session_.end();
    say(save_settings(settings_file_, {ui_.preferences, loaded_.settings.place, ui_.mode}));
    const Status& last = *session_.status();
    const std::string run = display_name(last.run_path.filename());
    const std::string saved = !last.error.empty() ? last.error
                              : run.empty()       ? ""
                                                  : run + " is saved.";
    std::fprintf(stderr, "redraw-studio: The display is gone. %s\n", saved.c_str());
}

double StudioApp::now() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void StudioApp::open(const std::filesystem::path& path) {
    const Config config = preset_config(kAutomaticPreset);  // nothing has to be set first
    expect_run(ui_.settings, config);
    ui_.timelapse = {};
    sample_asked_ = path == sample_;
    session_.open(path, config);
}

void StudioApp::open_sample() {
    if (!sample_.empty()) open(sample_);
}

void StudioApp::take_drops() {
    if (auto paths = window_.take_drops(); !paths.empty()) ui_.dropped = std::move(paths);
}

// The run keeps the picture itself; the file is only how the session gets it.
void StudioApp::paste_picture() {
    const auto bytes = copied_picture();
    if (!bytes) {
        ui_.message = kNothingToPaste;
        return;
    }
    try {
        const std::filesystem::path file = pasted_picture();
        write_file_atomically(file, *bytes);
        open(file);
    } catch (const Error& error) {
        ui_.message = error.what();
    }
}

void StudioApp::follow_duty() {
    if (duty_percent_ == ui_.preferences.duty_percent) return;
    duty_percent_ = ui_.preferences.duty_percent;
    session_.set_duty(duty_percent_);
}

bool StudioApp::news() const {
    return session_.status() != status_ || session_.frame() != frame_ || library_.shelf() != shelf_;
}

// Also while nothing is drawn: this is what a task bar shows of a minimised window.
void StudioApp::update_title() {
    window_.set_title(window_title(*session_.status(), window_.away()));
}

void StudioApp::run() {
    while (!quit_ && !end_asked) {
        update_title();
        const double time = now();
        double due = kNever;
        if (window_.visible()) {
            due = drawn_at_ + kInputInterval;
            if (frames_due_ == 0) due = std::max(due, redraw_at_);
            if (news()) {
                const bool awaited = time < looked_at_ + kAwaited;
                due = std::min(
                    due, awaited ? begun_at_ + kInputInterval
                                 : drawn_at_ + std::max(kLiveInterval, cost_ / kDrawingShare));
            }
        }
        if (!rested_ && time > drawn_at_ + kRest) {
            give_unused_memory_back();
            rested_ = true;
        }
        if (due > time) {
            window_.wait(std::min(due - time, kLongestSleep));
            if (window_.take_input()) frames_due_ = 3;
            if (window_.closing()) {
                window_.keep_open();
                if (status_->job)
                    ui_.dialog = Dialog::confirm_quit;
                else
                    quit_ = true;
            }
            take_drops();
            if (auto answer = portal_.take_answer()) {
                file_answer_ = std::move(answer);
                frames_due_ = 3;
            }
            continue;
        }
        draw();
    }
    session_.end();
    const Status& last = *session_.status();
    if (last.trouble == Trouble::not_saved && !last.error.empty()) throw Error(last.error);
}

void StudioApp::draw() {
    window_.wait(0);
    if (window_.take_input()) frames_due_ = 3;
    begun_at_ = now();
    frames_due_ = std::max(0, frames_due_ - 1);
    const auto before = status_->run_serial;
    status_ = session_.status();
    frame_ = session_.frame();
    if (status_->run_serial != before) {
        read_recent();
        if (std::exchange(sample_asked_, false)) sample_serial_ = status_->run_serial;
    }
    const std::int64_t drawings = pictures_.drawings, uploads = GlTexture::uploads();
    update_pictures();
    update_against();
    update_difference();
    update_neurons();
    update_runs();
    window_.begin_frame(ui_.preferences.theme, float(ui_.preferences.text_percent) / 100,
                        ui_.glyphs, std::exchange(rebuild_fonts_, false));
    const View view = make_view();
    const Requests requests = draw_ui(ui_, view);
    window_.end_frame();
    drawn_at_ = now();
    cost_ = drawn_at_ - begun_at_;
    frame_log_.add({.drawings = pictures_.drawings - drawings,
                    .uploads = GlTexture::uploads() - uploads,
                    .step = frame_ ? frame_->step : -1,
                    .milliseconds = cost_ * 1e3,
                    .training = status_->phase == Phase::training});
    answer(requests, view);
    rested_ = false;
}

View StudioApp::make_view() {
    View view;
    const Pictures& p = pictures_;
    view.status = status_;
    if (frame_ && frame_->run_serial == status_->run_serial) view.frame = frame_;
    const auto texture = [](const GlTexture& t, const Grid& grid) {
        // A pointer or an integer, by ImGui's version.
        return Texture{(ImTextureID)(static_cast<std::intptr_t>(t.name())), t.width(), t.height(),
                       grid};
    };
    if (status_->target) {
        const Grid whole = picture_grid(status_->target->width, status_->target->height);
        view.picture = texture(p.picture, whole);
        view.target = texture(p.target.texture(), whole);
        view.backdrop = texture(p.full, whole);
        view.drawing = p.region_shown ? texture(p.region, p.region_grid) : view.backdrop;
        view.difference = texture(p.difference, p.difference_grid);
        view.bicubic = texture(p.bicubic, p.bicubic_grid);
        view.cooled = texture(p.cooled, whole);
        view.companion = texture(p.companion, whole);
        view.companion_closer = texture(p.companion_closer, p.companion_grid);
        view.export_network = texture(p.export_network, {});
        view.export_bicubic = texture(p.export_bicubic, {});
    }
    for (const auto& layer : p.neurons.layers) {
        view.neuron_layers.push_back(texture(layer.texture, layer.grid));
        view.neuron_limits.push_back(layer.limit);
    }
    view.neuron = texture(p.neurons.large, p.neurons.large_grid);
    if (status_->thumbnails)
        for (const Thumbnail& thumbnail : *status_->thumbnails) {
            const auto found = p.thumbnails.find(thumbnail.image);
            view.thumbnails.push_back(found == p.thumbnails.end() ? Texture{}
                                                                  : texture(found->second, {}));
        }
    view.recent = recent_;
    view.no_cuda = no_cuda_;
    view.drawing_route = p.stayed_on_card ? "CUDA-OpenGL" : "upload";
    view.drawing_route_reason = p.stayed_on_card ? "" : interop_.reason();
    view.home_folder = home_folder();
    view.pictures_folder = pictures_folder();
    view.sample = sample_serial_ != 0 && status_->run_serial == sample_serial_;
    view.can_open_sample = !sample_.empty();
    view.system_dialogs = portal_.there();
    view.file_answer = std::exchange(file_answer_, {});
    view.fullscreen = window_.fullscreen();
    view.window = window_.size();
    view.scale = window_.scale();
    view.time = now();
    view.fonts = window_.fonts();
    view.keys = window_.take_keys();
    return view;
}

void StudioApp::export_curves(const std::filesystem::path& path, const View& view) {
    if (image_format_of(path) != ImageFormat::png) return session_.export_curves(path);
    try {
        require_output(path, {});
        write_image(path, curves_picture(ui_, view));
        ui_.message = "Saved " + display_name(path.filename()) + ".";
    } catch (const Error& error) {
        ui_.message = error.what();
    }
}

void StudioApp::answer(const Requests& r, const View& view) {
    if (r.open) {
        if (r.open->has_parent_path()) ui_.preferences.open_folder = r.open->parent_path();
        open(*r.open);
    }
    follow_duty();
    if (r.paste_picture) paste_picture();
    if (r.open_sample) open_sample();
    if (r.leave_desktop_dialog) portal_.leave();
    if (r.ask_desktop) portal_.ask(*r.ask_desktop, window_.portal_name());
    if (r.open_copy) session_.open_copy();
    if (r.restart) session_.restart(*r.restart);
    if (r.schedule) session_.set_schedule(*r.schedule, r.schedule_final);
    if (r.running) session_.set_running(*r.running);
    if (r.single_step) session_.single_step();
    if (r.cool_down) session_.cool_down();
    if (r.continue_from) {
        session_.continue_from(*r.continue_from);
        ui_.timelapse = {};
    }
    if (r.look != look_) {
        look_ = r.look;
        looked_at_ = now();
        session_.look(look_);
    }
    if (r.export_pictures) session_.export_pictures(*r.export_pictures, r.export_step);
    if (r.export_film) session_.export_film(*r.export_film);
    if (r.preview_cool_down) session_.preview_cool_down();
    if (r.drop_cool_down) session_.drop_cool_down();
    if (r.measure_held_out) session_.measure_held_out();
    if (r.drop_held_out) session_.drop_held_out();
    if (r.learn_enlargement) session_.learn_enlargement();
    if (r.compare_with) session_.compare_with(*r.compare_with);
    if (r.race) session_.race(*r.race);
    if (r.leave_companion) session_.leave_companion();
    if (r.export_curves) export_curves(*r.export_curves, view);
    if (r.reuse_settings) reuse_settings(*r.reuse_settings);
    if (r.refresh_runs) read_recent();
    library_.draw(r.cards);
    if (r.trash_run) library_.trash(*r.trash_run, own_files());
    if (r.save_copy) session_.save_copy(*r.save_copy);
    if (r.cancel_job) session_.cancel_job();
    if (r.dismiss_error) session_.dismiss_message();
    if (r.toggle_fullscreen) window_.toggle_fullscreen();
    if (r.quit) quit_ = true;
    if (r.rebuild_fonts) {
        rebuild_fonts_ = true;
        frames_due_ = std::max(frames_due_, 2);
    }
    if (r.difference != difference_wanted_ || r.difference_gain != difference_gain_ ||
        r.difference_signed != difference_signed_ || r.difference_to != difference_to_) {
        difference_wanted_ = r.difference;
        difference_gain_ = r.difference_gain;
        difference_signed_ = r.difference_signed;
        difference_to_ = r.difference_to;
        frames_due_ = std::max(frames_due_, 2);
    }
    redraw_at_ = r.redraw_within >= kNever ? kNever : now() + r.redraw_within;
}

}  // namespace redraw
