// A finished drawing: the network evaluated on a grid, on the host or on a device. Immutable, so
// that it can cross threads in a shared_ptr.
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
    // Values as the network gives them, not clamped: linear outputs may leave [0, 1].
    virtual const Image& on_host() const = 0;
    // The same as to_rgba() makes it (engine/image/image.h): a quarter of a device's bytes to copy.
    virtual std::vector<std::uint8_t> rgba() const = 0;
};

// The drawing for the thread that shows it: null if the device that held it was lost, which the
// training thread reports.
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
