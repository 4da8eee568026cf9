#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/export_picture.h"
#include "app/cli/once.h"
#include "engine/data/batch_by_size.h"
#include "engine/data/internal_examples.h"
#include "engine/device/devices.h"
#include "engine/export/export.h"
#include "engine/features/enlarge/enlargement.h"
#include "engine/network/presets.h"
#include "engine/seconds.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <utility>

namespace redraw {
namespace {

// `redraw enlarge`: trains on a picture and renders it larger, in one command.
struct EnlargeCommand {
    std::filesystem::path picture;
    ExportFlags output{.size = "2x"};
    std::uint64_t seed = 1;
    std::optional<std::int64_t> epochs;
    bool json = false, keep_metadata = false;
    OnceFlag once;
    BackendFlags backend;
    void run();

private:
    Outcome enlarge();
    Outcome write(PictureExport drawn, const ExportSpec& drawing, const std::string& said,
                  const Json& more) const;
};

inline constexpr const char* kKeepMetadataHelp =
    "keep the picture's date, place, camera and resolution (EXIF and DPI; of JPEG, PNG, WebP, AVIF "
    "and HEIC; in JPEG, PNG and WebP). Not its colour profile: the drawing is sRGB";

// Lanczos enlarges a picture with a side below kTiny pixels if it is too small to learn from.
constexpr int kTiny = 16;

std::string closeness(double psnr) {
    return std::isinf(psnr) ? "exact" : precise_decibels(psnr);
}

// Describes the result of the half-size self-test, which enlarges a half-size copy of the picture
// and compares it with the picture: "on this picture's own half: 27.30 dB, Lanczos 26.40 dB".
std::string said_of(const HalfSizeResult& worth) {
    std::string said =
        worth.pixels == 0 ? "too small or too plain to measure the network on its own half"
                          : "on this picture's own half: " + closeness(worth.methods.front().psnr) +
                                ", Lanczos " + closeness(psnr_of(worth.methods, "lanczos"));
    if (const Quality* better = worth.better_than_network())
        said += "; drawn by " + better->method +
                " interpolation, which comes closer: " + closeness(better->psnr);
    return said;
}

}  // namespace

void add_enlarge(CLI::App& app) {
    const auto [command, asked] = add_command<EnlargeCommand>(
        app, "enlarge", "Enlarge a picture with a network that learns from it");
    add_file_or_stream(command, "PICTURE", asked.picture, kPictureHelp)->required();
    asked.output
        .add_to(command, "-o,--output", kDrawingHelp,
                "size of the drawing: 2x, 3.5x, 4096 (longer side) or 6000x4000")
        ->required();
    command.get_option("--size")->capture_default_str();
    command
        .add_option("--epochs", asked.epochs,
                    "passes over the picture; default: enough for 10,000 steps")
        ->check(whole_number<std::int64_t>(1));
    command.add_option("--seed", asked.seed, "seed of the initial weights and the minibatches")
        ->check(whole_number<std::uint64_t>());
    command.add_flag("--keep-metadata", asked.keep_metadata, kKeepMetadataHelp);
    asked.once.add_to(command);
    command.add_flag("--json", asked.json, "one JSON object a line");
    asked.backend.add_to(command);
}

void EnlargeCommand::run() {
    if (once.given) return once.run(output.export_path, json, [this] { return enlarge(); });
    enlarge();
}

// Writes the enlarged picture and reports it. `said`: the end of the text line. `more`: additional
// JSON values.
Outcome EnlargeCommand::write(PictureExport drawn, const ExportSpec& drawing,
                              const std::string& said, const Json& more) const {
    const std::string file = display_name(drawing.path);
    finish_job(drawn, file, talk(json), stopped_while_writing(drawing));
    const auto [width, height] = drawing.size;
    Json line{{"event", "done"}, {"drawing", file}, {"width", width}, {"height", height}};
    line.update(more);
    if (const auto& metadata = drawing.encoding.metadata)
        line["kept_metadata"] = !metadata->empty();
    if (json)
        print_json(line);
    else
        print("{}: {}; {}\n", file, size_drawn(drawn, drawing), said);
    return {.size = drawing.size};
}

Outcome EnlargeCommand::enlarge() {
    const auto begun = std::chrono::steady_clock::now();
    output.require({input_of(picture, "the picture that is enlarged")});
    require_backend(backend.options());
    Picture loaded = read_picture(picture);
    const PixelSize from{loaded.image.width, loaded.image.height};
    ExportSpec drawing = output.spec(from);
    if (drawing.size.width < from.width || drawing.size.height < from.height)
        throw CLI::ValidationError("--size", fmt::format("{} is smaller than the picture, {} x {}",
                                                         output.size, from.width, from.height));
    if (keep_metadata) {
        if (!holds_metadata(drawing.format))
            throw CLI::ValidationError("--keep-metadata", "only JPEG, PNG and WebP have metadata");
        const auto kept = std::make_shared<const Metadata>(
            metadata_for_copy(loaded.metadata, drawing.size, loaded.note));
        if (kept->empty() && loaded.note.empty()) loaded.note = "it has no metadata to keep";
        drawing.encoding.metadata = kept;
    }
    catch_stop_signals();
    Config config = with_batch_by_size(preset_config("enlarge"), from);
    config.seed = seed;
    if (epochs) config.schedule.epochs = *epochs, config.by_size.epochs = false;
    if (!json && !loaded.note.empty()) print("{}\n", loaded.note);
    const auto tiny = std::min(from.width, from.height) < kTiny
                          ? std::make_shared<const Image>(loaded.image)
                          : nullptr;
    std::optional<Enlargement> learned;
    try {
        learned.emplace(std::move(loaded.image), config, backend.options());
    } catch (const TooSmallToTeach&) {
        if (!tiny) throw;
        Outcome interpolated = write(
            PictureExport(interpolated_source(tiny, drawing.size, Filter::lanczos), drawing),
            drawing,
            fmt::format("drawn by Lanczos interpolation, {} x {} is too small to learn from",
                        from.width, from.height),
            {{"drawn_by", name_of(Filter::lanczos)}, {"steps", 0}, {"own_half", Json::object()}});
        interpolated.seconds = seconds_since(begun);
        return interpolated;
    }
    Enlargement& job = *learned;
    require_memory(enlarging_bytes(job, drawing), drawing_at(drawing), "a smaller --size");
    finish_job(job, "learning " + loaded.name, talk(json), "Stopped: nothing was written.");

    const HalfSizeResult& worth = job.worth();
    const Quality* better = worth.better_than_network();
    Json methods = Json::object(), exact = Json::array();
    for (const Quality& method : worth.methods) {
        methods[method.method] = finite_or_null(method.psnr);
        if (std::isinf(method.psnr)) exact.push_back(method.method);
    }
    Outcome outcome = write(better ? PictureExport(interpolated_source(job.picture(), drawing.size,
                                                                       *worth.interpolation),
                                                   drawing)
                                   : PictureExport(job.backend(), job.dataset().grid,
                                                   job.dataset().target.channels, {}, drawing),
                            drawing, said_of(worth),
                            {{"drawn_by", better ? better->method : "network"},
                             {"tones", name_of(job.config().network.window.tones)},
                             {"steps", job.steps()},
                             {"own_half", methods},
                             {"exact_on_own_half", exact}});
    outcome.seconds = seconds_since(begun);
    outcome.psnr = (better ? *better : worth.methods.front()).psnr;
    return outcome;
}

}  // namespace redraw
