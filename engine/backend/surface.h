// A finished render: the network evaluated at the pixels of a grid, in host or device memory.
// Immutable, so that threads can share it through a shared_ptr.
#pragma once

#include "engine/error.h"
#include "engine/image/image.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace redraw {

class Surface {
public:
    virtual ~Surface() = default;
    // Returns the pixel values; those of linear outputs may lie outside [0, 1]. May throw Error.
    virtual const Image& on_host() const = 0;
    // Returns the render as 8-bit RGBA, as to_rgba() (engine/image/image.h) converts it. From a
    // device, this copies 4 bytes per pixel; on_host() copies 4 per channel.
    virtual std::vector<std::uint8_t> rgba() const = 0;
    // Returns the number of channels (Image::channels), without a copy from the device.
    virtual int channels() const { return on_host().channels; }
};

// Returns the render in host memory, for the thread that paints it on screen. Null if it cannot be
// read because its device failed; the training thread reports that.
inline const Image* image_to_show(const Surface& surface) {
    try {
        return &surface.on_host();
    } catch (const Error&) {
        return nullptr;
    }
}

class HostSurface final : public Surface {
public:
    explicit HostSurface(Image image) : image_(std::move(image)) {}
    const Image& on_host() const override { return image_; }
    std::vector<std::uint8_t> rgba() const override { return to_rgba(image_); }

private:
    Image image_;
};

}  // namespace redraw
