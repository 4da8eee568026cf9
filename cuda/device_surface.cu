#include "cuda/device_surface.h"

#include <utility>

namespace redraw::cuda {

DeviceSurface::DeviceSurface(int device, std::shared_ptr<const Stream> stream, int width,
                             int height, int channels)
    : device_(device),
      width_(width),
      height_(height),
      channels_(channels),
      stream_(std::move(stream)),
      values_(std::size_t(width) * std::size_t(height) * std::size_t(channels), stream_->get(),
              "drawing"),
      complete_(make_event(cudaEventDisableTiming)) {}

// Whichever thread lets it go: the memory belongs to this device.
DeviceSurface::~DeviceSurface() {
    cudaSetDevice(device_);
}

void DeviceSurface::drawn() {
    check(cudaEventRecord(complete_.get(), stream_->get()), "drawing");
}

const Image& DeviceSurface::on_host() const {
    constexpr const char* kReading = "reading a drawing";
    const std::scoped_lock lock(copying_);
    if (!host_) {
        Image image = make_image(width_, height_, channels_);
        check(cudaSetDevice(device_), kReading);
        check(cudaEventSynchronize(complete_.get()), kReading);
        // Not on the backend's stream: its thread may be enqueueing there.
        const Stream stream = make_stream();
        download(values_.get(), image.values.data(), image.values.size(), stream.get(), kReading);
        check(cudaStreamSynchronize(stream.get()), kReading);
        host_ = std::move(image);
    }
    return *host_;
}

}  // namespace redraw::cuda
