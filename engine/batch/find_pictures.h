// Finds the pictures below some folders, for a plan. Any thread.
#pragma once

#include "engine/batch/batch_plan.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>

namespace redraw {

struct Found {
    std::int64_t added = 0;   // to the plan
    std::int64_t links = 0;   // other names of planned pictures
    std::int64_t others = 0;  // skipped: other files, and folders that are links
    std::int64_t gone = 0;    // deleted pictures that were never made
};

// Adds the new pictures of `paths`, folders with all below them or pictures, to the plan; writes
// nothing. Skips names that begin with a full stop, and below a folder the results of other plans
// and the folders of systems (@eaDir). A file is a picture by its first bytes or its name, or if it
// cannot be read: its command then says why. Throws Error: a path does not exist, or cancelled.
Found add_pictures(BatchPlan& plan, std::span<const std::filesystem::path> paths,
                   const std::stop_token& stop = {});

}  // namespace redraw
