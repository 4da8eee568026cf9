// A command of `redraw` is a struct with its options and run().
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
    return {*sub, *command};
}

}  // namespace redraw
