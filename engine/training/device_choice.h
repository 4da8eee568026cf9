// Chooses between the CPU and OpenGL for a run by measurement: a self-test of the driver, then a
// trial of both on the run's own network and picture. The results are remembered in
// $XDG_CACHE_HOME/redraw/devices.json for each driver, processor and kind of network. A file that
// is missing or damaged means that nothing is known yet.
#pragma once

#include "engine/backend/backend.h"
#include "engine/device/devices.h"

#include <memory>
#include <optional>
#include <string>

namespace redraw {

double steady_seconds();

// When a trial is due, and the clock that measures it.
struct DeviceTrial {
    double after_seconds = 1;  // of training, so that the first pictures are not delayed
    double worth_seconds = 5;  // shortest training left for which a trial is made
    double (*clock)() = steady_seconds;
};

// OpenGL is chosen if it is at least this many times as fast as the CPU.
inline constexpr double kFasterBy = 1.5;

struct StepsPerSecond {
    double cpu = 0, gl = 0;
    bool chooses_gl() const { return gl >= kFasterBy * cpu; }
};

// The GPU's backend, compiled and ready to load a state.
struct PreparedDevice {
    OpenGlDriver driver;
    std::string pace_key;                  // under which the pace is remembered
    std::unique_ptr<Backend> backend{};    // null: not to be tried
    std::string refused{};                 // why not, in a sentence; may be empty
    std::optional<StepsPerSecond> pace{};  // remembered; absent: a trial is necessary
};

// Prepares the GPU for a run that `cpu` describes trains (Backend::description()). Takes seconds
// if the driver has to be tested. Absent if there is no GPU. Any thread.
std::optional<PreparedDevice> prepare_device(const Config& config,
                                             const std::shared_ptr<const Dataset>& dataset,
                                             const std::string& cpu);

struct DeviceChoice {
    std::unique_ptr<Backend> backend;  // holds the CPU's state; null: the CPU goes on
    std::string note;                  // "OpenGL on NAME: 1,240 steps a second here, the CPU 310."
};
// Chooses, after a trial of 0.3 s of each if the pace is not remembered. The CPU's state stays as
// it is.
DeviceChoice choose_device(PreparedDevice device, Backend& cpu, double (*clock)());

}  // namespace redraw
