// The standard streams of a command: output, progress and "-" as a file name; also signals that
// stop the command. Progress is a line that redraws itself on a terminal, JSON with --json, and
// nothing on a pipe. One thread.
#pragma once

#include "engine/doctor/doctor.h"
#include "engine/image/picture.h"
#include "engine/job.h"
#include "engine/run/folders.h"
#include "engine/training/time_budget.h"
#include "engine/training/trainer.h"

#include <fmt/format.h>
#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redraw {

using Json = nlohmann::ordered_json;

// Prints to standard output or its replacement, and stores the errno of the first error.
void print_text(std::string_view text);
// Prints formatted text, like fmt::print().
template <class... Values>
void print(fmt::format_string<Values...> format, Values&&... values) {
    print_text(fmt::format(format, std::forward<Values>(values)...));
}
// Replaces infinities and NaN, which JSON lacks, by null.
Json finite_or_null(double value);
// Sets "psnr" in dB; NaN (unknown) becomes null, infinity null with "exact": true.
void put_psnr(Json& object, double psnr);
// Prints one object a line and flushes it. Invalid UTF-8 becomes U+FFFD.
void print_json(const Json& object);
void flush_printed();
int print_error();  // errno of the first failed print, or 0

enum class Talk { terminal, json, quiet };  // quiet: standard error is not a terminal

Talk talk(bool json);

// The output of `redraw fit`. With --json: one object per line, flushed; infinities and NaN become
// null.
class FitOutput {
public:
    explicit FitOutput(Talk talk) : talk_(talk) {}
    // Prints at most ten times a second, unless `force`.
    void progress(const Trainer& trainer, const TrainingPace& pace, bool force = false);
    // Prints advice as one sentence on standard error, or as an event with --json.
    void advice(const Diagnosis& diagnosis);
    // Prints a warning as one sentence on standard error.
    void warning(const std::string& sentence);
    void done(const Trainer& trainer, double psnr);  // `psnr` in dB, for the whole drawing

private:
    Talk talk_;
    std::chrono::steady_clock::time_point last_{};
    bool line_open_ = false;
};

// Prints progress such as "42 %  lion.png" on a terminal.
void show_progress(Talk talk, const std::string& what, double progress);
void clear_line(Talk talk);

// Runs a job and prints its progress. `stopped`: the message of the Error(cancelled) after a
// signal.
void finish_job(Job& job, const std::string& said, Talk talk, const std::string& stopped);

bool is_stream(const std::filesystem::path& path);  // true for "-"

// Reads a file, or standard input for "-", like read_file() and read_stream().
std::vector<std::byte> read_input(const std::filesystem::path& path, std::uint64_t max_bytes);
// Returns the name for messages and the picture: the file name, or "standard input".
std::string input_name(const std::filesystem::path& path);
// Reads and decodes a picture, like load_picture().
Picture read_picture(const std::filesystem::path& path, const PictureLimits& limits = {});
// Describes an input file for require_output(), even if standard input was redirected from it.
Input input_of(const std::filesystem::path& path, const char* what);

// Reserves standard output for a drawing; all text goes to standard error from now on. Throws Error
// if standard output is a terminal or a file that must not be written (require_output()).
void take_standard_output(std::initializer_list<Input> inputs);
// Writes the drawing's bytes in order. Throws Error: "Cannot write standard output: broken pipe".
void write_standard_output(std::span<const std::byte> bytes);

// Prevents later files from taking the numbers of missing standard streams. Call at the start of
// main().
void keep_closed_streams_closed();

// Turns Ctrl-C, SIGTERM and SIGHUP into a flag that is read between steps. A second signal ends the
// program at once; the last save stays on disk.
void catch_stop_signals();
int stop_signal();  // the signal that was received, or 0

}  // namespace redraw
