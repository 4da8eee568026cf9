// Exports a run's learning curves as CSV for other programs: one line per recorded step.
#pragma once

#include "engine/run/run_file.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace redraw {

// Returns the CSV "step,epoch,loss,psnr,learning_rate,seconds" with one line per recorded step.
// `loss` is the training loss of the step's batch; `psnr` is the PSNR measured on the render, or on
// a sample of its pixels ("inf": exact). Unknown values are empty. Numbers use a decimal point in
// every locale; finite ones read back to the same value. Others are "inf", "-inf" or "nan".
std::string curves_csv(std::span<const Metric> metrics, std::span<const MeasuredPsnr> measured,
                       std::int64_t steps_per_epoch);

// Writes the text of curves_csv() to a file, which appears complete or not at all. Throws Error.
void write_curves_csv(const std::filesystem::path& target, std::span<const Metric> metrics,
                      std::span<const MeasuredPsnr> measured, std::int64_t steps_per_epoch);

}  // namespace redraw
