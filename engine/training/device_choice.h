// Chooses between the CPU and OpenGL for a run by measurement: a self-test of the OpenGL driver,
// then a trial of both devices on the run's own network and picture. The results are remembered in
// $XDG_CACHE_HOME/redraw/devices.json for each driver, processor and kind of network. If the file
// is missing or damaged, nothing is known yet. A driver in a process of its own
// (engine/device/driver_process.h) costs nothing but the trial when it fails. One in this process
// could end it, so it is not tried unless that can be remembered.
#pragma once

#include "engine/backend/backend.h"
#include "engine/device/devices.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace redraw {

double steady_seconds();

// States when a trial of OpenGL is due, and the clock that measures the trial.
struct DeviceTrial {
    double after_seconds = 1;  // training before a trial, so that first pictures come soon
    double worth_seconds = 5;  // shortest training left for which a trial is made
    double (*clock)() = steady_seconds;
};

// OpenGL is chosen if it is at least this many times as fast as the CPU.
inline constexpr double kFasterBy = 1.5;

struct StepsPerSecond {
    double cpu = 0, gl = 0;
    bool chooses_gl() const { return gl >= kFasterBy * cpu; }
};

// What is remembered about a driver under one key: nothing, a fault in one clause, or a pace. The
// mark "the program ended" stands there while the driver could end this process.
class DriverRecord {
public:
    explicit DriverRecord(std::string key) : key_(std::move(key)) {}
    ~DriverRecord() { unmark(); }
    DriverRecord(const DriverRecord&) = delete;
    DriverRecord& operator=(const DriverRecord&) = delete;
    void mark();  // throws Error if it cannot be written
    void unmark();
    // Remember a result: a pace once the mark is gone, a fault in place of the mark.
    void remember(const StepsPerSecond& pace);
    void remember(const std::string& fault);

private:
    std::string key_;
    std::optional<StepsPerSecond> pace_{};
    bool is_marked_ = false;
};

// OpenGL on a GPU, prepared for a run. Its backend, if any, is compiled and can load a state.
struct PreparedDevice {
    OpenGlDriver driver;
    std::unique_ptr<DriverRecord> record;  // of this kind of network
    std::unique_ptr<Backend> backend{};    // null: OpenGL is not to be tried
    // Makes the backend that trains, if the trial's is in another process; else null.
    std::function<std::unique_ptr<Backend>()> make{};
    std::string refused{};                 // why it is not tried, in a sentence; may be empty
    std::optional<StepsPerSecond> pace{};  // remembered pace; absent: not known
};

// Prepares OpenGL for a run. `cpu`: description of the CPU backend that trains the run now
// (Backend::description()). Takes seconds if the driver has to be tested. Absent if there is no
// GPU. Any thread.
std::optional<PreparedDevice> prepare_device(const Config& config,
                                             const std::shared_ptr<const Dataset>& dataset,
                                             const std::string& cpu);

struct DeviceChoice {
    std::unique_ptr<Backend> backend;  // OpenGL with the CPU's state; null: the CPU goes on
    std::string note;                  // "OpenGL on NAME: 1,240 steps a second here, the CPU 310."
    // Of OpenGL's driver. The caller unmarks it after the first save, or remembers a fault.
    std::unique_ptr<DriverRecord> record{};
};
// Chooses between the prepared device and `cpu`. If the pace is not remembered, first trains about
// 0.3 s on each. Leaves `cpu` with the state that it had.
DeviceChoice choose_device(PreparedDevice device, Backend& cpu, double (*clock)());

}  // namespace redraw
