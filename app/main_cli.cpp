// The program `redraw`: everything but the window. Defines its commands.
#include "app/cli/commands.h"
#include "app/cli/manual.h"
#include "app/cli/program.h"
#include "engine/device/driver_process.h"
#include "engine/device/driver_server.h"
#ifdef REDRAW_OPENGL
#include "gl/registration.h"
#endif

#include <CLI/CLI.hpp>

#include <memory>

namespace {

using namespace redraw;

// Adds a command to the program. Its run() is called at the end of app.parse(), once all options
// are valid.
template <class Command>
void add(CLI::App& app, const char* name, const char* help) {
    const auto command = std::make_shared<Command>();
    CLI::App* sub = app.add_subcommand(name, help);
    command->add_to(*sub);
    sub->callback([command] { command->run(); });
}

void add_commands(CLI::App& app) {
    add<FitCommand>(app, "fit", "Learn a picture");
    add<EnlargeCommand>(app, "enlarge", "Enlarge a picture with a network that learns from it");
    add<ResumeCommand>(app, "resume", "Continue a run");
    add<PlanCommand>(app, "plan", "Print a command for each of many pictures");
    add<GatherCommand>(app, "gather", "Report the status of the pictures of a plan");
    add<ExportCommand>(app, "export", "Draw a picture of any size");
    add<TimelapseCommand>(app, "timelapse", "Draw the training as a film");
    add<DiveCommand>(app, "dive",
                     "Make a film that dives into a detail: the picture left, the drawing right");
    add<ThumbnailCommand>(app, "thumbnail", "Draw a thumbnail, for file managers");
    add<TilesCommand>(app, "tiles",
                      "Cut a picture too large for one run into tiles, and join them");
    add<CompareCommand>(app, "compare",
                        "Measure PSNR and SSIM beside nearest, bilinear, bicubic and Lanczos");
    add<InfoCommand>(app, "info", "Show the contents of a run");
    add<PackCommand>(app, "pack", "Write a run as a smaller file");
    add<ImportCommand>(app, "import", "Make a run from an iron_learn model");
    add<WeightsCommand>(app, "weights", "Write the network as .safetensors or C header");
    add<DevicesCommand>(app, "devices", "List the devices that can compute");
    add<LessonCommand>(app, "lesson", "Show on a picture why a network learns, or why not");
    add<CompletionsCommand>(app, "completions", "Print a completion script for a shell");
    // Added last, because the manual lists all other commands.
    add<ManCommand>(app, "man", "Print the manual page, in roff");
}

}  // namespace

int main(int argc, char** argv) {
#ifdef REDRAW_OPENGL
    redraw::gl::register_backend();
#endif
    redraw::serve_driver(argc, argv);
    redraw::keep_driver_apart();
    redraw::prepare_program("redraw");
    CLI::App app{"A small neural network learns to redraw a picture", "redraw"};
    app.footer(
        "Exit status: 0 success, 1 error (one sentence says why), 2 wrong usage, 128 + n stopped "
        "by signal n.");
    app.require_subcommand(1);
    add_commands(app);
    return redraw::run_program(app, argc, argv);
}
