// `redraw info`: the contents of a run.
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/run_view.h"
#include "engine/data/dataset.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/drawing/run_summary.h"
#include "engine/export/curves_csv.h"
#include "engine/image/image_writer.h"
#include "engine/image/quality.h"
#include "engine/network/config_json.h"
#include "engine/network/encodings.h"
#include "engine/network/schedule.h"
#include "engine/run/bookmarks.h"
#include "engine/run/keyframes.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace redraw {
namespace fs = std::filesystem;
namespace {

// `redraw info`: shows what is in a run, beside sizes of picture files that look as close.
struct InfoCommand {
    std::filesystem::path run_path;
    std::filesystem::path csv;  // file to write the learning curves to; empty: none
    bool json = false;
    void run();
};

constexpr std::size_t kMostPixels = 2'100'000;
// Limit for the number of weights times pixels; a slow processor renders that much in a few
// seconds.
constexpr double kMostWork = 1e11;

constexpr const char* kNone = "none is as close";

struct Sizes {
    std::size_t pixels = 1;
    std::size_t weights = 0;                    // size of all parameters in bytes as fp32
    bool jpeg_holds = true, webp_holds = true;  // true if the format can store such a picture
    // PSNR of the render compared with the training picture at 8 bits; absent: no trained network,
    // or too large to measure.
    std::optional<double> psnr{};
    // Sizes of picture files. They are measured only if `psnr` is set. JPEG and WebP: the smallest
    // file with at least that PSNR; absent if there is none.
    FileSize png{};
    std::optional<FileSize> jpeg{}, webp{};
};

double bits_per_pixel(std::size_t bytes, std::size_t pixels) {
    return 8.0 * double(bytes) / double(pixels);
}

Sizes measure(const RunFile& run) {
    const Image target = run.target();
    const std::size_t numbers = parameter_count(run.config().network, target.channels);
    Sizes sizes{target.pixel_count(), numbers * sizeof(float), can_hold(ImageFormat::jpeg, target),
                can_hold(ImageFormat::webp, target)};
    const auto parameters = latest_parameters(run);
    const std::size_t weights = numbers - grid_parameters(run.config().network);
    if (!parameters || sizes.pixels > kMostPixels ||
        double(sizes.pixels) * double(weights) > kMostWork)
        return sizes;
    const auto backend = make_drawing_backend({.kind = BackendKind::cpu}, run, target.channels);
    const Image drawing = draw_rows(*backend, picture_grid(target.width, target.height),
                                    {target.width, target.height}, 0, target.height, *parameters);
    sizes.psnr = psnr(drawing, target);
    sizes.png = png_file(target);
    sizes.jpeg = smallest_file(target, ImageFormat::jpeg, *sizes.psnr);
    sizes.webp = smallest_file(target, ImageFormat::webp, *sizes.psnr);
    return sizes;
}

std::string line(const char* name, std::size_t bytes, std::size_t pixels,
                 const std::string& remark) {
    return fmt::format("{:9} {:<8} {:9} bytes  {:7.2f} bits a pixel  {}\n", "", name, bytes,
                       bits_per_pixel(bytes, pixels), remark);
}

std::string lossy_line(const char* name, const std::optional<FileSize>& file, const Sizes& sizes,
                       const char* reason) {
    if (file)
        return line(name, file->bytes, sizes.pixels,
                    fmt::format("{}, quality {}", precise_decibels(file->psnr), file->quality));
    return fmt::format("{:9} {:<8} {}\n", "", name, reason);
}

Json lossy_json(const std::optional<FileSize>& file) {
    if (!file) return nullptr;
    Json json = {{"bytes", file->bytes}, {"quality", file->quality}};
    put_psnr(json, file->psnr);
    return json;
}

// Returns the size of the network as a file, of JPEG and WebP files that are as close to the
// training picture, and of a PNG. Large pictures and networks get only the network's size, because
// the rest would take more than seconds.
Json file_sizes_json(const RunFile& run) {
    const Sizes sizes = measure(run);
    Json json = {{"weights_bytes", sizes.weights},
                 {"bits_per_pixel", bits_per_pixel(sizes.weights, sizes.pixels)}};
    if (!sizes.psnr) return json;
    put_psnr(json, *sizes.psnr);
    json["png"] = {{"bytes", sizes.png.bytes}};
    json["jpeg"] = lossy_json(sizes.jpeg);
    json["webp"] = lossy_json(sizes.webp);
    return json;
}

std::string file_sizes_text(const RunFile& run) {
    const Sizes sizes = measure(run);
    const std::string reached = sizes.psnr ? precise_decibels(*sizes.psnr) + ", fp32" : "fp32";
    std::string text = line("weights", sizes.weights, sizes.pixels, reached);
    if (sizes.psnr)
        text += lossy_line("JPEG", sizes.jpeg, sizes,
                           sizes.jpeg_holds ? kNone : "holds no transparency") +
                lossy_line("WebP", sizes.webp, sizes,
                           sizes.webp_holds ? kNone : "holds no side of so many pixels") +
                line("PNG", sizes.png.bytes, sizes.pixels, "lossless");
    return text.replace(0, 9, "as a file");
}

// Returns a sentence saying why a picture in the run file cannot be decoded; empty if all can.
std::string picture_damage(const RunFile& run) {
    try {
        run.check_pictures();
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

}  // namespace

void add_info(CLI::App& app) {
    const auto [command, asked] =
        add_command<InfoCommand>(app, "info", "Show the contents of a run");
    add_run(command, asked.run_path);
    add_file(command, "--csv", asked.csv, "also write the learning curves to this file");
    command.add_flag("--json", asked.json, "one JSON object a line");
}

void InfoCommand::run() {
    const RunFile file = open_run(run_path);
    const Config& config = file.config();
    const Image target = file.target();
    const auto& metrics = file.metrics();
    const std::vector<Keyframe> keyframes = file.moments();
    const auto bookmarks = bookmarks_of(file.events(), keyframes);
    const auto state = file.state();
    const std::size_t parameters = parameter_count(config.network, target.channels);
    const std::int64_t step = state ? state->step : 0;
    const std::int64_t steps_an_epoch = steps_per_epoch(config, file.target_size());
    const double epoch = double(step) / double(steps_an_epoch);
    const bool finished =
        step >= total_steps(config.schedule, steps_an_epoch) && !file.planned_mosaic() &&
        (!file.mosaic() || file.mosaic()->tiles.count() == std::ssize(file.mosaic_tiles()));
    if (!csv.empty()) {
        require_output(csv, {{run_path, "the run itself"}});
        write_curves_csv(csv, metrics, file.measured(), steps_an_epoch);
    }
    float psnr = summary_of(file).psnr;
    if (std::isnan(psnr)) psnr = measured_psnr(run_path, {.kind = BackendKind::cpu});
    if (json) {
        Json events = Json::array();
        for (const Event& event : file.events())
            events.push_back({{"step", event.step}, {"text", text_of(event)}});
        Json info = {{"run", display_name(run_path)},
                     {"format", kRunFormat},
                     {"bytes", fs::file_size(run_path)},
                     {"picture", file.picture_name()},
                     {"width", target.width},
                     {"height", target.height},
                     {"channels", target.channels},
                     {"parameters", parameters},
                     {"step", step},
                     {"epoch", epoch},
                     {"finished", finished},
                     {"seconds", file.seconds()}};
        put_psnr(info, psnr);
        Json marks = Json::array();
        for (const Bookmark& mark : bookmarks)
            marks.push_back({{"step", mark.step},
                             {"epoch", double(mark.step) / double(steps_an_epoch)},
                             {"name", mark.name}});
        info.update({{"keyframes", steps_of(keyframes)},
                     {"bookmarks", marks},
                     {"events", events},
                     {"config", Json::parse(to_json(config))},
                     {"request", Json::parse(request_to_json({file.request(), file.goal()}))}});
        if (const auto& mosaic = file.mosaic())
            info["whole"] = {{"width", mosaic->tiles.across.length},
                             {"height", mosaic->tiles.down.length},
                             {"tiles", mosaic->tiles.count()},
                             {"learned", file.mosaic_tiles().size()},
                             {"psnr", finite_or_null(psnr_of(*mosaic, file.mosaic_tiles()))}};
        info["file"] = file_sizes_json(file);
        if (const std::string damage = picture_damage(file); !damage.empty())
            info["damaged"] = damage;
        return print_json(info);
    }
    print("{}: \"{}\", learned at {} x {}, {} channel{}\n", display_name(run_path),
          file.picture_name(), target.width, target.height, target.channels,
          target.channels == 1 ? "" : "s");
    const std::string layers = fmt::format("2-{}", fmt::join(config.network.layers, "-"));
    print("network   {}-{}, {}, {} parameters ({} preset)\n", layers, target.channels,
          name_of(config.network.activation), parameters, config.preset);
    print("trained   epoch {} of {}, step {}, {:.1f} s\n", epoch_number(epoch),
          epoch_number(config.schedule.epochs), step, file.seconds());
    if (!std::isnan(psnr)) {
        const int rows = measured_row_step({target.width, target.height});
        print("drawing   {} at {} x {}{}\n", precise_decibels(psnr), target.width, target.height,
              rows > 1 ? fmt::format(" (measured on 1 of {} rows)", rows) : "");
    }
    if (const auto& planned = file.planned_mosaic())
        print("then      {} tiles of the whole picture, {} x {}\n", planned->tiles.count(),
              planned->tiles.across.length, planned->tiles.down.length);
    if (const auto& mosaic = file.mosaic())
        print("whole     {} of {} tiles{}, {} x {}\n", file.mosaic_tiles().size(),
              mosaic->tiles.count(),
              file.mosaic_tiles().empty()
                  ? ""
                  : ", " + precise_decibels(psnr_of(*mosaic, file.mosaic_tiles())),
              mosaic->tiles.across.length, mosaic->tiles.down.length);
    if (!metrics.empty())
        print("last step training loss {:.3g}, learning rate {:.3g}\n", double(metrics.back().loss),
              double(metrics.back().learning_rate));
    if (!keyframes.empty())
        print("timelapse {} keyframes from step {} to {}\n", keyframes.size(),
              keyframes.front().step, keyframes.back().step);
    for (const Bookmark& mark : bookmarks)
        print("bookmark  {} (step {})\n", bookmark_label(file, mark), thousands(mark.step));
    print("run file  {}\n", bytes(double(fs::file_size(run_path))));
    print_text(file_sizes_text(file));
    if (const std::string damage = picture_damage(file); !damage.empty())
        print("damaged   {}\n", damage);
}

}  // namespace redraw
