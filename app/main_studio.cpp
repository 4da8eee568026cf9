// The program `redraw-studio [PICTURE | RUN | FOLDER]...`, which has the window.
#include "app/cli/checks.h"
#include "app/desktop/window.h"
#include "app/process/memory_end.h"
#include "app/studio/app.h"
#include "app/system/command_line.h"
#include "app/system/desktop.h"
#include "app/system/streams.h"
#include "engine/device/driver_process.h"
#include "engine/device/driver_server.h"
#include "engine/error.h"
#include "engine/system/process.h"
#ifdef REDRAW_OPENGL
#include "gl/registration.h"
#endif

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

// Prints every text of the window with its place in the source, one a line, for an editor or a
// translator.
void print_texts() {
    constexpr const char* kTexts[][2] = {
#include "window_texts.inc"
    };
    for (const auto& [place, text] : kTexts) std::printf("%s\t%s\n", place, text);
}

}  // namespace

int main(int argc, char** argv) {
    using namespace redraw;
    read_command_line(argc, argv);
    reuse_large_buffers();
#ifdef REDRAW_OPENGL
    gl::register_backend();
#endif
    serve_driver(argc, argv);
    keep_driver_apart();
    StudioOptions options;
    std::vector<std::string> open;
    std::string theme, backend = "auto";
    CLI::App cli("Redraw: drop a picture and watch a small neural network learn to redraw it.",
                 "redraw-studio");
    cli.allow_windows_style_options(false);  // a word that begins with / is a path
    cli.set_version_flag("--version", "redraw " REDRAW_VERSION);
    cli.add_option("open", open,
                   "A picture to learn, or a .redraw run to open; several, or a folder, as if they "
                   "were dropped on the window")
        ->option_text("PICTURE | RUN | FOLDER ...");
    cli.add_option("--backend", backend, "auto, cpu, cuda or gl")
        ->check(one_of<BackendKind>())
        ->option_text("KIND");
    cli.add_option("--threads", options.backend.threads, "Threads to train with; 0: all")
        ->check(CLI::Range(0, 1024));
    cli.add_option("--theme", theme, "dark or light")->check(one_of<ui::ThemeKind>());
    cli.add_option("--scale", options.scale, "Size of text and layout; 0: the monitor's")
        ->check(CLI::Range(0.0, 4.0));
    cli.add_flag("!--no-interop", options.interop,
                 "Drawings made on the GPU reach the window over the host, not directly");
    std::string after_reset;
    cli.add_option("--after-reset", after_reset)  // passed by start_anew() below
        ->check(CLI::IsMember({"training", "paused"}))
        ->group("");
    bool texts = false;
    cli.add_flag("--strings", texts,
                 "Print every text of the window, with its place in the source");
    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::ostringstream output, errors;
        const int status = cli.exit(error, output, errors);
        show(standard_output, output.str());
        show(standard_error, errors.str());
        return status == 0 ? 0 : 2;
    }
    if (texts) {
        print_texts();
        return 0;
    }
    options.theme = from_name<ui::ThemeKind>(theme);
    options.backend.kind = from_name<BackendKind>(backend).value();
    options.open.assign(open.begin(), open.end());
    if (!after_reset.empty()) options.after_reset = after_reset == "training";
    options.start_anew = [&](bool training) {
        std::vector<std::string> arguments{argv[0],
                                           "--backend",
                                           "cpu",
                                           "--after-reset",
                                           training ? "training" : "paused",
                                           "--threads",
                                           std::to_string(options.backend.threads),
                                           "--scale",
                                           std::to_string(options.scale)};
        if (!theme.empty()) arguments.insert(arguments.end(), {"--theme", theme});
        if (!options.interop) arguments.push_back("--no-interop");
        restart(std::move(arguments));
    };
    ignore_write_signals();
    end_with_a_sentence_without_memory("redraw-studio");
    try {
        StudioApp(options).run();
    } catch (const Error& error) {
        show(standard_error, std::string("redraw-studio: ") + error.what() + "\n");
        return error.kind() == Error::Kind::no_window ? 3 : 1;  // scripts/run asks
    } catch (const std::exception& error) {
        show(standard_error, "redraw-studio: " + sentence_of(error) + "\n");
        return 1;
    }
    return 0;
}
