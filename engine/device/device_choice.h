// Chooses between the CPU and OpenGL for a run by measurement: a self-test of OpenGL's driver, then
// a trial of both devices on the run's own network and picture. The results are remembered
// (device_record.h). A driver in a process of its own (driver_process.h) costs nothing but the
// trial when it fails. One in this process could end it, so it is not tried unless that can be
// remembered. One owner, the Trainer; one thread.
#pragma once

#include "engine/backend/backend.h"

#include <future>
#include <memory>
#include <string>

namespace redraw {

double steady_seconds();

// When a trial of OpenGL is due, and the clock that measures it.
struct DeviceTrial {
    double after_seconds = 1;  // training before a trial, so that first pictures come soon
    double worth_seconds = 5;  // shortest training left for which a trial is made
    double (*clock)() = steady_seconds;
};

// OpenGL is chosen if it is at least this many times as fast as the CPU.
inline constexpr double kFasterBy = 1.5;

class DeviceChoice {
public:
    DeviceChoice();
    ~DeviceChoice();
    DeviceChoice(const DeviceChoice&) = delete;
    DeviceChoice& operator=(const DeviceChoice&) = delete;

    // The training that another device could continue.
    struct Trained {
        const Config& config;
        std::shared_ptr<const Dataset> dataset;
        Backend& backend;
        double seconds = 0;       // of training so far
        double seconds_left = 0;  // of training, at the present pace
        bool beside = true;       // prepare OpenGL on another thread while training continues
    };
    // Call between bursts. Returns OpenGL's backend with the state of `trained.backend` if it is
    // faster; else null. Does nothing for short runs, if the options choose the device, or once
    // settled(). The trial takes about 0.6 s and leaves `trained.backend` with its state. Without
    // `beside`, the preparation may take seconds more.
    std::unique_ptr<Backend> consider(const Trained& trained, const BackendOptions& options,
                                      const DeviceTrial& trial);
    bool settled() const { return settled_; }
    // Networks of another kind train from now on, for which the choice is made again.
    void start_anew();
    // The chosen device's parameters were read after training: its driver works.
    void has_trained();
    // The device was left; remembers what its driver did.
    void left(const DeviceFailed& failure);

    // Explains the choice in a sentence; empty: there was nothing to choose. "OpenGL on NAME: 1,240
    // steps a second here, the CPU 310."
    const std::string& note() const { return note_; }
    const std::string& driver() const { return driver_; }  // of the chosen OpenGL: "NAME, VERSION"

private:
    struct Prepared;
    static std::unique_ptr<Prepared> prepare(const Config& config,
                                             const std::shared_ptr<const Dataset>& dataset,
                                             const std::string& cpu);
    std::unique_ptr<Backend> choose(Prepared& device, Backend& cpu, const DeviceTrial& trial);
    void end_preparing();

    bool settled_ = false;
    std::future<std::unique_ptr<Prepared>> preparing_;
    std::unique_ptr<class DeviceRecord> record_;  // of the chosen OpenGL's driver
    std::string note_, driver_;
};

}  // namespace redraw
