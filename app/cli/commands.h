// The commands of `redraw`, each in a file of its name.
#pragma once

#include <CLI/CLI.hpp>

namespace redraw {

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
