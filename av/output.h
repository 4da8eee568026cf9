// The file that libav's muxer writes a video to: an AtomicFile behind libav's I/O callbacks.
// Exceptions must not pass through libav's C code. A failed callback therefore stores its
// exception, and check() throws it later. Destroy the muxer before this object. Used on one thread.
#pragma once

#include "av/handles.h"
#include "engine/image/encode.h"
#include "engine/system/atomic_file.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

namespace redraw::av {

class Output {
public:
    // Throws Error as AtomicFile does.
    explicit Output(const std::filesystem::path& target)
        : target_(target), file_(target), writing_{this}, writer_(open(writing_, true)) {}

    // Makes the muxer write to this file. The muxer may also read what it wrote: for MP4 it moves
    // the index to the front, so that a film can play while it loads.
    void attach_to(AVFormatContext& muxer) {
        muxer.pb = writer_.get();
        muxer.flags |= AVFMT_FLAG_CUSTOM_IO;
        muxer.opaque = this;
        muxer.io_open = [](AVFormatContext* asking, AVIOContext** opened, const char*, int flags,
                           AVDictionary**) {
            auto& output = *static_cast<Output*>(asking->opaque);
            if ((flags & AVIO_FLAG_WRITE) != 0 || output.reader_ != nullptr) return AVERROR(EINVAL);
            try {
                output.reader_ = output.open(output.reading_, false);
            } catch (const std::bad_alloc&) {
                return AVERROR(ENOMEM);
            }
            *opened = output.reader_.get();
            return 0;
        };
        muxer.io_close2 = [](AVFormatContext* asking, AVIOContext*) {
            static_cast<Output*>(asking->opaque)->reader_.reset();
            return 0;
        };
    }
    // Throws Error if `result` is a libav error code. If a failed file operation caused it, throws
    // that operation's error instead.
    void check(int result) const {
        if (problem_) std::rethrow_exception(problem_);
        if (result >= 0) return;
        char reason[AV_ERROR_MAX_STRING_SIZE] = "";
        av_strerror(result, reason, sizeof reason);
        refuse_to_write(target_, std::string("libav says: ") + reason);
    }
    void commit() { file_.commit(); }

private:
    struct Cursor {
        Output* output = nullptr;
        std::int64_t position = 0;
    };

    File open(Cursor& cursor, bool write) {
        constexpr int kBufferBytes = 1 << 16;
        cursor = {this, 0};
        auto* buffer = static_cast<unsigned char*>(av_malloc(kBufferBytes));
        if (buffer == nullptr) throw std::bad_alloc();
        File file(avio_alloc_context(buffer, kBufferBytes, write, &cursor, &on_read, &on_write,
                                     &on_seek));
        if (file == nullptr) {
            av_free(buffer);
            throw std::bad_alloc();
        }
        return file;
    }

    // Calls `transfer`, which reads or writes at the cursor and returns the number of bytes, and
    // moves the cursor by that number. Stores an exception that `transfer` throws.
    template <class Transfer>
    static int move(void* opaque, Transfer transfer) {
        Cursor& cursor = *static_cast<Cursor*>(opaque);
        try {
            const std::size_t count = transfer(*cursor.output, std::uint64_t(cursor.position));
            cursor.position += std::int64_t(count);
            return int(count);
        } catch (...) {
            cursor.output->problem_ = std::current_exception();
            return AVERROR(EIO);
        }
    }
    // A template because libav's write callback takes `const uint8_t*` since version 7 and
    // `uint8_t*` before.
    template <class Bytes>
    static int on_write(void* opaque, Bytes bytes, int count) {
        return move(opaque, [&](Output& output, std::uint64_t at) {
            const auto given = std::as_bytes(std::span(bytes, std::size_t(count)));
            output.file_.write_at(at, given);
            output.end_ = std::max(output.end_, std::int64_t(at + given.size()));
            return given.size();
        });
    }
    static int on_read(void* opaque, std::uint8_t* bytes, int count) {
        const int read = move(opaque, [&](Output& output, std::uint64_t at) {
            return output.file_.read_at(
                at, std::as_writable_bytes(std::span(bytes, std::size_t(count))));
        });
        return read == 0 ? AVERROR_EOF : read;
    }
    static std::int64_t on_seek(void* opaque, std::int64_t offset, int whence) {
        Cursor& cursor = *static_cast<Cursor*>(opaque);
        whence &= ~AVSEEK_FORCE;
        if (whence == AVSEEK_SIZE) return cursor.output->end_;
        if (whence == SEEK_CUR) offset += cursor.position;
        if (whence == SEEK_END) offset += cursor.output->end_;
        if (offset < 0) return AVERROR(EINVAL);
        return cursor.position = offset;
    }

    std::filesystem::path target_;
    AtomicFile file_;
    std::int64_t end_ = 0;
    std::exception_ptr problem_;
    Cursor writing_, reading_;
    File writer_, reader_;  // the reader exists only while the muxer reads the file back
};

}  // namespace redraw::av
