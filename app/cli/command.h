// A command of `redraw` is a struct with its options, add_to(), which adds them to a parser, and
// run().
#pragma once

#include "app/cli/options.h"
#include "app/cli/output.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace redraw {

// Adds a command to the program. Its run() is called at the end of app.parse(), once all options
// are valid.
template <class Command>
void add_command(CLI::App& app, const char* name, const char* help) {
    const auto command = std::make_shared<Command>();
    CLI::App* sub = app.add_subcommand(name, help);
    command->add_to(*sub);
    sub->callback([command] { command->run(); });
}

}  // namespace redraw
