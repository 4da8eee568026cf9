// A run's learning curves as a table for other programs: one line for every recorded step.
#pragma once

#include "engine/run/run_file.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace redraw {

// "step,epoch,loss,psnr,learning_rate,seconds" and a line a recorded step: `loss` is the training
// loss of its batch, `psnr` that of the drawing where it was measured ("inf": exact); what is not
// known of a step is empty. Numbers read back to the same bits, with a point whatever the locale;
// what is not finite is "inf", "-inf" or "nan".
std::string curves_csv(std::span<const Metric> metrics, std::span<const MeasuredPsnr> measured,
                       std::int64_t steps_per_epoch);

// The same as a file that appears whole or not at all. Throws Error.
void write_curves_csv(const std::filesystem::path& target, std::span<const Metric> metrics,
                      std::span<const MeasuredPsnr> measured, std::int64_t steps_per_epoch);

}  // namespace redraw
