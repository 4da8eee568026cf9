#include "cuda/cuda_backend.h"

#include "cuda/device.h"
#include "engine/error.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace redraw::cuda {
namespace {

constexpr const char *kPreparing = "preparing the network", *kLoading = "loading a state",
                     *kSaving = "saving a state", *kTraining = "training", *kDrawing = "drawing";
// Steps for whose settings and results the device has room; longer bursts are split.
constexpr std::size_t kMostSteps = 8192;
// Most pixels drawn by one call of a path (or one row): keeps windows on the device responsive.
constexpr std::int64_t kBandPixels = 1 << 20;
// Bytes of freed memory that the device's memory pool keeps for the next drawing.
constexpr std::uint64_t kKeptBytes = std::uint64_t(1) << 30;

std::shared_ptr<const Stream> open_device(int device) {
    check(cudaSetDevice(device), kPreparing);
    cudaMemPool_t pool = nullptr;
    check(cudaDeviceGetDefaultMemPool(&pool, device), kPreparing);
    std::uint64_t kept = kKeptBytes;
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), kPreparing);
    return std::make_shared<const Stream>(make_stream());
}

std::string name_of_device(int device) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), kPreparing);
    return properties.name;
}

}  // namespace

CudaBackend::CudaBackend(const BackendOptions& options, const NetworkSpec& network,
                         const OptimizerSpec& optimizer, int channels,
                         std::shared_ptr<const Dataset> dataset)
    : device_(chosen_device()),
      optimizer_(optimizer),
      pixel_(network.pixel),
      channels_(channels),
      window_(network.encoding == Encoding::window ? window_shape(network.window) : WindowShape{}),
      count_(parameter_count(network, channels)),
      dataset_(std::move(dataset)),
      stream_(open_device(device_)),
      reading_(std::make_shared<const Stream>(make_stream(StreamPriority::greatest))) {
    device_name_ = name_of_device(device_);
    const cudaStream_t stream = stream_->get();
    parameters_ = {count_, stream, kPreparing};
    PathRequest request{network, optimizer, channels, options.precision, {}};
    if (dataset_) {
        request.dataset = upload_dataset();
        prepare_training();
    }
    if (options.precision != Precision::fp32) path_ = make_fused_path(request, stream);
    if (!path_) path_ = make_reference_path(request, stream);
    check(cudaStreamSynchronize(stream), kPreparing);
}

// Selects the device first: any thread may destroy the backend, and its memory belongs to this
// device.
CudaBackend::~CudaBackend() {
    cudaSetDevice(device_);
}

DeviceDataset CudaBackend::upload_dataset() {
    const cudaStream_t stream = stream_->get();
    const Image& target = dataset_->target;
    const InternalExamples* examples = dataset_->examples.get();
    const auto on_device = [stream](const auto& values) {
        return uploaded(std::span(values), stream, kPreparing);
    };
    if (examples) {
        halves_ = on_device(examples->halves);
        residuals_ = on_device(examples->residuals);
        pairs_ = on_device(examples->pairs);
        blocks_ = on_device(examples->blocks);
    } else {
        REDRAW_CHECK(target.channels == channels_, "the dataset has the network's channels");
        target_ = on_device(target.values);
        column_x_ = on_device(columns_of(dataset_->grid, 0, target.width));
        row_y_ = on_device(rows_of(dataset_->grid, 0, target.height));
        if (dataset_->batch == BatchMode::full)
            forward_values_ = {target.values.size(), stream, kPreparing};
    }
    DeviceDataset dataset = device_dataset(*dataset_, target_.get(), column_x_.get(), row_y_.get());
    if (!examples) return dataset;
    dataset.examples = arrays_of(*examples, dataset_->seed);
    dataset.examples.halves = halves_.get();
    dataset.examples.residuals = residuals_.get();
    dataset.examples.pairs = pairs_.get();
    dataset.examples.blocks = blocks_.get();
    return dataset;
}

void CudaBackend::prepare_training() {
    const cudaStream_t stream = stream_->get();
    // Allocated here and not in load(), because the CUDA graphs contain these addresses.
    first_ = {count_, stream, kPreparing};
    if (optimizer_.kind == Optimizer::adam) second_ = {count_, stream, kPreparing};
    settings_ = {kMostSteps, stream, kPreparing};
    results_ = {kMostSteps, stream, kPreparing};
    cell_ = {1, stream, kPreparing};
    host_settings_ = {kMostSteps, kPreparing};
    host_results_ = {kMostSteps, kPreparing};
    host_cell_ = {1, kPreparing};
    burst_done_ = make_event(cudaEventDisableTiming | cudaEventBlockingSync);
}

