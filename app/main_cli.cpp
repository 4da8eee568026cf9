// The program `redraw`: everything but the window. Defines its commands.
#include "app/cli/commands.h"
#include "app/cli/program.h"
#include "app/system/command_line.h"
#include "engine/device/driver_process.h"
#include "engine/device/driver_server.h"
#ifdef REDRAW_OPENGL
#include "gl/registration.h"
#endif

#include <CLI/CLI.hpp>

namespace {

using namespace redraw;

// In the order of the help. The last ones describe all others.
constexpr void (*kCommands[])(CLI::App&) = {
    add_fit,     add_enlarge,   add_resume, add_plan,        add_gather, add_export, add_timelapse,
    add_dive,    add_thumbnail, add_tiles,  add_compare,     add_info,   add_pack,   add_import,
    add_weights, add_devices,   add_lesson, add_completions, add_man,
};

}  // namespace

int main(int argc, char** argv) {
    redraw::read_command_line(argc, argv);
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
    app.allow_windows_style_options(false);  // a word that begins with / is a path
    for (const auto add : kCommands) add(app);
    return redraw::run_program(app, argc, argv);
}
