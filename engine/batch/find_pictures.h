// The pictures below some folders, for a plan. Any thread.
#pragma once

#include "engine/batch/batch_plan.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>

namespace redraw {

struct Found {
    std::int64_t added = 0;   // to the plan
    std::int64_t links = 0;   // other names of pictures that are in it
    std::int64_t others = 0;  // files that are no pictures, and folders that are links: left alone
    std::int64_t gone = 0;    // pictures that are not there any more, and were never made
};

// Adds to the plan what it does not have yet; `paths` are folders, with all below them, or
// pictures. Nothing is written. Names that begin with a full stop are left alone, and so are, below
// a folder, those of other plans' results and of systems' own copies (@eaDir). A file is a
// picture by its first bytes, or by its name, or where it cannot be read: then its command will say
// why it is none. Throws Error: a path is not there, or it was asked to stop.
Found add_pictures(BatchPlan& plan, std::span<const std::filesystem::path> paths,
                   const std::stop_token& stop = {});

}  // namespace redraw
