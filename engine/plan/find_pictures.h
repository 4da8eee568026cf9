// The pictures below some folders, for a plan. Any thread.
#pragma once

#include "engine/plan/plan.h"

#include <cstdint>
#include <filesystem>
#include <span>

namespace redraw {

struct Found {
    std::int64_t added = 0;   // to the plan
    std::int64_t links = 0;   // other names of pictures that are in it
    std::int64_t others = 0;  // files that are no pictures, and folders that are links: left alone
    std::int64_t gone = 0;    // pictures that are not there any more, and were never made
};

// Adds to the plan what it does not have yet, and makes the folders of its results; `paths` are
// folders, with all below them, or pictures. Names that begin with a full stop are left alone. A
// file is a picture by its first bytes, or by its name, or where it cannot be read: then its
// command will say why it is none. Throws Error: a path is not there, or a folder of results cannot
// be made.
Found add_pictures(Plan& plan, std::span<const std::filesystem::path> paths);

}  // namespace redraw
