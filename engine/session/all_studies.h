// Every Study there is; a new one is added here.
#pragma once

#include "engine/studies/study.h"

#include <memory>
#include <vector>

namespace redraw {

std::vector<std::unique_ptr<Study>> all_studies();

}  // namespace redraw
