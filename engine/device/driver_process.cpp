#include "engine/device/driver_process.h"

#include "engine/device/driver_calls.h"
#include "engine/module/loaded_module.h"
#include "engine/system/helper_process.h"
#include "engine/system/machine.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace redraw {
namespace {

// Seconds without an answer after which a driver counts as hung: in general, while it is opened,
// and once the program ends. A driver that computes meanwhile (it compiles kernels), or would if
// others left it a processor, gets kBusy times as long. A renderer in software may need minutes,
// and gets kSoftware once the program ends.
constexpr double kPatience = 30, kOpening = 10, kHurried = 1, kSoftware = 10, kBusy = 10;
// The kernel counts the time that a thread waits for a processor when it gets one, seconds later.
constexpr double kLag = 2;

std::atomic<bool> driver_hurried = false;
static_assert(std::atomic<bool>::is_always_lock_free);
OpenGlBackend opengl_here;   // OpenGL in this process
bool shares_window = false;  // its backends draw into the window's memory

double driver_patience(bool opens, bool is_software) {
    // Allows tests to set another time.
    static const char* const asked = std::getenv("REDRAW_DRIVER_SECONDS");
    static const double seconds = asked ? std::atof(asked) : kPatience;
    if (driver_hurried) return std::min(seconds, is_software ? kSoftware : kHurried);
    if (is_software) return std::numeric_limits<double>::infinity();
    return opens ? std::min(seconds, kOpening) : seconds;
}

class DriverProcess {
public:
    DriverProcess() : helper_({"--driver-process", module_version()}) {}
    explicit DriverProcess(int socket) : helper_(socket) {}

    // Makes a call and returns its result. Throws what the call threw, or driver_failed().
    template <class... Arguments>
    Message call(DriverCall call, std::uint32_t backend, const Arguments&... arguments) {
        const std::lock_guard lock(calling_);
        if (!fault_.empty()) fail();
        Message message;
        message.put(take_unused(), call, backend, arguments...);
        const bool opens = call == DriverCall::device || call == DriverCall::gpu;
        double idle = 0, total = 0, busy = 0;
        const Channel::Waits waits = [&] {
            const double before = std::exchange(total, helper_.busy_seconds());
            busy = std::min(kLag, busy + total - before);
            const bool computes = !driver_hurried && busy >= Channel::kSlice;
            if (computes) busy -= Channel::kSlice;
            idle += computes ? Channel::kSlice / kBusy : Channel::kSlice;
            return idle < driver_patience(opens, is_software_);
        };
        if (!helper_.channel.send(message.bytes(), waits) ||
            !helper_.channel.receive(message.received(), waits)) {
            const bool late = idle > 0 && !waits();
            fault_ = late ? "its driver did not answer" : "its driver crashed";
            hurries_ = late && driver_hurried;
            ended_ = true;
            helper_.end();
            fail();
        }
        return result_of(message);
    }
    void expect_software() { is_software_ = true; }
    void forget(std::uint32_t backend) {
        const std::lock_guard lock(forgetting_);
        unused_.push_back(backend);
    }
    std::uint32_t new_backend() { return ++backends_; }
    void give_up() {
        given_up_ = true;
        helper_.channel.end();
    }
    bool works() const { return !ended_; }

private:
    std::vector<std::uint32_t> take_unused() {
        const std::lock_guard lock(forgetting_);
        return std::exchange(unused_, {});
    }

    [[noreturn]] void fail() const {
        if (given_up_ || hurries_) throw DeviceFailed("The GPU is no longer used.");
        throw driver_failed(fault_);
    }

    static Message result_of(Message& message) {
        switch (message.take<DriverAnswer>()) {
            case DriverAnswer::done:
                return std::move(message);
            case DriverAnswer::device_failed:
                throw DeviceFailed(message.take<std::string>());
            case DriverAnswer::no_memory:
                throw std::bad_alloc();
            case DriverAnswer::error:
                break;
        }
        throw Error(message.take<std::string>());
    }

    HelperProcess helper_;
    std::mutex calling_, forgetting_;
    std::vector<std::uint32_t> unused_;
    std::string fault_;
    bool hurries_ = false;  // the program's end made it fail
    std::atomic<bool> is_software_ = false, given_up_ = false, ended_ = false;
    std::atomic<std::uint32_t> backends_ = 0;
};

std::mutex driver_starting;
std::shared_ptr<DriverProcess> driver_running;
int driver_refused = 0;  // number of NoDriverProcess

// Returns the driver process; starts it on the first call and after it has ended. Throws Error with
// the reason in one clause.
std::shared_ptr<DriverProcess> driver_process() {
    const std::lock_guard lock(driver_starting);
    if (driver_refused > 0) throw DeviceFailed("The GPU is no longer used.");
    if (driver_running && driver_running->works()) return driver_running;
    return driver_running = std::make_shared<DriverProcess>();
}

class DrivenBackend final : public Backend {
public:
    DrivenBackend(const NetworkSpec& network, const OptimizerSpec& optimizer, int channels,
                  const Dataset* dataset)
        : process_(driver_process()), id_(process_->new_backend()) {
        REDRAW_CHECK(!dataset || !dataset->examples, "no network of windows trains there");
        Message made = call(DriverCall::make, network, optimizer, channels, dataset);
        description_ = made.take<std::string>();
        samples_across_ = made.take<int>();
        if (made.take<bool>()) process_->expect_software();
    }
    ~DrivenBackend() override { process_->forget(id_); }

