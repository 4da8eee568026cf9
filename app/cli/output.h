// Progress of a command: one line that redraws itself on a terminal, JSON objects with --json,
// nothing on a pipe.
#pragma once

#include "app/cli/stop_signal.h"
#include "engine/doctor/doctor.h"
#include "engine/job.h"
#include "engine/training/time_budget.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <string>

namespace redraw {

enum class Talk { terminal, json, quiet };  // quiet: standard error is not a terminal

Talk talk(bool json);

// One JSON object a line on standard output, flushed; infinities and NaN become null.
class FitOutput {
public:
    explicit FitOutput(Talk talk) : talk_(talk) {}
    // At most ten times a second, unless `force`.
    void progress(const Trainer& trainer, const TrainingPace& pace, bool force = false);
    // One sentence on standard error, or an event with --json.
    void advice(const Diagnosis& diagnosis);
    // One sentence on standard error.
    void warning(const std::string& sentence);
    void done(const Trainer& trainer, double psnr);  // in dB, of the whole drawing

private:
    Talk talk_;
    std::chrono::steady_clock::time_point last_{};
    bool line_open_ = false;
};

// "42 %  lion.png" on a terminal.
void show_progress(Talk talk, const std::string& what, double progress);
void clear_line(Talk talk);

// Runs a job to its end, with progress. When a signal stops it, throws an Error of kind
// `cancelled` that says `stopped`.
void finish_job(Job& job, const std::string& said, Talk talk, const std::string& stopped);

}  // namespace redraw
