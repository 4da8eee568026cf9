#include "cuda/device_surface.h"

#include "cuda/rgba_kernels.h"

#include <utility>

namespace redraw::cuda {
namespace {

constexpr const char* kReading = "reading a drawing";

}  // namespace

DeviceSurface::DeviceSurface(int device, std::shared_ptr<const Stream> stream,
                             std::shared_ptr<const Stream> reading, int width, int height,
                             int channels)
    : device_(device),
      width_(width),
      height_(height),
      channels_(channels),
      stream_(std::move(stream)),
      reading_(std::move(reading)),
      values_(std::size_t(width) * std::size_t(height) * std::size_t(channels), stream_->get(),
              "drawing"),
      complete_(make_event(cudaEventDisableTiming)) {}

// Selects the device first: any thread may destroy the surface, and its memory belongs to this
// device.
DeviceSurface::~DeviceSurface() {
    cudaSetDevice(device_);
}

void DeviceSurface::drawn() {
    check(cudaEventRecord(complete_.get(), stream_->get()), "drawing");
}

std::vector<std::uint8_t> DeviceSurface::rgba() const {
    const std::size_t pixels = std::size_t(width_) * std::size_t(height_);
    std::vector<std::uint8_t> bytes(pixels * sizeof(std::uint32_t));
    check(cudaSetDevice(device_), kReading);
    const cudaStream_t stream = reading_->get();
    check(cudaStreamWaitEvent(stream, complete()), kReading);
    const DeviceBuffer<std::uint32_t> rgba(pixels, stream, kReading);
    enqueue_rgba(stream, values_.get(), channels_, rgba.get(), std::int64_t(pixels));
    check(cudaGetLastError(), kReading);
    check(cudaMemcpyAsync(bytes.data(), rgba.get(), bytes.size(), cudaMemcpyDeviceToHost, stream),
          kReading);
    check(cudaStreamSynchronize(stream), kReading);
    return bytes;
}

const Image& DeviceSurface::on_host() const {
    const std::scoped_lock lock(copying_);
    if (!host_) {
        Image image = make_image(width_, height_, channels_);
        check(cudaSetDevice(device_), kReading);
        check(cudaEventSynchronize(complete_.get()), kReading);
        // Uses another stream than the backend's, where training may be enqueued after the drawing.
        download(values_.get(), image.values.data(), image.values.size(), reading_->get(),
                 kReading);
        check(cudaStreamSynchronize(reading_->get()), kReading);
        host_ = std::move(image);
    }
    return *host_;
}

}  // namespace redraw::cuda
