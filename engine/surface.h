// A finished drawing: the network evaluated on a grid, on the host or on a device. Immutable, so
// that it can cross threads in a shared_ptr.
#pragma once

#include "engine/image/image.h"

#include <utility>

namespace redraw {

class Surface {
public:
    virtual ~Surface() = default;
    // Values as the network gives them, not clamped: linear outputs may leave [0, 1].
    virtual const Image& on_host() const = 0;
};

class HostSurface final : public Surface {
public:
    explicit HostSurface(Image image) : image_(std::move(image)) {}
    const Image& on_host() const override { return image_; }

private:
    Image image_;
};

}  // namespace redraw
