#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/run_view.h"
#include "engine/drawing/drawing.h"
#include "engine/features/studies/held_out.h"
#include "engine/image/quality.h"
#include "engine/image/resample.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace redraw {
namespace {

// `redraw compare`: compares the network's render with the original picture. Without a picture,
// trains a copy of the network with a part of the pixels, and compares its render with the others.
struct CompareCommand {
    std::filesystem::path run_path, reference;
    std::filesystem::path drawing;  // file to write the network's render to; empty: none
    std::optional<int> longer_side;
    // Epochs of the copy that is trained without the held-out pixels; absent: as many as the
    // run's.
    std::optional<std::int64_t> epochs;
    bool json = false;
    BackendFlags backend;
    void run();

private:
    void against_reference();
    void against_held_out();
};

// Prints a comparison. `said`: the JSON object to which the results are added. `heading`: the line
// above the text table.
void print_comparison(Json said, const std::string& heading, const std::vector<Quality>& rows,
                      const std::string& judgement, bool json) {
    if (json) {
        Json methods = Json::object();
        for (const Quality& row : rows) {
            put_psnr(methods[row.method], row.psnr);
            methods[row.method]["ssim"] = finite_or_null(row.ssim);
        }
        put_psnr(said, rows.front().psnr);
        said["ssim"] = finite_or_null(rows.front().ssim);
        said["methods"] = methods;
        said["verdict"] = judgement;
        return print_json(said);
    }
    print("{}\n", heading);
    for (const Quality& row : rows)
        print("  {:<10} {:>10}   SSIM {:.4f}\n", row.method, precise_decibels(row.psnr), row.ssim);
    print("{}\n", judgement);
}

std::string times(int width, int height) {
    return fmt::format("{} x {}", width, height);
}

}  // namespace

void add_compare(CLI::App& app) {
    const auto [command, asked] = add_command<CompareCommand>(
        app, "compare", "Measure PSNR and SSIM beside nearest, bilinear, bicubic and Lanczos");
    add_run(command, asked.run_path);
    CLI::Option* truth =
        add_file_or_stream(command, "REFERENCE", asked.reference,
                           "the original picture, or - for standard input; without it "
                           "a copy learns one pixel in four and is compared with "
                           "the rest");
    command
        .add_option("--size", asked.longer_side, "longer side of the compared pictures, in pixels")
        ->check(CLI::Range(1, 16384))
        ->needs(truth);
    command
        .add_option("--epochs", asked.epochs,
                    "number of epochs of the copy; default: as many as the run's")
        ->check(CLI::Range(1, 1'000'000'000))
        ->excludes(truth);
    add_file(command, "--drawing", asked.drawing, "also write the network's drawing as PNG");
    command.add_flag("--json", asked.json, "one JSON object a line");
    asked.backend.add_to(command);
}

void CompareCommand::run() {
    catch_stop_signals();
    if (!drawing.empty()) {  // rejects a bad output path before the work begins
        require_output(drawing,
                       {{run_path, "the run itself"}, input_of(reference, "the reference")});
        if (image_format_of(drawing) != ImageFormat::png)
            throw Error("Cannot write " + display_name(drawing) + ": the name must end in .png.");
    }
    if (reference.empty()) return against_held_out();
    against_reference();
}

void CompareCommand::against_reference() {
    const RunView view(run_path, backend.options());
    const Image target = view.run.target();
    const Image truth = in_channels(read_picture(reference).image, target.channels,
                                    {.longer_side = longer_side.value_or(0)});
    const std::string said = is_stream(reference) ? input_name(reference) : display_name(reference);
    const double aspect =
        double(truth.width) * target.height / (double(truth.height) * target.width);
    if (std::abs(aspect - 1) > 0.02)
        throw Error(fmt::format(
            "Cannot compare with {}: its size {} has another shape than the run's picture, {}.",
            said, times(truth.width, truth.height), times(target.width, target.height)));

    require_memory(comparing_bytes(view.run, truth),
                   "Comparing it at " + times(truth.width, truth.height), "a smaller --size");
    const Image drawn = draw_rows(*view.backend, view.grid, {truth.width, truth.height}, 0,
                                  truth.height, parameters_of(view.run));
    if (!drawing.empty()) write_image(drawing, drawn);
    std::vector<Quality> rows;
    const auto judge = [&](std::string method, const Image& image) {
        rows.push_back({std::move(method), psnr(image, truth), ssim(image, truth)});
    };
    judge("network", drawn);
    for (const auto& [filter, name] : kNames<Filter>)
        judge(std::string(name), resample(target, truth.width, truth.height, filter));
    // At the training size, interpolation gives the training picture itself.
    const bool own_size = truth.width == target.width && truth.height == target.height;
    const std::string judgement =
        own_size && std::isinf(rows.back().psnr)
            ? "At the training size interpolation is the picture itself; only the network's own "
              "number says something."
            : verdict(rows);
    print_comparison({{"reference", said}, {"width", truth.width}, {"height", truth.height}},
                     "against " + said + " at " + times(truth.width, truth.height), rows, judgement,
                     json);
}

void CompareCommand::against_held_out() {
    const RunFile file = open_run(run_path);
    const Image target = file.target();
    const Config& config = file.config();
    HeldOut study(target, file.request(), backend.options(), epochs);
    const bool of_half = learns_own_half(config.network);
    const std::string learned = what_a_copy_learns(config.network);
    const Talk how = json ? Talk::quiet : talk(false);
    if (how == Talk::terminal)
        fmt::print(stderr, "A copy learns {}, {} epochs on {}\n", learned, study.epochs(),
                   study.backend().description());
    finish_job(study, "held-out pixels", how, "Stopped: nothing was compared.");
    const HeldOutResult& result = study.result();
    if (!drawing.empty()) write_image(drawing, result.drawing);
    print_comparison(
        {{"reference", nullptr},
         {"width", target.width},
         {"height", target.height},
         {"epochs", study.epochs()},
         {"pixels_learned", study.pixels_learned()},
         {"pixels_held_out", study.pixels_held_out()}},
        fmt::format(
            "from {}{} at {}, after {} epochs\n{}", learned, of_half ? "" : " of the run's picture",
            times(target.width, target.height), study.epochs(),
            of_half ? "PSNR and SSIM of the whole picture"
                    : fmt::format("PSNR of the {} of {} pixels that were held out, SSIM of the "
                                  "whole picture",
                                  study.pixels_held_out(), target.pixel_count())),
        result.methods, verdict(result.methods), json);
}

}  // namespace redraw
