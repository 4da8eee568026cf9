// What the command line says while it works: one line that redraws itself on a terminal, JSON
// objects with --json, nothing on a pipe.
#pragma once

#include "engine/training/drawn_psnr.h"
#include "engine/training/trainer.h"

#include <chrono>
#include <string>

namespace redraw {

enum class Talk { terminal, json, quiet };  // quiet: standard error is no terminal

Talk talk(bool json);

// One JSON object a line on standard output, flushed; infinities and NaN become null.
class FitOutput {
public:
    explicit FitOutput(Talk talk) : talk_(talk) {}
    // At most ten times a second, unless `force`.
    void progress(const Trainer& trainer, bool force = false);
    void done(const Trainer& trainer, Backend& backend, const DrawnPsnr& drawn);

private:
    Talk talk_;
    std::chrono::steady_clock::time_point last_{};
    bool line_open_ = false;
};

// "exporting lion.png  42 %" on a terminal.
void show_progress(Talk talk, const std::string& what, double progress);
void clear_line(Talk talk);

std::string format_duration(double seconds);  // "0:07", "12:34", "3:04:05"

}  // namespace redraw
