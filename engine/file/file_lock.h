// A file that one owner holds at a time, in any process on any machine that sees it. The kernel
// lets go of it when the process ends, however it ends. The file itself stays: taking it away would
// let two hold what they take for the same. One owner, one thread.
#pragma once

#include "engine/file/descriptor.h"

#include <filesystem>
#include <optional>

namespace redraw {

class FileLock {
public:
    // Makes the file where there is none. Nothing when somebody else holds it. Throws Error, naming
    // the file; also where it, or the folder it lies in, is a symbolic link.
    static std::optional<FileLock> take(const std::filesystem::path& path);
    // Of an open file: whether somebody else holds it.
    static bool is_held(int file);

    int file() const { return file_.get(); }  // open to be read and written

private:
    explicit FileLock(Descriptor file) : file_(std::move(file)) {}
    Descriptor file_;
};

}  // namespace redraw
