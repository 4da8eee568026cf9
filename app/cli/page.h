#pragma once

#include "app/cli/options.h"
#include "app/cli/run_view.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <string>

namespace redraw {

struct ExportCommand;

// Flags of `redraw export` for a web page.
struct PageFlags {
    std::string title, text;        // heading and first line
    std::filesystem::path against;  // the run that the page compares with this one
    // `output`: the exported file, which may then be a page.
    void add_to(CLI::App& command, ExportFlags& output);
    // Writes the page up to a moment, and returns true, if the exported file is a page. Throws
    // Error.
    bool write(const ExportCommand& asked, const RunView& view, const ChosenMoment& last) const;
};

}  // namespace redraw
