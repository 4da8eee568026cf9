#include "engine/device/device_choice.h"

#include "engine/device/cuda_module.h"
#include "engine/device/device_record.h"
#include "engine/device/devices.h"
#include "engine/device/driver_process.h"
#include "engine/device/self_test.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace redraw {
namespace {

// Returns the driver's fault in one clause; empty if it passed.
std::string fault_of(const DeviceVerdict& verdict) {
    return verdict.state == DeviceVerdict::State::trying ? "the program ended" : verdict.fault;
}

bool chooses_gl(const StepsPerSecond& pace) {
    return pace.gl >= kFasterBy * pace.cpu;
}

// Trains steps at rates of 0, which change no parameter; returns the first result.
StepResult still_step(Backend& backend, std::size_t steps = 1) {
    const std::vector<float> rates(steps, 0.0f);
    std::vector<StepResult> results(steps);
    backend.train(rates, results);
    return results.front();
}

double pace_of(Backend& backend, const DeviceTrial& trial) {
    constexpr double kSeconds = 0.3, kBurstSeconds = 0.03;
    const double begin = trial.clock();
    double now = begin;
    std::size_t done = 0;
    for (std::size_t burst = 1; now - begin < kSeconds;) {
        still_step(backend, burst);
        done += burst;
        const double before = std::exchange(now, trial.clock());
        if (now - before < kBurstSeconds / 2 && burst < 2048) burst *= 2;
    }
    return double(done) / (now - begin);
}

// Measures the pace of OpenGL and of the CPU. Also compares their losses, to find a driver that
// fails on this network only; the tolerance allows for a CPU that computes in bf16x3. Throws Error
// if OpenGL fails or its loss is wrong.
StepsPerSecond measured_pace(Backend& gl, Backend& cpu, const State& state,
                             const DeviceTrial& trial) {
    StepsPerSecond pace;
    gl.load(state);
    const double by_gl = double(still_step(gl).loss);
    pace.gl = pace_of(gl, trial);
    const double by_cpu = double(still_step(cpu).loss);
    pace.cpu = pace_of(cpu, trial);
    cpu.load(state);
    if (!(std::abs(by_gl - by_cpu) <= 1e-6 + 0.02 * std::abs(by_cpu)))
        throw Error("It computed a wrong loss for this network.");
    return pace;
}

// Returns the fault that the driver's self-test finds, or found when that was remembered.
std::string fault_in_self_test(const OpenGlDriver& driver) {
    constexpr BackendOptions kTested{.kind = BackendKind::gl, .apart = true};
    DeviceRecord record(DeviceSubject{driver});
    if (const auto known = record.verdict()) return fault_of(*known);
    if (driver_is_here(kTested)) record.begin_trying();
    std::string fault;
    try {
        fault = failed_self_test(kTested);
    } catch (const DeviceFailed& failure) {
        fault = failure.fault();
        if (fault.empty()) throw;
    }
    fault.empty() ? record.passed() : record.failed(fault);
    return fault;
}

bool leave_open(const BackendOptions& options) {
    return options.kind == BackendKind::automatic &&
           options.instruction_set == InstructionSet::automatic &&
           (options.precision == Precision::automatic || options.precision == Precision::fp32);
}

}  // namespace

// OpenGL on a GPU. Its backend, if any, is compiled and can load a state.
struct DeviceChoice::Prepared {
    OpenGlDriver driver;
    std::unique_ptr<DeviceRecord> record;  // of this kind of network
    std::unique_ptr<Backend> backend{};    // null: OpenGL is not to be tried
    // Makes the backend that trains, if the trial's is in another process; else null.
    std::function<std::unique_ptr<Backend>()> make{};
    std::string refused{};                 // why it is not tried, in a sentence
    std::optional<StepsPerSecond> pace{};  // absent: not known

    std::string name() const { return "OpenGL on " + excerpt(driver.renderer, 100); }
    // Does work with the driver. If that fails, OpenGL is not tried.
    template <class Work>
    void attempt(Work work) {
        try {
            return work();
        } catch (const DeviceFailed& failure) {
            refused = failure.what();
            if (!failure.fault().empty()) {
                record->failed(failure.fault());
                refused = "With this network " + failure.fault() + ".";
            }
        } catch (const std::exception& error) {
            refused = error.what();
        }
        backend.reset();
        pace.reset();
    }
};

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

DeviceChoice::DeviceChoice() = default;
DeviceChoice::~DeviceChoice() {
    end_preparing();
}

// Ends the driver's process, because a driver may never answer.
void DeviceChoice::end_preparing() {
    if (!preparing_.valid()) return;
    const NoDriverProcess none;
    preparing_.wait();
    preparing_ = {};
}

