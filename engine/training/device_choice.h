// Chooses between the CPU and OpenGL for a run by measurement: a self-test of the OpenGL driver,
// then a trial of both devices on the run's own network and picture. The results are remembered in
// $XDG_CACHE_HOME/redraw/devices.json for each driver, processor and kind of network. If the file
// is missing or damaged, nothing is known yet.
#pragma once

#include "engine/backend/backend.h"
#include "engine/device/devices.h"

#include <memory>
#include <optional>
#include <string>

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

// OpenGL on a GPU, prepared for a run. Its backend, if any, is compiled and can load a state.
struct PreparedDevice {
    OpenGlDriver driver;
    std::string pace_key;                  // key under which the pace is remembered
    std::unique_ptr<Backend> backend{};    // null: OpenGL is not to be tried
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
};
// Chooses between the prepared device and `cpu`. If the pace is not remembered, first trains about
// 0.3 s on each. Leaves `cpu` with the state that it had.
DeviceChoice choose_device(PreparedDevice device, Backend& cpu, double (*clock)());

}  // namespace redraw
