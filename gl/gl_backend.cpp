#include "gl/gl_backend.h"

#include "engine/arithmetic.h"
#include "engine/device/devices.h"
#include "engine/stop.h"
#include "gl/api.h"
#include "gl/gl_surface.h"
#include "gl/registration.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace redraw::gl {

namespace {

// Seconds of work given to the driver at once; the desktop gets its turn between two pieces.
constexpr double kSecondsOfPiece = 3e-3;
// Pixels drawn at once (at least a row of blocks): 16 MB in four channels, as every driver allows.
constexpr std::size_t kBandPixels = 1 << 20;

// Sends queued OpenGL commands to the driver in pieces of about kSecondsOfPiece. Call after each
// chunk of work. `chunk_seconds`: the measured duration of a chunk.
class Pacer {
public:
    explicit Pacer(double chunk_seconds) : chunk_seconds_(chunk_seconds) {}
    void operator()() {
        waiting_ += chunk_seconds_;
        if (waiting_ < kSecondsOfPiece) return;
        api.Flush();
        waiting_ = 0;
    }

private:
    double chunk_seconds_, waiting_ = 0;
};

}  // namespace

GlBackend::GlBackend(const NetworkSpec& network, const OptimizerSpec& optimizer, int channels,
                     std::shared_ptr<const Dataset> dataset)
    : context_(Context::shared()),
      optimizer_(optimizer.kind),
      pixel_(network.pixel),
      channels_(channels),
      dataset_(std::move(dataset)) {
    REDRAW_CHECK(network.encoding != Encoding::window, "OpenGL has no windows");
    const Context::Use use(*context_);
    // `made` is destroyed within this Use if memory ran out.
    auto made =
        std::make_unique<GlNetwork>(*context_, network, optimizer, channels, dataset_.get());
    context_->check("preparing the network");
    network_ = std::move(made);
}

GlBackend::~GlBackend() {
    try {
        const Context::Use use(*context_);
        network_.reset();
    } catch (const DeviceFailed&) {  // a lost device has freed its buffers itself
    }
}

// Runs `work` on the device. DeviceFailed makes this backend unusable.
void GlBackend::on_device(const char* doing, const std::function<void()>& work) const {
    if (!failure_.empty()) throw DeviceFailed(failure_);
    try {
        const Context::Use use(*context_);
        work();
        context_->check(doing);
    } catch (const DeviceFailed& error) {
        failure_ = error.what();
        throw;
    }
}

// Runs `work` that does not change the state. The backend stays usable unless the device is lost.
void GlBackend::on_device_drawing(const std::function<void()>& work) const {
    const bool usable = failure_.empty();
    try {
        on_device("drawing", work);
    } catch (const DeviceFailed& error) {
        if (!usable || context_->is_lost()) throw;
        failure_.clear();
        throw Error(error.what());
    }
}

void GlBackend::load(const State& state) {
    const std::size_t count = network_->count();
    REDRAW_CHECK(state.parameters.size() == count, "the state has the network's parameters");
    REDRAW_CHECK(
        !dataset_ || (state.first_moment.size() == count &&
                      state.second_moment.size() == (optimizer_ == Optimizer::adam ? count : 0)),
        "the state has the optimizer's moments");
    on_device("loading a state", [&] {
        network_->parameters().write(std::span(state.parameters));
        if (!dataset_) {
            first_moment_ = state.first_moment;
            second_moment_ = state.second_moment;
            return;
        }
        network_->first().write(std::span(state.first_moment));
        network_->second().write(std::span(state.second_moment));
    });
    step_ = state.step;
    optimizer_step_ = state.optimizer_step;
    is_loaded_ = true;
    has_forward_ = false;
}

State GlBackend::save() const {
    State state;
    state.step = step_;
    state.optimizer_step = optimizer_step_;
    state.first_moment = first_moment_;
    state.second_moment = second_moment_;
    on_device("saving a state", [&] {
        const auto read = [&](const Buffer& from, std::vector<float>& to) {
            to.resize(network_->count());
            from.read(std::span(to));
        };
        read(network_->parameters(), state.parameters);
        if (!dataset_) return;
        read(network_->first(), state.first_moment);
        if (optimizer_ == Optimizer::adam) read(network_->second(), state.second_moment);
    });
    return state;
}

void GlBackend::train(std::span<const float> learning_rates, std::span<StepResult> results) {
    REDRAW_CHECK(dataset_ && is_loaded_, "training needs a dataset and a loaded state");
    REDRAW_CHECK(learning_rates.size() == results.size(), "one result a step");
    for (std::size_t done = 0; done < results.size(); done += GlNetwork::kMostSteps) {
        const std::size_t count = std::min(GlNetwork::kMostSteps, results.size() - done);
        train_burst(learning_rates.subspan(done, count), results.subspan(done, count));
    }
}

void GlBackend::train_burst(std::span<const float> learning_rates, std::span<StepResult> results) {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<StepSettings> settings;
    for (std::size_t i = 0; i < results.size(); ++i)
        settings.push_back(network_->settings_of(
            step_ + std::int64_t(i), optimizer_step_ + std::int64_t(i) + 1, learning_rates[i]));
    on_device("training", [&] {
        network_->settings().write(std::span<const StepSettings>(settings));
        Pacer pacer(chunk_seconds_);
        for (std::size_t i = 0; i < results.size(); ++i)
            network_->enqueue_step(i, dataset_->samples_at(step_ + std::int64_t(i)),
                                   [&] { pacer(); });
        network_->results().read(results);
    });
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    chunk_seconds_ = spent.count() / double(results.size() * network_->chunks());
    network_->keep_pace(chunk_seconds_);
    step_ += std::int64_t(results.size());
    optimizer_step_ += std::int64_t(results.size());
    has_forward_ = network_->draws();
}