std::unique_ptr<Backend> DeviceChoice::consider(const Trained& trained,
                                                const BackendOptions& options,
                                                const DeviceTrial& trial) {
    if (settled_) return nullptr;
    settled_ = !leave_open(options) || trained.config.network.encoding == Encoding::window ||
               !trained.backend.shares_cpu();
    if (settled_) return nullptr;
    if (!preparing_.valid()) {
        if (trained.seconds < trial.after_seconds || trained.seconds_left < trial.worth_seconds)
            return nullptr;
        settled_ = why_no_cuda().empty();  // CUDA works but could not run the network
        if (settled_) return nullptr;
        const auto beside = trained.beside ? std::launch::async : std::launch::deferred;
        const std::string here = trained.backend.description();  // copied: see keep_source()
        preparing_ = std::async(beside | std::launch::deferred, prepare, trained.config,
                                trained.dataset, here);
    }
    if (preparing_.wait_for(std::chrono::seconds(0)) == std::future_status::timeout) return nullptr;
    settled_ = true;
    note_.clear();
    const std::unique_ptr<Prepared> device = preparing_.get();
    auto backend = device ? choose(*device, trained.backend, trial) : nullptr;
    if (!backend || driver_is_here({})) end_driver_process();
    return backend;
}

void DeviceChoice::start_anew() {
    end_preparing();
    settled_ = false;
}

void DeviceChoice::has_trained() {
    if (record_) record_->end_trying();
}

void DeviceChoice::left(const DeviceFailed& failure) {
    if (record_ && !failure.fault().empty()) record_->failed(failure.fault());
    record_.reset();
    note_.clear();
}

// Takes seconds if the driver has to be tested. Null if there is no GPU. Any thread.
std::unique_ptr<DeviceChoice::Prepared> DeviceChoice::prepare(
    const Config& config, const std::shared_ptr<const Dataset>& dataset, const std::string& cpu) {
    const auto driver = opengl_gpu();
    if (!driver) return nullptr;
    const int channels = dataset->target.channels;
    const DeviceSubject subject{*driver, DeviceSubject::KindOfNetwork{cpu, config.network, channels,
                                                                      dataset->batch_samples()}};
    auto device =
        std::make_unique<Prepared>(Prepared{*driver, std::make_unique<DeviceRecord>(subject)});
    device->attempt([&] {
        const std::string fault = fault_in_self_test(*driver);
        if (!fault.empty()) throw Error("In its self-test " + fault + ".");
        if (const auto known = device->record->verdict()) {
            if (known->state != DeviceVerdict::State::passed)
                throw Error("With this network " + fault_of(*known) + ".");
            device->pace = known->pace;
            if (!chooses_gl(known->pace)) return;
        }
        const auto make = [config, dataset, channels](bool apart) {
            return make_backend({.kind = BackendKind::gl, .apart = apart}, config.network,
                                config.optimizer, channels, dataset);
        };
        const BackendOptions options{.kind = BackendKind::gl,
                                     .apart = !device->pace || !driver_is_here({})};
        if (driver_is_here(options)) {
            device->record->begin_trying();
            if (device->pace) device->record->passed(*device->pace);
        } else if (options.apart && driver_is_here({})) {
            device->make = [make] { return make(false); };
        }
        device->backend = make(options.apart);
        device->backend->load(fresh_state(initial_parameters(config.network, channels, config.seed),
                                          config.optimizer.kind));
        still_step(*device->backend);  // the first step and render compile kernels
        device->backend->render(dataset->grid, {0, 0, 1, 1});
    });
    return device;
}

// Returns OpenGL's backend with the state of `cpu`, or null. If the pace is not remembered, first
// trains about 0.3 s on each.
std::unique_ptr<Backend> DeviceChoice::choose(Prepared& device, Backend& cpu,
                                              const DeviceTrial& trial) {
    if (device.backend)
        device.attempt([&] {
            const State state = cpu.save();
            if (!device.pace) {
                device.pace = measured_pace(*device.backend, cpu, state, trial);
                device.record->passed(*device.pace);
            }
            if (!chooses_gl(*device.pace)) return device.backend.reset();
            if (device.make) {
                device.record->begin_trying();
                device.backend = device.make();
            }
            device.backend->load(state);
        });
    if (device.backend) {
        note_ = fmt::format("{}: {} steps a second here, the CPU {}.", device.name(),
                            per_second(device.pace->gl), per_second(device.pace->cpu));
        driver_ = fmt::format("{}, {}", device.driver.renderer, device.driver.version);
        record_ = std::move(device.record);
    } else if (device.pace) {
        note_ = fmt::format(
            "{} was not chosen: {:.1f} times as fast as the CPU, {:.1f} are "
            "needed.",
            device.name(), std::floor(10 * device.pace->gl / device.pace->cpu) / 10, kFasterBy);
    } else {
        note_ = device.name() + " was not chosen. " + device.refused;
    }
    return std::move(device.backend);
}

}  // namespace redraw
