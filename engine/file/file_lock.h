// A lock file, held by one owner at a time among all processes and machines that see it. The kernel
// releases it when the process ends, however it ends. The file stays: if it were deleted, two
// owners could hold locks of the same name. One owner, one thread.
#pragma once

#include "engine/file/file_stream.h"

#include <filesystem>
#include <optional>

namespace redraw {

class FileLock {
public:
    // Creates the file if there is none. Empty if somebody else holds it. Throws Error, naming the
    // file; also if it, or its folder, is a symbolic link.
    static std::optional<FileLock> take(const std::filesystem::path& path);
    // Whether somebody else holds an open file.
    static bool is_held(int file);

    int file() const { return file_.get(); }  // open to be read and written

private:
    explicit FileLock(Descriptor file) : file_(std::move(file)) {}
    Descriptor file_;
};

}  // namespace redraw
