// A fixture with a path for a run, and a function that opens a run for reading only.
#pragma once

#include "engine/run/run_file.h"
#include "tests/support/temporary_folder.h"

namespace redraw_test {

struct RunInFolder {
    TemporaryFolder folder;
    std::filesystem::path path = folder / "a.redraw";
};

inline redraw::RunFile reading(const std::filesystem::path& path) {
    return redraw::RunFile::open(path, redraw::RunFile::Access::read_only);
}

}  // namespace redraw_test
