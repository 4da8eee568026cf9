// A drawing in device memory: floats [height][width][channels]. Written on the backend's thread and
// immutable afterwards. Any thread may read it, and it may outlive its backend.
#pragma once

#include "cuda/runtime.h"
#include "engine/backend/surface.h"

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace redraw::cuda {

class DeviceSurface final : public Surface {
public:
    // Allocates memory for a drawing, in the order of `stream`. Copies to the host use `reading`.
    DeviceSurface(int device, std::shared_ptr<const Stream> stream,
                  std::shared_ptr<const Stream> reading, int width, int height, int channels);
    ~DeviceSurface() override;
    DeviceSurface(const DeviceSurface&) = delete;
    DeviceSurface& operator=(const DeviceSurface&) = delete;

    // Returns the memory for the drawing. Enqueue the kernels that fill it on the constructor's
    // stream, then call drawn().
    float* drawing() { return values_.get(); }
    void drawn();

    // Copies the drawing to the host on the first call. Throws Error if the device was lost.
    const Image& on_host() const override;
    // Converts the drawing at every call.
    std::vector<std::uint8_t> rgba() const override;

    const float* values() const { return values_.get(); }
    int width() const { return width_; }
    int height() const { return height_; }
    int channels() const override { return channels_; }
    int device() const { return device_; }
    // Returns the event after which the values are complete. A stream that reads the values must
    // wait for it, and the surface must live until that stream has finished.
    cudaEvent_t complete() const { return complete_.get(); }

private:
    int device_, width_, height_, channels_;
    std::shared_ptr<const Stream> stream_, reading_;  // stream_ must outlive values_
    DeviceBuffer<float> values_;
    Event complete_;
    mutable std::mutex copying_;
    mutable std::optional<Image> host_;
};

}  // namespace redraw::cuda
