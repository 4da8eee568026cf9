// A place for a run, and a run file that is only read.
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
