// The program `redraw`: everything but the window. Defines its commands and the exit status: 0
// success, 1 error (one sentence on standard error), 2 wrong usage, 128 + n stopped by signal n.
#include "app/bench/bench.h"
#include "app/cli/commands.h"
#include "app/cli/manual.h"
#include "app/process/memory_end.h"
#include "engine/device/driver_process.h"
#include "engine/error.h"
#include "engine/text/display_name.h"
#ifdef REDRAW_OPENGL
#include "gl/registration.h"
#endif

#include <CLI/CLI.hpp>

#include <cerrno>
#include <csignal>
#include <iostream>
#include <memory>
#include <sstream>

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
    add<BenchCommand>(app, "bench", "Measure how fast this machine trains and draws");
    add<CompletionsCommand>(app, "completions", "Print a completion script for a shell");
    // Added last, because the manual lists all other commands.
    add<ManCommand>(app, "man", "Print the manual page, in roff");
}

int refuse(const std::string& sentence, int status) {
    std::cerr << "redraw: " << sentence << std::endl;
    return status;
}

// Reports a wrong command line and returns the exit status. If a word is unknown, names that rather
// than a missing argument.
int refuse_usage(const CLI::App& app, const CLI::ParseError& error) {
    std::string unknown = unknown_word(app);
    if (unknown.empty()) unknown = repeated_option(app);
    if (!app.get_subcommands().empty())
        return refuse(unknown.empty() ? display_name(error.what()) : unknown, 2);
    refuse(unknown.empty() ? "no command was given." : unknown, 2);
    std::cerr << command_list(app);
    return 2;
}

// The exit status where the reader of standard output went away, such as `head -1`: ends without a
// word, as programs do that SIGPIPE kills.
constexpr int kReaderGone = 128 + SIGPIPE;

// Returns the final exit status: 128 + n after stop signal n; 1 if the output could not be written
// (full disk); otherwise `status`.
int after_printing(int status) {
    flush_printed();
    if (stop_signal() != 0) return 128 + stop_signal();
    if (print_error() == 0) return status;
    if (print_error() == EPIPE) return kReaderGone;
    return refuse("cannot print the results: " + errno_text(print_error()) + ".", 1);
}

}  // namespace

int main(int argc, char** argv) {
    // Makes a closed pipe and an exceeded file-size limit an error of write() instead of a fatal
    // signal.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
#ifdef REDRAW_OPENGL
    redraw::gl::register_backend();
#endif
    redraw::serve_driver(argc, argv);
    redraw::keep_driver_apart();
    redraw::give_large_buffers_back();
    redraw::keep_closed_streams_closed();
    redraw::end_with_a_sentence_without_memory("redraw");
    CLI::App app{"A small neural network learns to redraw a picture", "redraw"};
    app.footer(
        "Exit status: 0 success, 1 error (one sentence says why), 2 wrong usage, 128 + n stopped "
        "by signal n.");
    app.set_version_flag("--version", "redraw " REDRAW_VERSION);
    app.require_subcommand(1);
    add_commands(app);
    try {
        app.parse(argc, argv);
        return after_printing(0);
    } catch (const CLI::Success& success) {  // --help or --version was given, which is no error
        std::ostringstream said;
        app.exit(success, said, said);
        redraw::print_text(said.str());
        return after_printing(0);
    } catch (const CLI::ParseError& error) {
        return refuse_usage(app, error);
    } catch (const redraw::Error& error) {
        const bool stopped = error.kind() == Error::Kind::cancelled;
        if (stopped && print_error() == EPIPE) return kReaderGone;
        return refuse(error.what(), stopped ? 128 + stop_signal() : 1);
    } catch (const std::exception& error) {
        return refuse(display_name(sentence_of(error)), 1);
    }
}
