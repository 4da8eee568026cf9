#include "gl/gl_surface.h"

#include "engine/arithmetic.h"
#include "gl/api.h"

#include <utility>

namespace redraw::gl {

struct GlSurface::Objects {
    Buffer values, rgba, band;  // band: the bytes of one take(), which a kernel writes
    GLsync complete = nullptr;
    ~Objects() {
        if (complete) api.DeleteSync(complete);
    }
};

GlSurface::GlSurface(std::shared_ptr<Context> context, int width, int height, int channels)
    : context_(std::move(context)),
      width_(width),
      height_(height),
      channels_(channels),
      objects_(std::make_shared<Objects>()) {
    const std::size_t pixels = std::size_t(width) * std::size_t(height);
    objects_->values = Buffer::for_copies(pixels * std::size_t(channels) * sizeof(float));
    objects_->rgba = Buffer::for_copies(pixels * sizeof(std::uint32_t));
}

GlSurface::~GlSurface() {
    context_->discard(std::move(objects_));
}

void GlSurface::take(const Buffer& drawn, std::size_t from, std::size_t at, std::size_t count) {
    const std::size_t bytes = count * sizeof(std::uint32_t);
    const std::size_t pixel = std::size_t(channels_) * sizeof(float);
    if (objects_->band.bytes() < bytes) objects_->band = Buffer(*context_, bytes);
    context_->dispatch(Kernel::rgba, {divide_up(count, std::size_t(64)), 1, 1},
                       {&drawn, &objects_->band}, {count, channels_, from});
    objects_->rgba.copy(objects_->band, 0, at * sizeof(std::uint32_t), bytes);
    objects_->values.copy(drawn, from * pixel, at * pixel, count * pixel);
}

void GlSurface::complete() {
    objects_->band = {};
    objects_->complete = api.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    api.Flush();  // otherwise another context waits forever
}

unsigned GlSurface::wait_for_rgba() const {
    api.WaitSync(objects_->complete, 0, GL_TIMEOUT_IGNORED);
    return objects_->rgba.name();
}

template <class T>
std::vector<T> GlSurface::read(const Buffer& buffer) const {
    std::vector<T> values(buffer.bytes() / sizeof(T));
    // Takes no Use on the window's thread, so that the window need not wait for training.
    std::optional<Context::Use> use;
    if (!is_window_here()) use.emplace(*context_);
    wait_for_rgba();
    buffer.read(std::span(values));
    context_->check("reading a drawing");
    return values;
}

const Image& GlSurface::on_host() const {
    const std::lock_guard lock(reading_);
    if (!host_) host_ = Image{width_, height_, channels_, read<float>(objects_->values)};
    return *host_;
}

std::vector<std::uint8_t> GlSurface::rgba() const {
    return read<std::uint8_t>(objects_->rgba);
}

namespace {

class Writer final : public TextureWriter {
public:
    Writer(unsigned texture, int width, int height)
        : texture_(texture), width_(width), height_(height) {}

    bool write(const Surface& surface) override {
        const auto* drawing = dynamic_cast<const GlSurface*>(&surface);
        if (!drawing || !drawing->is_window_here() || drawing->width() != width_ ||
            drawing->height() != height_)
            return false;
        api.BindBuffer(GL_PIXEL_UNPACK_BUFFER, drawing->wait_for_rgba());
        api.BindTexture(GL_TEXTURE_2D, texture_);
        api.PixelStorei(GL_UNPACK_ALIGNMENT, 4);
        api.PixelStorei(GL_UNPACK_ROW_LENGTH, 0);
        api.TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE,
                          nullptr);
        api.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        return api.GetError() == GL_NO_ERROR;
    }

private:
    unsigned texture_;
    int width_, height_;
};

}  // namespace

std::unique_ptr<TextureWriter> make_texture_writer(unsigned texture, int width, int height) {
    return std::make_unique<Writer>(texture, width, height);
}

}  // namespace redraw::gl
