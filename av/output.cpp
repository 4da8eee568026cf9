#include "av/output.h"

#include "engine/error.h"
#include "engine/image/encode.h"

#include <algorithm>
#include <cstdio>
#include <new>

namespace redraw::av {

Output::Output(const std::filesystem::path& target)
    : target_(target), file_(target), writing_{this}, writer_(open(writing_, true)) {}

File Output::open(Cursor& cursor, bool write) {
    constexpr int kBufferBytes = 1 << 16;
    cursor = {this, 0};
    auto* buffer = static_cast<unsigned char*>(av_malloc(kBufferBytes));
    if (buffer == nullptr) throw std::bad_alloc();
    File file(
        avio_alloc_context(buffer, kBufferBytes, write, &cursor, &on_read, &on_write, &on_seek));
    if (file == nullptr) {
        av_free(buffer);
        throw std::bad_alloc();
    }
    return file;
}

void Output::attach_to(AVFormatContext& muxer) {
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

void Output::check(int result) const {
    if (problem_) std::rethrow_exception(problem_);
    if (result >= 0) return;
    char reason[AV_ERROR_MAX_STRING_SIZE] = "";
    av_strerror(result, reason, sizeof reason);
    refuse_to_write(target_, std::string("libav says: ") + reason);
}

// libav's callback takes the bytes as const from version 7 on, before that not.
template <class Bytes>
int Output::on_write(void* opaque, Bytes bytes, int count) {
    Cursor& cursor = *static_cast<Cursor*>(opaque);
    Output& output = *cursor.output;
    try {
        output.file_.write_at(std::uint64_t(cursor.position),
                              std::as_bytes(std::span(bytes, std::size_t(count))));
    } catch (...) {
        output.problem_ = std::current_exception();
        return AVERROR(EIO);
    }
    cursor.position += count;
    output.end_ = std::max(output.end_, cursor.position);
    return count;
}

int Output::on_read(void* opaque, std::uint8_t* bytes, int count) {
    Cursor& cursor = *static_cast<Cursor*>(opaque);
    std::size_t read = 0;
    try {
        read = cursor.output->file_.read_at(
            std::uint64_t(cursor.position),
            std::as_writable_bytes(std::span(bytes, std::size_t(count))));
    } catch (...) {
        cursor.output->problem_ = std::current_exception();
        return AVERROR(EIO);
    }
    cursor.position += std::int64_t(read);
    return read == 0 ? AVERROR_EOF : int(read);
}

std::int64_t Output::on_seek(void* opaque, std::int64_t offset, int whence) {
    Cursor& cursor = *static_cast<Cursor*>(opaque);
    whence &= ~AVSEEK_FORCE;
    if (whence == AVSEEK_SIZE) return cursor.output->end_;
    if (whence == SEEK_CUR) offset += cursor.position;
    if (whence == SEEK_END) offset += cursor.output->end_;
    if (offset < 0) return AVERROR(EINVAL);
    return cursor.position = offset;
}

}  // namespace redraw::av
