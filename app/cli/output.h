// Progress of a command: one line that redraws itself on a terminal, JSON objects with --json,
// nothing on a pipe.
#pragma once

#include "app/cli/standard_streams.h"
#include "engine/doctor/doctor.h"
#include "engine/job.h"
#include "engine/training/time_budget.h"
#include "engine/training/trainer.h"

#include <fmt/format.h>
#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

namespace redraw {

// Prints to standard output, or its replacement, and keeps the first error: at the end of a long
// training errno would be another one. One thread.
using Json = nlohmann::ordered_json;

void print_text(std::string_view text);
// As fmt::print().
template <class... Values>
void print(fmt::format_string<Values...> format, Values&&... values) {
    print_text(fmt::format(format, std::forward<Values>(values)...));
}
// For print_json(): JSON has no infinity and no NaN, which become null.
Json finite_or_null(double value);
// Sets "psnr" in dB; NaN (unknown) becomes null, infinity null with "exact": true.
void put_psnr(Json& object, double psnr);
// Prints one object a line and flushes it. Invalid UTF-8 becomes U+FFFD.
void print_json(const Json& object);
// Flushes.
void flush_printed();

// Prints to standard error from now on: standard output is for a drawing.
void print_to_standard_error();

int print_error();  // errno of the first failure, or 0

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