std::shared_ptr<const Surface> GlBackend::last_forward() const {
    if (!has_forward_) return nullptr;
    const Image& target = dataset_->target;
    std::shared_ptr<GlSurface> surface;
    Image image;
    on_device_drawing([&] {
        const Buffer& drawn = network_->drawn();
        if (!context_->has_window()) {
            image = make_image(target.width, target.height, channels_);
            drawn.read(std::span(image.values));
            return;
        }
        surface = std::make_shared<GlSurface>(context_, target.width, target.height, channels_);
        const std::size_t pixels = target.pixel_count();
        for (std::size_t first = 0; first < pixels; first += kBandPixels)
            surface->take(drawn, first, first, std::min(kBandPixels, pixels - first));
        surface->complete();
    });
    if (surface) return surface;
    return std::make_shared<HostSurface>(std::move(image));
}

std::shared_ptr<const Surface> GlBackend::render(const Grid& grid, const PixelRect& part,
                                                 std::span<const float> parameters) {
    return draw(grid, part, {1, 1}, parameters);
}

std::shared_ptr<const Surface> GlBackend::render_means(const Grid& samples, const PixelRect& part,
                                                       PixelSize block,
                                                       std::span<const float> parameters) {
    return context_->has_window() ? draw(samples, part, block, parameters) : nullptr;
}

// Renders the samples of `part` or, for a context with a window only, the mean of each block.
std::shared_ptr<const Surface> GlBackend::draw(const Grid& grid, const PixelRect& part,
                                               PixelSize block, std::span<const float> parameters) {
    REDRAW_CHECK(part.x >= 0 && part.y >= 0 && part.width >= 0 && part.height >= 0 &&
                     part.width <= grid.width - part.x && part.height <= grid.height - part.y,
                 "a part lies in its grid");
    REDRAW_CHECK(parameters.empty() || parameters.size() == network_->count(),
                 "parameters of this network");
    const std::size_t width = std::size_t(part.width), pixels = width * std::size_t(part.height);
    if (pixels == 0)
        return std::make_shared<HostSurface>(make_image(part.width, part.height, channels_));
    std::shared_ptr<GlSurface> surface;  // if a window shows drawings from the device
    Image image;
    // Coordinates are computed on the host, so that they are bitwise equal in every backend.
    std::vector<float> axes = columns_of(grid, part.x, part.width);
    const std::vector<float> y = rows_of(grid, part.y, part.height);
    axes.insert(axes.end(), y.begin(), y.end());
    on_device_drawing([&] {
        const int across = part.width / block.width;
        const auto samples = std::size_t(block.width) * std::size_t(block.height);  // per block
        if (context_->has_window())
            surface = std::make_shared<GlSurface>(context_, across, part.height / block.height,
                                                  channels_);
        else
            image = make_image(part.width, part.height, channels_);
        const Buffer at(*context_, std::span<const float>(axes));
        const Buffer other =
            parameters.empty() ? Buffer() : Buffer(*context_, std::span<const float>(parameters));
        const std::size_t unit = samples == 1 ? 1 : width * std::size_t(block.height);
        const std::size_t band =
            std::min(pixels, unit * std::max(kBandPixels / unit, std::size_t(1)));
        const std::size_t bytes = band * std::size_t(channels_) * sizeof(float);
        const Buffer drawn(*context_, bytes);
        const Buffer means = samples == 1 ? Buffer() : Buffer(*context_, bytes / samples);
        Pacer pacer(chunk_seconds_);
        for (std::size_t first = 0; first < pixels; first += band) {
            const std::size_t count = std::min(band, pixels - first);
            network_->enqueue_render(parameters.empty() ? network_->parameters() : other, at, width,
                                     std::size_t(part.height), first, count, drawn, [&] {
                                         throw_if_stopped();
                                         pacer();
                                     });
            if (samples > 1)
                context_->dispatch(Kernel::mean,
                                   {divide_up(count / samples, std::size_t(64)), 1, 1},
                                   {&drawn, &means},
                                   {count / samples, channels_, across, block.width, block.height,
                                    1.0f / float(samples)});
            if (surface)
                surface->take(samples > 1 ? means : drawn, 0, first / samples, count / samples);
            else
                drawn.read(
                    std::span(image.values)
                        .subspan(first * std::size_t(channels_), count * std::size_t(channels_)));
        }
        if (surface) surface->complete();
    });
    if (surface) return surface;
    return std::make_shared<HostSurface>(std::move(image));
}

namespace {

DeviceInfo device() {
    try {
        const std::shared_ptr<Context> context = Context::shared();
        return {"gl",
                fmt::format("{}, OpenGL {}{}", context->renderer(), context->version(),
                            context->is_software() ? ", a software renderer" : ""),
                true};
    } catch (const Error& error) {
        return {"gl", error.what(), false};
    }
}

std::unique_ptr<Backend> make(const NetworkSpec& network, const OptimizerSpec& optimizer,
                              int channels, std::shared_ptr<const Dataset> dataset) {
    return std::make_unique<GlBackend>(network, optimizer, channels, std::move(dataset));
}

std::optional<OpenGlDriver> gpu() {
    try {
        const std::shared_ptr<Context> context = Context::shared();
        if (context->is_software()) return std::nullopt;
        return OpenGlDriver{context->renderer(), context->version()};
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace

void register_backend() {
    register_opengl({device, make, gpu, Context::share_with_current, make_texture_writer});
}

}  // namespace redraw::gl
