// Estimates the memory in bytes that work takes at its peak, besides what the program holds when it
// begins. The constants are measured: tests/cli/test_memory.py compares estimates with peaks. Pure
// functions.
#pragma once

#include "engine/export/export.h"
#include "engine/features/enlarge/enlargement.h"
#include "engine/features/film/film.h"
#include "engine/image/image.h"
#include "engine/run/mosaic.h"
#include "engine/run/run_file.h"

#include <optional>

namespace redraw {

// Learning a picture that is in memory. `config`: with the batch and the schedule chosen. `whole`:
// the mosaic that is learned afterwards.
double learning_bytes(const Config& config, const Image& picture,
                      const std::optional<Mosaic>& whole);
// Continuing an open run. `whole`: it learns the whole picture afterwards.
double continuing_bytes(const RunFile& run, bool whole);
// Writing a render of an open run. Null `run`: only what encoding takes.
double export_bytes(const RunFile* run, const ExportSpec& drawing);
double film_bytes(const RunFile& run, const FilmSpec& film);
double page_bytes(const RunFile& run);
// Enlarging, once the network has learned.
double enlarging_bytes(Enlargement& job, const ExportSpec& drawing);
// Comparing an open run with a reference that is in memory, at the reference's size.
double comparing_bytes(const RunFile& run, const Image& reference);
double packing_bytes(const RunFile& run);

}  // namespace redraw
