#include "app/cli/commands.h"

#include "app/cli/checks.h"
#include "engine/data/dataset.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/drawing/mosaic_backend.h"
#include "engine/drawing/run_summary.h"
#include "engine/error.h"
#include "engine/export/weights.h"
#include "engine/features/film/pace.h"
#include "engine/features/neurons/poster.h"
#include "engine/file/atomic_file.h"
#include "engine/image/image_writer.h"
#include "engine/image/quality.h"
#include "engine/run/keyframes.h"
#include "engine/run/outputs.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"
#include "engine/text/words.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <system_error>
#include <utility>

namespace redraw {
namespace {

bool is_empty_file(const std::filesystem::path& path) {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none) &&
           std::filesystem::file_size(path, none) == 0 && !none;
}

// Overwrites an existing file in place instead of replacing it, because Xfce's Tumbler keeps the
// file open. A failed write leaves the file empty.
void write_into(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    const int file = open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int error = file < 0 ? errno : 0;
    while (error == 0 && !bytes.empty()) {
        const ssize_t written = write(file, bytes.data(), bytes.size());
        if (written >= 0)
            bytes = bytes.subspan(std::size_t(written));
        else if (errno != EINTR)
            error = errno;
    }
    if (error != 0 && file >= 0 && ftruncate(file, 0) != 0) error = errno;
    if (file >= 0 && close(file) != 0 && error == 0) error = errno;
    if (error != 0)
        throw Error("Cannot write " + display_name(path.filename()) + ": " + errno_text(error));
}

constexpr const char* kKept = "kept";

// Parses a number from 0 to 1; absent for any other text.
std::optional<double> part_of(const std::string& text) {
    double value = 0;
    if (read_all(text, value) != std::errc{} || !(value >= 0 && value <= 1)) return std::nullopt;
    return value;
}

// Returns the step of the chosen bookmark; absent if none was asked for. Throws Error.
std::optional<std::int64_t> bookmarked(const RunFile& run, const MomentFlags& flags) {
    const std::string& wanted = flags.bookmark;
    if (wanted.empty() && flags.detail != kKept) return std::nullopt;
    std::vector<std::int64_t> found;
    for (const Bookmark& mark : bookmarks_of(run.events(), run.moments()))
        if (wanted.empty() || bookmark_label(run, mark) == wanted) found.push_back(mark.step);
    if (found.size() == 1 || (wanted.empty() && !found.empty())) return found.back();
    const std::string name = display_name(run.path().filename());
    if (wanted.empty())
        throw Error(name + " has no bookmark. Set one in the studio, or give --detail a number.");
    throw Error(
        fmt::format("{} has {} \"{}\". redraw info lists the bookmarks; --at chooses a step.", name,
                    found.empty() ? "no bookmark" : "several bookmarks", excerpt(wanted)));
}

}  // namespace

RunFile open_run(const std::filesystem::path& path) {
    return RunFile::open(path, RunFile::Access::read_only);
}

std::vector<float> parameters_of(const RunFile& run, std::optional<std::int64_t> at_step,
                                 std::int64_t* step) {
    if (at_step) {
        if (step) *step = *at_step;
        return run.require_parameters(*at_step);
    }
    if (const auto tiles = run.mosaic_steps(); !tiles.empty())
        return parameters_of(run, tiles.back(), step);
    std::optional<State> state = run.state();
    if (!state) throw Error(display_name(run.path()) + " holds no trained network.");
    if (step) *step = state->step;
    return std::move(state->parameters);
}

RunView::RunView(const std::filesystem::path& path, const BackendOptions& options)
    : run(open_run(path)) {
    const Image target = run.target();
    grid = picture_grid(target.width, target.height);
    channels = target.channels;
    backend = with_mosaic(make_drawing_backend(options, run, channels), run, options);
}

void MomentFlags::add_to(CLI::App& command, const char* at_help) {
    command.add_option("--at", at_step, at_help)->check(whole_number<std::int64_t>());
    const auto complaint = [](const std::string& text) -> std::string {
        if (text == kKept || part_of(text)) return "";
        return "\"" + excerpt(text) + "\" is neither a number from 0 to 1 nor \"kept\"";
    };
    command
        .add_option("--detail", detail,
                    "the moment by how far the drawing had come: 0 is the first keyframe, 1 is "
                    "now; equal steps are equal visible changes. kept: the newest bookmark")
        ->type_name("0-1|kept")
        ->excludes("--at")
        ->check(CLI::Validator(complaint, ""));
    command
        .add_option("--bookmark", bookmark,
                    "the moment of the bookmark with this name, or of an epoch (\"epoch 12\"), as "
                    "redraw info lists them")
        ->excludes("--at")
        ->excludes("--detail");
}

