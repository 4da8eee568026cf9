// Prints the results of `redraw bench`: a table to read, or one JSON object a line.
#pragma once

#include "app/bench/measure.h"

#include <span>

namespace redraw {

// The share of the ceiling is of the whole run's best; so a table is printed when all is measured.
void print_bench_table(std::span<const BenchLine> lines, const BenchCeiling& ceiling);

// Prints a line as soon as it is known; its share is of the best ceiling so far.
void print_bench_json(const BenchLine& line, const BenchCeiling& ceiling);
void print_bench_json_end(const BenchCeiling& ceiling);

}  // namespace redraw
