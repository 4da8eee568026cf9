// What a run's network takes as a file, beside pictures that are as close to the original: for
// `redraw info`.
#pragma once

#include "app/cli/print.h"
#include "engine/run/run_file.h"

#include <string>

namespace redraw {

// Pictures are not measured beside large ones and networks, which would take more than seconds.
Json file_sizes_json(const RunFile& run);
std::string file_sizes_text(const RunFile& run);  // lines

}  // namespace redraw
