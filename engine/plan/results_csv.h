// How the pictures of a plan came out, as a table (RFC 4180): a row each, in the plan's order. Any
// thread.
#pragma once

#include "engine/plan/survey.h"

#include <filesystem>

namespace redraw {

// number, picture, result, psnr, width, height, seconds, state, reason. Throws Error.
void write_results_csv(const Survey& survey, const std::filesystem::path& path);

}  // namespace redraw