std::string bookmark_label(const RunFile& run, const Bookmark& bookmark) {
    if (!bookmark.name.empty()) return bookmark.name;
    return epoch_name(double(bookmark.step) /
                      double(steps_per_epoch(run.config(), run.target_size())));
}

ChosenMoment MomentFlags::of(const RunView& view) const {
    if (detail.empty() && bookmark.empty()) return {at_step};
    const RunFile& run = view.run;
    const std::string name = display_name(run.path().filename());
    const std::vector<Keyframe> keyframes = run.moments();
    const auto kept = bookmarked(run, *this);
    if (keyframes.size() < 2)
        throw Error("--detail chooses between keyframes, and " + name + " has " +
                    (keyframes.empty() ? "none." : "only one."));
    std::vector<std::int64_t> steps;
    for (const Keyframe& keyframe : keyframes) steps.push_back(keyframe.step);
    const DetailScale scale(
        steps, visible_changes(*view.backend, view.grid, steps,
                               [&](std::int64_t at) { return run.parameters_at(at); }));
    const double asked = part_of(detail).value_or(0);
    const std::size_t chosen =
        kept ? std::size_t(std::ranges::lower_bound(steps, *kept) - steps.begin())
             : scale.keyframe_at(asked);
    const Image target = run.target();
    const auto text = [&](std::int64_t step, std::optional<std::int64_t> at) {
        const auto psnr_of = [&](std::optional<std::int64_t> of) {
            return decibels(drawn_psnr(*view.backend, target, view.grid, parameters_of(run, of)));
        };
        const double epoch =
            double(step) / double(steps_per_epoch(run.config(), run.target_size()));
        return fmt::format("That is the drawing of epoch {} ({}detail {:.2f}), {}{}.",
                           epoch_number(epoch), at ? fmt::format("step {}, ", thousands(*at)) : "",
                           at ? scale.detail_of(chosen) : 1.0, psnr_of(at),
                           at ? "; now it is " + psnr_of({}) : ", as it is now");
    };
    if (asked < 1) return {steps[chosen], text(steps[chosen], steps[chosen])};
    const auto state = run.state();
    return {{}, text(state ? state->step : steps.back(), {})};
}

std::string drawing_at(const ExportSpec& spec) {
    return fmt::format("Drawing it at {} x {}", spec.size.width, spec.size.height);
}

std::string stopped_while_writing(const ExportSpec& spec) {
    return "Stopped: " + (spec.sink ? "the drawing on standard output is not whole."
                                    : display_name(spec.path) + " was not written.");
}

std::string size_drawn(const PictureExport& job, const ExportSpec& spec) {
    const PixelRect written = spec.written();
    const bool grayed = spec.format == ImageFormat::csv && job.channels() >= 3;
    return fmt::format("{} x {}{}", written.width, written.height,
                       grayed ? ", in gray, because CSV holds no colours" : "");
}

void export_picture(PictureExport& job, const ExportSpec& spec, Talk talk) {
    const std::string name = display_name(spec.path);
    finish_job(job, name, talk == Talk::json ? Talk::quiet : talk, stopped_while_writing(spec));
    if (talk != Talk::json) print("{}: {}\n", name, size_drawn(job, spec));
}

void ExportCommand::add_to(CLI::App& command) {
    add_run(command, run_path);
    output.add_to(command, "-o,--output", kDrawingHelp, "1024 (longer side), 800x600 or 4x")
        ->required();
    moment.add_to(command, "the moment by the step of a keyframe");
    command.add_option("--crop", crop,
                       "X,Y,WIDTH,HEIGHT: draw only this part, in pixels of the drawing at --size");
    size = command.get_option("--size");
    command
        .add_flag("--poster", poster,
                  "a poster: all neurons, layer by layer, above the drawing; --size is its longer "
                  "side, default 4096")
        ->excludes("--crop");
    page.add_to(command, output);
    backend.add_to(command);
}

ExportSpec ExportCommand::spec(PixelSize picture) const {
    ExportSpec spec = output.spec(picture);
    try {
        if (!crop.empty()) spec.part = parse_crop(crop, spec.size);
    } catch (const Error& error) {
        throw CLI::ValidationError(error.what());
    }
    return spec;
}

