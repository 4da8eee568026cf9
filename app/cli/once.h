#pragma once

#include "app/cli/output.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>

namespace redraw {

// --once: makes a result only once even if several programs are asked for it at the same time.
struct OnceFlag {
    bool given = false;
    CLI::Option* add_to(CLI::App& command);
    // Calls `work` unless the picture's record says that it is done and the result file exists, or
    // another program is making it. Writes the outcome to the record, which `redraw gather` reads.
    // Rethrows what `work` throws.
    static void run(const std::filesystem::path& result, bool json,
                    const std::function<Outcome()>& work);
};

}  // namespace redraw