    void load(const State& state) override { call(DriverCall::load, state); }
    State save() const override { return call(DriverCall::save).take<State>(); }
    void train(std::span<const float> rates, std::span<StepResult> results) override {
        const auto taken = call(DriverCall::train, rates).take<std::vector<StepResult>>();
        if (taken.size() != results.size()) Message::wrong();
        std::ranges::copy(taken, results.begin());
    }
    std::shared_ptr<const Surface> last_forward() const override {
        Message drawn = call(DriverCall::forward);
        if (!drawn.take<bool>()) return nullptr;
        return std::make_shared<HostSurface>(drawn.take<Image>());
    }
    std::shared_ptr<const Surface> render(const Grid& grid, const PixelRect& part,
                                          std::span<const float> parameters) override {
        return std::make_shared<HostSurface>(
            call(DriverCall::render, grid, part, parameters).take<Image>());
    }
    int samples_across() const override { return samples_across_; }
    std::string description() const override { return description_; }
    BackendKind kind() const override { return BackendKind::gl; }
    std::string_view precision_name() const override { return name_of(Precision::fp32); }

private:
    template <class... Arguments>
    Message call(DriverCall call, const Arguments&... arguments) const {
        return process_->call(call, id_, arguments...);
    }

    std::shared_ptr<DriverProcess> process_;
    std::uint32_t id_;
    std::string description_;
    int samples_across_ = 1;
};

DeviceInfo device_apart() {
    try {
        Message answer = driver_process()->call(DriverCall::device, 0);
        auto detail = answer.take<std::string>();
        return {"gl", std::move(detail), answer.take<bool>()};
    } catch (const DeviceFailed& failure) {
        return {"gl", failure.fault().empty() ? failure.what() : failure.fault(), false};
    } catch (const Error& error) {
        return {"gl", error.what(), false};
    }
}

std::optional<OpenGlDriver> gpu_apart() {
    // Without a GPU OpenGL computes in software, and opening it would take 60 MB for nothing.
    if (!may_have_gpu()) return std::nullopt;
    try {
        Message answer = driver_process()->call(DriverCall::gpu, 0);
        if (!answer.take<bool>()) return std::nullopt;
        auto renderer = answer.take<std::string>();
        return OpenGlDriver{std::move(renderer), answer.take<std::string>()};
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::unique_ptr<Backend> make_apart(const NetworkSpec& network, const OptimizerSpec& optimizer,
                                    int channels, std::shared_ptr<const Dataset> dataset) {
    return std::make_unique<DrivenBackend>(network, optimizer, channels, dataset.get());
}

}  // namespace

void keep_driver_apart() {
    opengl_here = opengl_backend();
    if (!opengl_here.make) return;
    OpenGlBackend apart = opengl_here;
    apart.device = [] { return (shares_window ? opengl_here.device : device_apart)(); };
    apart.gpu = [] { return (shares_window ? opengl_here.gpu : gpu_apart)(); };
    apart.make_apart = make_apart;
    apart.trains_apart = [] { return !shares_window; };
    apart.make = [](const NetworkSpec& network, const OptimizerSpec& optimizer, int channels,
                    std::shared_ptr<const Dataset> dataset) {
        return (shares_window ? opengl_here.make : make_apart)(network, optimizer, channels,
                                                               std::move(dataset));
    };
    apart.share_with_current = [] {
        opengl_here.share_with_current();
        shares_window = true;
    };
    register_opengl(apart);
}

void hurry_driver() {
    driver_hurried = true;
}

void end_driver_process() {
    const std::lock_guard lock(driver_starting);
    if (driver_running) driver_running->give_up();
    driver_running.reset();
}

NoDriverProcess::NoDriverProcess() {
    {
        const std::lock_guard lock(driver_starting);
        ++driver_refused;
    }
    end_driver_process();
}

NoDriverProcess::~NoDriverProcess() {
    const std::lock_guard lock(driver_starting);
    --driver_refused;
}

void connect_driver(int socket) {
    const std::lock_guard lock(driver_starting);
    driver_running = std::make_shared<DriverProcess>(socket);
}

}  // namespace redraw