void ExportCommand::run() {
    catch_stop_signals();
    const RunView view(run_path, backend.options());
    output.require({{run_path, "the run itself"}});
    const ChosenMoment chosen = moment.of(view);
    if (page.write(*this, view, chosen)) return;
    if (poster && size->empty()) output.size = std::to_string(kPosterSide);
    ExportSpec drawing = spec(view.run.picture_size());
    drawing.encoding.two_tones = view.run.config().data.channels == ChannelMode::black_white;
    require_memory(export_bytes(&view.run, drawing), drawing_at(drawing),
                   "another format or a smaller --size");
    std::vector<float> parameters = parameters_of(view.run, chosen.at_step);
    if (poster) parameters.resize(view.run.parameter_count());  // only the run's own network
    std::optional<PictureExport> job;
    if (poster)
        job = poster_export(*view.backend, view.grid, view.run.config().network, view.channels,
                            parameters, drawing);
    if (!job)
        job.emplace(*view.backend, view.grid, view.channels, std::move(parameters), drawing);
    export_picture(*job, drawing, talk(false));
    if (!chosen.note.empty()) print("{}\n", chosen.note);
}

void WeightsCommand::add_to(CLI::App& command) {
    add_run(command, run_path);
    add_file(command, "-o,--output", output, "FILE.safetensors, or FILE.h for C")->required();
    command.add_option("--at", at_step, "the step of a keyframe")
        ->check(whole_number<std::int64_t>());
    command
        .add_option("--as", numbers,
                    "number format of a .safetensors file: f16 halves the file, i8 stores bytes "
                    "with scales; prints how well the drawing survives")
        ->check(one_of<Numbers>())
        ->capture_default_str();
    backend.add_to(command);
}

void WeightsCommand::run() {
    const RunFile run = open_run(run_path);
    require_output(output, {{run_path, "the run itself"}});
    std::int64_t step = 0;
    std::vector<float> parameters = parameters_of(run, at_step, &step);
    parameters.resize(run.parameter_count());  // only the run's own network
    const Image target = run.target();
    const NetworkCode code{run.config().network, target.channels, parameters, run.picture_name(),
                           double(target.width) / target.height};
    const std::string extension = output.extension().string();
    const Numbers as = from_name<Numbers>(numbers).value();
    if (as != Numbers::f32 && extension != ".safetensors")
        throw Error("Cannot write " + display_name(output) + " as " + numbers +
                    ": only a .safetensors file can hold rounded numbers.");
    if (extension == ".h") {
        const std::string header = c_header(code);
        write_file_atomically(output, std::as_bytes(std::span(header)));
    } else if (extension == ".safetensors") {
        write_safetensors(output, code.network, code.channels, parameters, step, as);
    } else {
        throw Error("Cannot write " + display_name(output) +
                    ": the name must end in .safetensors or .h.");
    }
    print("{}: {} parameters of step {}\n", display_name(output), parameters.size(), step);
    if (as == Numbers::f32) return;
    const RunView view(run_path, backend.options());
    const auto kept = [&](const std::vector<float>& values) {
        return precise_decibels(
            psnr(draw_rows(*view.backend, view.grid, {target.width, target.height}, 0,
                           target.height, values),
                 target));
    };
    print("as {}, {} bytes: the drawing keeps {} of {}\n", numbers,
          std::filesystem::file_size(output),
          kept(rounded(code.network, code.channels, parameters, as)), kept(parameters));
}

void ThumbnailCommand::add_to(CLI::App& command) {
    add_run(command, run_path);
    add_file(command, "-o,--output", output, "a PNG, whatever its name")->required();
    command.add_option("--size", longer_side, "largest longer side, in pixels")
        ->check(CLI::Range(1, 4096))
        ->capture_default_str();
}

void ThumbnailCommand::run() {
    require_output(output, {{run_path, "the run itself"}});
    // Uses one thread, because file managers request many thumbnails while the user works or a run
    // trains.
    const BackendOptions options{.kind = BackendKind::cpu, .threads = 1};
    const auto drawing = draw_run(run_path, longer_side, options);
    if (!drawing)
        throw Error("Cannot draw " + display_name(run_path) + ": it holds no trained network.");
    const std::vector<std::byte> png = encode_image(*drawing, ImageFormat::png);
    if (is_empty_file(output))
        write_into(output, png);
    else
        write_file_atomically(output, png);
}

}  // namespace redraw
