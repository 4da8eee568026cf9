// A drawing in device memory: floats [height][width][channels]. Made by the backend's thread,
// immutable once complete, read by any thread, alive beyond the backend that drew it.
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
    // Memory for a drawing, not yet drawn, in the order of `stream`; copied to the host on
    // `reading`.
    DeviceSurface(int device, std::shared_ptr<const Stream> stream,
                  std::shared_ptr<const Stream> reading, int width, int height, int channels);
    ~DeviceSurface() override;
    DeviceSurface(const DeviceSurface&) = delete;
    DeviceSurface& operator=(const DeviceSurface&) = delete;

    // The memory that a drawing is written to, enqueued on the stream given above; then call
    // drawn().
    float* drawing() { return values_.get(); }
    void drawn();

    // Copies once, on the first call. Throws Error when the device was lost.
    const Image& on_host() const override;
    // Made anew at every call.
    std::vector<std::uint8_t> rgba() const override;

    const float* values() const { return values_.get(); }
    int width() const { return width_; }
    int height() const { return height_; }
    int channels() const { return channels_; }
    int device() const { return device_; }
    // When this event has come, the values are complete. A stream that reads them waits for it, and
    // the surface is held until that stream is done.
    cudaEvent_t complete() const { return complete_.get(); }

private:
    int device_, width_, height_, channels_;
    std::shared_ptr<const Stream> stream_, reading_;  // the first outlives the buffer
    DeviceBuffer<float> values_;
    Event complete_;
    mutable std::mutex copying_;
    mutable std::optional<Image> host_;
};

}  // namespace redraw::cuda
