// Carries out the window's requests: passes most of them to the session, and the others to parts of
// the app.
#include "app/desktop/places.h"
#include "app/studio/app.h"
#include "app/system/desktop.h"
#include "engine/data/batch_by_size.h"
#include "engine/data/resolve.h"
#include "engine/error.h"
#include "engine/export/export.h"
#include "engine/image/image_writer.h"
#include "engine/network/presets.h"
#include "engine/overloaded.h"
#include "engine/run/outputs.h"
#include "engine/run/preset_files.h"
#include "engine/system/atomic_file.h"
#include "engine/text/display_name.h"
#include "ui/actions/dialogs.h"
#include "ui/actions/shortcuts.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>
#include <variant>

namespace redraw {

void StudioApp::open(const std::filesystem::path& path) {
    if (is_preset_file(path)) {
        ui_.notices.message = presets_.answer(ui::presets::Import{path});
        return;
    }
    // All settings but how far to go are chosen automatically, so that the user need not choose
    // any.
    Config config = preset_config(kAutomaticPreset);
    config.by_size.finish = ui_.preferences.finish;
    config.schedule.seconds = ui_.preferences.seconds;
    expect_run(ui_.settings, config, true);
    ui_.timelapse = {};
    sample_asked_ = path == sample_;
    session_.ask(command::Open{.path = path, .config = config, .watched = true});
}

void StudioApp::paste(bool into_field) {
    pastes_into_field_ = into_field;
    if (clipboard_.ask(!into_field)) return;
    const std::string text = window_.copied_text();
    const auto bytes = std::as_bytes(std::span(text));
    on_pasted(
        {text.empty() ? Pasted::Kind::nothing : Pasted::Kind::text, {bytes.begin(), bytes.end()}});
}

void StudioApp::on_pasted(const Pasted& pasted) {
    frames_due_ = 3;
    const std::string text(reinterpret_cast<const char*>(pasted.bytes.data()), pasted.bytes.size());
    switch (pasted.kind) {
        case Pasted::Kind::nothing:
            if (!pastes_into_field_) ui_.notices.message = ui::kNothingToPaste;
            break;
        case Pasted::Kind::no_answer:
            ui_.notices.message = "The program you copied from does not respond.";
            break;
        case Pasted::Kind::text:
            if (pastes_into_field_)
                window_.type(text);
            else
                pasted_text_ = text;
            break;
        case Pasted::Kind::picture:
            open_picture(pasted.bytes);
            break;
    }
}

// Opens an encoded picture, such as a pasted one. The picture is written to a file in the cache
// folder for the session; the run then contains it.
void StudioApp::open_picture(const std::vector<std::byte>& encoded) {
    try {
        const std::filesystem::path file = pasted_picture();
        write_file_atomically(file, encoded);
        open(file);
    } catch (const Error& error) {
        ui_.notices.message = error.what();
    }
}

// Copies the network's render to the clipboard. Exports it to a file in the cache folder, at the
// picture's size, or smaller if that is very large. Once the file is written, draw() offers it on
// the clipboard.
void StudioApp::copy_drawing(const ui::request::CopyDrawing& asked) {
    constexpr int kLongestCopied = 4096;  // longest side of a copied picture, in pixels
    if (!status_->target) return;
    const Image& picture = status_->picture ? *status_->picture : *status_->target;
    PixelSize size{picture.width, picture.height};
    if (std::max(size.width, size.height) > kLongestCopied)
        size = with_longer_side(size, kLongestCopied);
    try {
        session_.ask(command::ExportPictures{
            .specs = {{.path = copied_drawing(), .size = size, .encoding = {}}},
            .at_step = asked.at_step,
            .edits = asked.edits,
            .origin = Origin::clipboard});
    } catch (const Error& error) {
        ui_.notices.message = error.what();
    }
}

// Offers a file to other programs. If that fails, takes back that it was copied.
void StudioApp::offer(const std::filesystem::path& file, bool as_file) {
    std::string why = clipboard_.offer(file, as_file);
    if (why.empty()) return;
    ui_.notices.message = std::move(why);
    ui_.notices.copied.clear();
    if (!as_file) ui_.notices.notice = status_->notice.id, ui_.notices.noticed_at = -1e9;
}

// Applies a run's settings to the open picture; the user can undo it. Without an open picture,
// applies them to that run's own picture.
void StudioApp::reuse_settings(const std::filesystem::path& run) {
    std::optional<Config> config =
        run == status_->run_path ? ui_.settings.edited : runs_.settings_of(run);
    if (!config) return;
    if (!status_->target) {
        expect_run(ui_.settings, *config, true);
        session_.ask(command::Open{run});
        session_.ask(command::Restart{*config});
        return;
    }
    const Image& picture = status_->picture ? *status_->picture : *status_->target;
    config = with_batch_by_size(*config, {picture.width, picture.height});
    // The requests that commit() makes are discarded: the run is restarted below in any case, even
    // if only its schedule differs.
    ui::Requests ignored;
    ui_.settings.edited = *config;
    commit(ui_.settings, ignored);
    if (!ui_.settings.problem.empty()) return;
    expect_run(ui_.settings, *config);
    session_.ask(command::Restart{*config});
}

void StudioApp::answer(const ui::Requests& r) {
    follow_throttle();
    for (const ui::Request& request : r.asked)
        std::visit(
            Overloaded{
                [&](const Command& command) { session_.ask(command); },
                [&](const ui::FileQuestion& question) {
                    portal_.ask(question, portal_name(window_.handle()));
                },
                [&](const ui::FileLookup& asked) { lookups_.ask(asked); },
                [&](const ui::PresetRequest& asked) { say_in_window(presets_.answer(asked)); },
                [&](const BatchRequest& asked) { batch_.ask(asked); },
                [&](const ui::RunRequest& asked) {
                    const auto* rename = std::get_if<ui::request::RenameRun>(&asked);
                    if (rename && rename->run == status_->run_path)
                        session_.ask(command::Rename{rename->name});
                    else
                        runs_.ask(asked, *status_);
                },
                [&](const ui::request::Open& asked) {
                    if (asked.path.has_parent_path() && !ui::is_run(asked.path))
                        ui_.preferences.open_folder = asked.path.parent_path();
                    open(asked.path);
                },
                [&](ui::request::OpenSample) { open(sample_); },
                [&](ui::request::Paste) { paste(false); },
                [&](const ui::request::CopyDrawing& asked) { copy_drawing(asked); },
                [&](ui::request::CloseFileDialog) { portal_.leave(); },
                [&](const ui::request::ReuseSettings& asked) { reuse_settings(asked.run); },
                [&](const ui::request::CopyFile& asked) { offer(asked.path, true); },
                [&](const ui::request::OpenOutside& asked) {
                    say_in_window(open_outside(asked.path));
                },
                [&](ui::request::OpenGuide) { say_in_window(open_guide()); },
                [&](ui::request::ToggleFullscreen) { window_.toggle_fullscreen(); },
                [&](ui::request::Quit) { quit_ = true; },
            },
            request);
    if (r.view != view_request_) {
        view_request_ = r.view;
        looked_at_ = now();
        session_.ask(view_request_);
    }
    pictures_.show_squares(r.squares);
    runs_.library().draw(r.in_sight);
    if (r.expects_field) window_.expect_field();
    if (r.rebuild_fonts) {
        rebuild_fonts_ = true;
        frames_due_ = std::max(frames_due_, 2);
    }
    if (r.difference != difference_) {
        difference_ = r.difference;
        frames_due_ = std::max(frames_due_, 2);
    }
    redraw_at_ = now() + r.redraw_within;
}

}  // namespace redraw
