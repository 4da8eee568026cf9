// Every Study there is; a new one is added here. `picture` as it was opened; null when only the
// target is known.
#pragma once

#include "engine/studies/study.h"

#include <memory>
#include <vector>

namespace redraw {

std::vector<std::unique_ptr<Study>> all_studies(const std::shared_ptr<const Image>& picture);

}  // namespace redraw
