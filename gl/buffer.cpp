#include "gl/buffer.h"

#include "engine/error.h"
#include "gl/api.h"

#include <fmt/format.h>

namespace redraw::gl {

Buffer::Buffer(const Context& context, std::size_t bytes) {
    if (bytes > context.most_buffer_bytes())
        throw Error(
            fmt::format("This network and picture need {} MB in one buffer of the GPU; its OpenGL "
                        "driver allows {} MB.",
                        bytes >> 20, context.most_buffer_bytes() >> 20));
    allocate(bytes);
}

Buffer Buffer::for_copies(std::size_t bytes) {
    Buffer buffer;
    buffer.allocate(bytes);
    return buffer;
}

void Buffer::allocate(std::size_t bytes) {
    bytes_ = bytes;
    api.GenBuffers(1, &name_);
    api.BindBuffer(GL_COPY_WRITE_BUFFER, name_);
    api.BufferData(GL_COPY_WRITE_BUFFER, GLsizeiptr(bytes), nullptr, GL_DYNAMIC_COPY);
}

Buffer::~Buffer() {
    if (name_) api.DeleteBuffers(1, &name_);
}

void Buffer::write(const void* from, std::size_t bytes) const {
    if (bytes == 0) return;
    api.BindBuffer(GL_SHADER_STORAGE_BUFFER, name_);
    api.BufferSubData(GL_SHADER_STORAGE_BUFFER, 0, GLsizeiptr(bytes), from);
}

void Buffer::read(void* to, std::size_t bytes) const {
    if (bytes == 0) return;
    api.BindBuffer(GL_COPY_READ_BUFFER, name_);  // a target that a window's OpenGL 3.3 has
    api.GetBufferSubData(GL_COPY_READ_BUFFER, 0, GLsizeiptr(bytes), to);
}

void Buffer::copy(const Buffer& from, std::size_t from_at, std::size_t at,
                  std::size_t bytes) const {
    api.BindBuffer(GL_COPY_READ_BUFFER, from.name_);
    api.BindBuffer(GL_COPY_WRITE_BUFFER, name_);
    api.CopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, GLintptr(from_at),
                          GLintptr(at), GLsizeiptr(bytes));
}

void Buffer::clear() const {
    api.BindBuffer(GL_SHADER_STORAGE_BUFFER, name_);
    api.ClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                        nullptr);
}

}  // namespace redraw::gl
