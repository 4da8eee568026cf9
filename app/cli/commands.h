// The commands of `redraw`, each in a file of its name. A command is a struct with its options and
// run().
#pragma once

#include "app/cli/options.h"
#include "app/cli/output.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <utility>

namespace redraw {

// Adds a command to the program. Returns its parser and its struct, for the options. Its run() is
// called at the end of app.parse(), once all options are valid.
template <class Command>
std::pair<CLI::App&, Command&> add_command(CLI::App& app, const char* name, const char* help) {
    const auto command = std::make_shared<Command>();
    CLI::App* sub = app.add_subcommand(name, help);
    sub->callback([command] { command->run(); });
    sub->preparse_callback([command](std::size_t) {});  // owns it where callback() is replaced
    return {*sub, *command};
}

void add_fit(CLI::App& app);
void add_enlarge(CLI::App& app);
void add_resume(CLI::App& app);
void add_plan(CLI::App& app);
void add_gather(CLI::App& app);
void add_export(CLI::App& app);
void add_timelapse(CLI::App& app);
void add_dive(CLI::App& app);
void add_thumbnail(CLI::App& app);
void add_tiles(CLI::App& app);
void add_compare(CLI::App& app);
void add_info(CLI::App& app);
void add_pack(CLI::App& app);
void add_import(CLI::App& app);
void add_weights(CLI::App& app);
void add_devices(CLI::App& app);
void add_lesson(CLI::App& app);
void add_completions(CLI::App& app);
void add_man(CLI::App& app);

}  // namespace redraw