// Runs `work` on the device. An error makes this backend unusable; later calls throw the same
// error.
template <class Work>
auto CudaBackend::guarded(Work&& work) const {
    if (!failure_.empty()) throw DeviceFailed(failure_);
    try {
        check(cudaSetDevice(device_), "starting");
        return work();
    } catch (const Error& error) {
        failure_ = error.what();
        throw;
    }
}

// Runs `work` that does not change the state. An error after which the device still answers, such
// as lack of memory, does not end the backend, so training continues.
template <class Work>
auto CudaBackend::guarded_drawing(Work&& work) const {
    if (!failure_.empty()) throw DeviceFailed(failure_);
    try {
        check(cudaSetDevice(device_), kDrawing);
        return work();
    } catch (const DeviceFailed& error) {
        const cudaError_t status = cudaStreamQuery(stream_->get());
        cudaGetLastError();
        if (status == cudaSuccess || status == cudaErrorNotReady) throw Error(error.what());
        failure_ = error.what();
        throw;
    }
}

DeviceState CudaBackend::device_state() const {
    return {parameters_.get(), first_.get(),   second_.get(), count_,
            settings_.get(),   results_.get(), cell_.get()};
}

void CudaBackend::load(const State& state) {
    const std::size_t seconds = optimizer_.kind == Optimizer::adam ? count_ : 0;
    REDRAW_CHECK(state.parameters.size() == count_, "the state has the network's parameters");
    REDRAW_CHECK(
        !dataset_ || (state.first_moment.size() == count_ && state.second_moment.size() == seconds),
        "the state has the optimizer's moments");
    guarded([&] {
        const cudaStream_t stream = stream_->get();
        const auto load_moment = [&](const std::vector<float>& from, DeviceBuffer<float>& to) {
            if (!from.empty() && !to.get()) to = {count_, stream, kLoading};
            upload(from.data(), to.get(), from.size(), stream, kLoading);
            return !from.empty();
        };
        upload(state.parameters.data(), parameters_.get(), count_, stream, kLoading);
        has_first_ = load_moment(state.first_moment, first_);
        has_second_ = load_moment(state.second_moment, second_);
        step_ = state.step;
        optimizer_step_ = state.optimizer_step;
        has_forward_ = false;
        path_->enqueue_parameters_changed(stream, device_state());
        check(cudaGetLastError(), kLoading);
        check(cudaStreamSynchronize(stream), kLoading);
    });
}

State CudaBackend::save() const {
    return guarded([&] {
        State state;
        state.step = step_;
        state.optimizer_step = optimizer_step_;
        const auto save_values = [&](const DeviceBuffer<float>& from, std::vector<float>& to) {
            to.resize(count_);
            download(from.get(), to.data(), count_, stream_->get(), kSaving);
        };
        save_values(parameters_, state.parameters);
        if (has_first_) save_values(first_, state.first_moment);
        if (has_second_) save_values(second_, state.second_moment);
        check(cudaStreamSynchronize(stream_->get()), kSaving);
        return state;
    });
}

void CudaBackend::train(std::span<const float> learning_rates, std::span<StepResult> results) {
    REDRAW_CHECK(dataset_ && has_first_, "training needs a dataset and a loaded state");
    REDRAW_CHECK(learning_rates.size() == results.size(), "one result a step");
    guarded([&] {
        for (std::size_t done = 0; done < results.size();) {
            std::size_t count = std::min(kMostSteps, results.size() - done);
            const std::int64_t single = dataset_->single_steps() - step_;
            if (single > 0) count = std::min(count, std::size_t(single));
            take_samples(dataset_->samples_at(step_));
            train_burst(learning_rates.subspan(done, count), results.subspan(done, count));
            done += count;
        }
    });
}

// Makes the graphs anew if the next steps have another number of samples per pixel.
void CudaBackend::take_samples(int samples) {
    if (samples == samples_) return;
    samples_ = samples;
    graphs_ = std::make_unique<StepGraphs>([this, samples](cudaStream_t on) {
        path_->enqueue_step(on, device_state(), samples, forward_values_.get());
        check(cudaGetLastError(), kTraining);
    });
}

