// The file a muxer writes to: an AtomicFile behind libav's callbacks. What fails in a callback is
// kept and thrown by check(), since no exception may pass through C. One owner, which destroys the
// muxer first; one thread.
#pragma once

#include "av/handles.h"
#include "engine/file/atomic_file.h"

#include <cstdint>
#include <exception>
#include <filesystem>

namespace redraw::av {

class Output {
public:
    // Throws Error as AtomicFile does.
    explicit Output(const std::filesystem::path& target);

    // The muxer writes here from now on, and reads back what it wrote when it asks for that: MP4
    // moves its table of contents to the front, so that a film plays while it loads.
    void attach_to(AVFormatContext& muxer);
    // Throws Error when what libav returned is an error: the one of the file if that was the cause.
    void check(int result) const;
    void commit() { file_.commit(); }

private:
    struct Cursor {
        Output* output = nullptr;
        std::int64_t position = 0;
    };
    File open(Cursor& cursor, bool write);
    template <class Bytes>
    static int on_write(void* opaque, Bytes bytes, int count);
    static int on_read(void* opaque, std::uint8_t* bytes, int count);
    static std::int64_t on_seek(void* opaque, std::int64_t offset, int whence);

    std::filesystem::path target_;
    AtomicFile file_;
    std::int64_t end_ = 0;
    std::exception_ptr problem_;
    Cursor writing_, reading_;
    File writer_, reader_;  // the reader is there while the muxer reads back
};

}  // namespace redraw::av
