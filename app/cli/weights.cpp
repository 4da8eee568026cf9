// `redraw weights`: the network's parameters as a file.
#include "engine/export/weights.h"
#include "app/cli/checks.h"
#include "app/cli/commands.h"
#include "app/cli/run_view.h"
#include "engine/drawing/drawing.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/system/atomic_file.h"

#include <utility>

namespace redraw {
namespace {

struct WeightsCommand {
    std::filesystem::path run_path, output;
    std::optional<std::int64_t> at_step;
    std::string numbers = "f32";
    BackendFlags backend;  // renders with the rounded parameters, to measure their quality
    void run();
};

}  // namespace

void add_weights(CLI::App& app) {
    const auto [command, asked] = add_command<WeightsCommand>(
        app, "weights", "Write the network as .safetensors or C header");
    add_run(command, asked.run_path);
    add_file(command, "-o,--output", asked.output, "FILE.safetensors, or FILE.h for C")->required();
    command.add_option("--at", asked.at_step, "the step of a keyframe")
        ->check(whole_number<std::int64_t>());
    command
        .add_option("--as", asked.numbers,
                    "number format of a .safetensors file: f16 halves the file, i8 stores bytes "
                    "with scales; prints how well the drawing survives")
        ->check(one_of<Numbers>())
        ->capture_default_str();
    asked.backend.add_to(command);
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

}  // namespace redraw
