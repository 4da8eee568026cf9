#include "engine/training/device_choice.h"

#include "engine/device/self_test.h"
#include "engine/file/atomic_file.h"
#include "engine/file/read_file.h"
#include "engine/file/user_folders.h"
#include "engine/text/display_name.h"
#include "engine/text/json_text.h"
#include "engine/text/numbers.h"
#include "engine/training/step_loop.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <exception>
#include <span>
#include <utility>
#include <vector>

namespace redraw {
namespace {

// The remembered results, by key:
//   driver and version of Redraw: the fault that the driver's self-test found, "" for none
//   the same, processor and kind of network: [steps per second on the CPU, by OpenGL]
// Keys are valid UTF-8. A value is kUnfinished while the driver could end this process, and stays
// so if it does.
constexpr const char* kUnfinished = "the program ended";
constexpr std::size_t kMostRemembered = 500;
constexpr JsonLimits kMemoryLimits{.bytes = 1 << 19, .depth = 2, .containers = 1024, .keys = 1024};

nlohmann::json device_memory() {
    try {
        nlohmann::json known = parse_json(
            read_text_file(cache_folder() / "devices.json", kMemoryLimits.bytes), kMemoryLimits);
        if (known.is_object()) return known;
    } catch (const Error&) {  // missing or damaged
    }
    return nlohmann::json::object();
}

std::optional<std::string> remembered_text(const std::string& key) {
    const nlohmann::json known = device_memory();
    const auto found = known.find(key);
    if (found == known.end() || !found->is_string()) return std::nullopt;
    return excerpt(found->get<std::string>(), 200);
}

std::optional<StepsPerSecond> remembered_pace(const std::string& key) {
    const nlohmann::json known = device_memory();
    const auto found = known.find(key);
    if (found == known.end() || !found->is_array() || found->size() != 2 ||
        !(*found)[0].is_number() || !(*found)[1].is_number())
        return std::nullopt;
    const StepsPerSecond pace{(*found)[0].get<double>(), (*found)[1].get<double>()};
    const auto possible = [](double steps) { return steps > 0 && steps < 1e9; };
    if (!possible(pace.cpu) || !possible(pace.gl)) return std::nullopt;
    return pace;
}

// Remembers `value` under `key`; null removes the key. Throws Error.
void require_remembered(const std::string& key, const nlohmann::json& value) {
    nlohmann::json known = device_memory();  // other processes may have written meanwhile
    if (known.size() >= kMostRemembered) known = nlohmann::json::object();
    known[key] = value;
    if (value.is_null()) known.erase(key);
    const std::string text = known.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
    write_file_atomically(cache_folder() / "devices.json", std::as_bytes(std::span(text)));
}

void remember(const std::string& key, const nlohmann::json& value) {
    try {
        require_remembered(key, value);
    } catch (const Error&) {  // the next run measures again
    }
}

// Describes the network and the size of a step, on which the pace depends.
std::string kind_of(const Config& config, const Dataset& dataset) {
    const NetworkSpec& network = config.network;
    std::string kind = fmt::format("{} {} {}", name_of(network.encoding),
                                   fmt::join(network.layers, "x"), name_of(network.activation));
    if (network.encoding == Encoding::grid)
        kind += fmt::format(" {} levels of {} to {}", network.grid.levels, network.grid.features,
                            network.grid.finest);
    return kind + fmt::format(" {} channels, {} samples", dataset.target.channels,
                              dataset.batch_samples());
}

// Trains steps at rates of 0, which change no parameter; returns the first result.
StepResult still_step(Backend& backend, std::size_t steps = 1) {
    const std::vector<float> rates(steps, 0.0f);
    std::vector<StepResult> results(steps);
    backend.train(rates, results);
    return results.front();
}

double pace_of(Backend& backend, double (*clock)()) {
    constexpr double kSeconds = 0.3, kBurstSeconds = 0.03;
    const double begin = clock();
    double now = begin;
    std::size_t done = 0;
    for (std::size_t burst = 1; now - begin < kSeconds;) {
        still_step(backend, burst);
        done += burst;
        const double before = std::exchange(now, clock());
        if (now - before < kBurstSeconds / 2 && burst < 2048) burst *= 2;
    }
    return double(done) / (now - begin);
}

// Measures the pace of OpenGL and of the CPU. Also compares their losses, to find a driver that
// fails on this network only; the tolerance allows for a CPU that computes in bf16x3. Throws Error
// if OpenGL fails or its loss is wrong.
StepsPerSecond measured_pace(Backend& gl, Backend& cpu, const State& state, double (*clock)()) {
    StepsPerSecond pace;
    gl.load(state);
    const double by_gl = double(still_step(gl).loss);
    pace.gl = pace_of(gl, clock);
    const double by_cpu = double(still_step(cpu).loss);
    pace.cpu = pace_of(cpu, clock);
    cpu.load(state);
    if (!(std::abs(by_gl - by_cpu) <= 1e-6 + 0.02 * std::abs(by_cpu)))
        throw Error("It computed a wrong loss for this network.");
    return pace;
}

std::string name_of_device(const OpenGlDriver& driver) {
    return "OpenGL on " + excerpt(driver.renderer, 100);
}

std::string not_chosen(const PreparedDevice& device) {
    return name_of_device(device.driver) + " was not chosen" +
           (device.pace
                ? fmt::format(": {:.1f} times as fast as the CPU, {:.1f} are needed.",
                              std::floor(10 * device.pace->gl / device.pace->cpu) / 10, kFasterBy)
                : ". " + device.refused);
}

}  // namespace

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void DriverRecord::mark() {
    try {
        require_remembered(key_, kUnfinished);
    } catch (const Error& error) {
        throw Error("It could not be remembered if its driver fails: " + std::string(error.what()));
    }
    is_marked_ = true;
}

void DriverRecord::unmark() {
    if (!std::exchange(is_marked_, false)) return;
    redraw::remember(key_, pace_ ? nlohmann::json{pace_->cpu, pace_->gl} : nlohmann::json());
}

void DriverRecord::remember(const StepsPerSecond& pace) {
    pace_ = pace;
    if (!is_marked_) redraw::remember(key_, {pace.cpu, pace.gl});
}

void DriverRecord::remember(const std::string& fault) {
    is_marked_ = false;
    redraw::remember(key_, fault);
}

namespace {

// Returns the fault that the driver's self-test finds, or found when that was remembered.
std::string fault_in_self_test(const std::string& key) {
    constexpr BackendOptions kTested{.kind = BackendKind::gl, .apart = true};
    if (const auto known = remembered_text(key)) return *known;
    DriverRecord record(key);
    if (driver_is_here(kTested)) record.mark();
    std::string fault;
    try {
        fault = failed_self_test(kTested);
    } catch (const DeviceFailed& failure) {
        fault = failure.fault();
        if (fault.empty()) throw;
    }
    record.remember(fault);
    return fault;
}

// Why OpenGL is not used after a failure in the trial.
std::string refused_for(const std::exception& error, DriverRecord& record) {
    const auto* failure = dynamic_cast<const DeviceFailed*>(&error);
    if (!failure || failure->fault().empty()) return error.what();
    record.remember(failure->fault());
    return "With this network " + failure->fault() + ".";
}

}  // namespace

std::optional<PreparedDevice> prepare_device(const Config& config,
                                             const std::shared_ptr<const Dataset>& dataset,
                                             const std::string& cpu) {
    const auto driver = opengl_gpu();
    if (!driver) return std::nullopt;
    const std::string name =
        display_name(driver->renderer + ", " + driver->version + ", Redraw " + REDRAW_VERSION);
    const std::string pace_key = name + "; " + cpu + "; " + kind_of(config, *dataset);
    PreparedDevice device{*driver, std::make_unique<DriverRecord>(pace_key)};
    try {
        const std::string fault = fault_in_self_test(name);
        if (!fault.empty()) throw Error("In its self-test " + fault + ".");
        device.pace = remembered_pace(pace_key);
        if (device.pace && !device.pace->chooses_gl()) return device;
        if (const auto text = remembered_text(pace_key))
            throw Error("With this network " + *text + ".");
        const int channels = dataset->target.channels;
        const auto make = [config, dataset, channels](bool apart) {
            return make_backend({.kind = BackendKind::gl, .apart = apart}, config.network,
                                config.optimizer, channels, dataset);
        };
        const BackendOptions options{.kind = BackendKind::gl,
                                     .apart = !device.pace || !driver_is_here({})};
        if (driver_is_here(options)) {
            device.record->mark();
            if (device.pace) device.record->remember(*device.pace);
        } else if (options.apart && driver_is_here({})) {
            device.make = [make] { return make(false); };
        }
        device.backend = make(options.apart);
        device.backend->load(untrained(config, channels));
        still_step(*device.backend);  // the first step and render compile kernels
        device.backend->render(dataset->grid, {0, 0, 1, 1});
    } catch (const std::exception& error) {
        device.refused = refused_for(error, *device.record);
        device.backend.reset();
        device.pace.reset();
    }
    return device;
}

DeviceChoice choose_device(PreparedDevice device, Backend& cpu, double (*clock)()) {
    if (device.backend) try {
            const State state = cpu.save();
            if (!device.pace) {
                device.pace = measured_pace(*device.backend, cpu, state, clock);
                device.record->remember(*device.pace);
            }
            if (device.pace->chooses_gl()) {
                if (device.make) {
                    device.record->mark();
                    device.backend = device.make();
                }
                device.backend->load(state);
                return {std::move(device.backend),
                        fmt::format("{}: {} steps a second here, the CPU {}.",
                                    name_of_device(device.driver), per_second(device.pace->gl),
                                    per_second(device.pace->cpu)),
                        std::move(device.record)};
            }
        } catch (const std::exception& error) {
            device.refused = refused_for(error, *device.record);
            device.pace.reset();
        }
    return {nullptr, not_chosen(device)};
}

}  // namespace redraw