void CudaBackend::train_burst(std::span<const float> learning_rates,
                              std::span<StepResult> results) {
    const cudaStream_t stream = stream_->get();
    const std::size_t count = results.size();
    for (std::size_t i = 0; i < count; ++i)
        host_settings_.get()[i] = {
            numerics::adam_step(optimizer_, learning_rates[i],
                                double(optimizer_step_ + std::int64_t(i) + 1)),
            numerics::lazy_adam_step(optimizer_, learning_rates[i]), learning_rates[i]};
    *host_cell_.get() = {step_, 0};
    upload(host_settings_.get(), settings_.get(), count, stream, kTraining);
    upload(host_cell_.get(), cell_.get(), 1, stream, kTraining);
    graphs_->enqueue(stream, int(count));
    download(results_.get(), host_results_.get(), count, stream, kTraining);
    check(cudaEventRecord(burst_done_.get(), stream), kTraining);
    check(cudaEventSynchronize(burst_done_.get()), kTraining);
    std::copy_n(host_results_.get(), count, results.begin());
    step_ += std::int64_t(count);
    optimizer_step_ += std::int64_t(count);
    has_forward_ = dataset_->batch == BatchMode::full;
    graphs_->finished();
}

std::shared_ptr<const Surface> CudaBackend::last_forward() const {
    if (!has_forward_) return nullptr;
    return guarded_drawing([&] {
        const Image& target = dataset_->target;
        const auto surface = std::make_shared<DeviceSurface>(
            device_, stream_, reading_, target.width, target.height, channels_);
        check(cudaMemcpyAsync(surface->drawing(), forward_values_.get(),
                              target.values.size() * sizeof(float), cudaMemcpyDeviceToDevice,
                              stream_->get()),
              kDrawing);
        surface->drawn();
        return surface;
    });
}

Image CudaBackend::draw_windows(const Image& plane, std::span<const float> parameters) {
    const int reach = window_.reach;
    REDRAW_CHECK(plane.channels == 1 && plane.width > 2 * reach && plane.height > 2 * reach,
                 "a plane holds a window");
    REDRAW_CHECK(parameters.empty() || parameters.size() == count_, "parameters of this network");
    return guarded_drawing([&] {
        const cudaStream_t stream = stream_->get();
        Image image = make_image(2 * (plane.width - 2 * reach), 2 * (plane.height - 2 * reach), 1);
        const auto on_device = uploaded(std::span(plane.values), stream, kDrawing);
        const auto other = uploaded(parameters, stream, kDrawing);
        const DeviceBuffer<float> drawn(image.values.size(), stream, kDrawing);
        path_->enqueue_windows(
            stream, parameters.empty() ? parameters_.get() : other.get(),
            {on_device.get(), plane.width, image.width, image.height, drawn.get()});
        check(cudaGetLastError(), kDrawing);
        download(drawn.get(), image.values.data(), image.values.size(), stream, kDrawing);
        check(cudaStreamSynchronize(stream), kDrawing);
        return image;
    });
}

std::shared_ptr<const Surface> CudaBackend::render(const Grid& grid, const PixelRect& part,
                                                   std::span<const float> parameters) {
    REDRAW_CHECK(part.x >= 0 && part.y >= 0 && part.width >= 0 && part.height >= 0 &&
                     part.width <= grid.width - part.x && part.height <= grid.height - part.y,
                 "a part lies in its grid");
    REDRAW_CHECK(parameters.empty() || parameters.size() == count_, "parameters of this network");
    return guarded_drawing([&] {
        const cudaStream_t stream = stream_->get();
        const auto surface = std::make_shared<DeviceSurface>(device_, stream_, reading_, part.width,
                                                             part.height, channels_);
        const auto other = uploaded(parameters, stream, kDrawing);
        // Coordinates are computed on the host, so that they are bitwise equal in every backend.
        const auto x = uploaded<float>(columns_of(grid, part.x, part.width), stream, kDrawing);
        const auto y = uploaded<float>(rows_of(grid, part.y, part.height), stream, kDrawing);
        const int band = int(std::max<std::int64_t>(1, kBandPixels / std::max(1, part.width)));
        for (int row = 0; row < part.height; row += band) {
            const std::size_t first = std::size_t(row) * part.width * channels_;
            path_->enqueue_render(stream, parameters.empty() ? parameters_.get() : other.get(),
                                  {x.get(), y.get() + row, part.width,
                                   std::min(band, part.height - row), surface->drawing() + first});
        }
        check(cudaGetLastError(), kDrawing);
        surface->drawn();
        return surface;
    });
}

std::string CudaBackend::description() const {
    return "CUDA " + device_name_ + ", " + path_->name() + " " + std::string(precision_name());
}

std::string_view CudaBackend::precision_name() const {
    return name_of(path_->precision());
}

}  // namespace redraw::cuda
