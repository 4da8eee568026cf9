// The standard streams of a command: results, progress, and "-" as a file name. Also the signals
// that stop a command. Progress is a line that updates itself on a terminal, JSON lines with
// --json, and nothing otherwise. Used on one thread.
#pragma once

#include "engine/features/doctor/findings.h"
#include "engine/image/picture.h"
#include "engine/job.h"
#include "engine/run/outputs.h"
#include "engine/training/trainer.h"
#include "engine/training/training_pace.h"

#include <fmt/format.h>
#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redraw {

using Json = nlohmann::ordered_json;

// Prints to standard output, or to standard error after take_standard_output(). Stores the errno of
// the first error.
void print_text(std::string_view text);
// Prints formatted text, like fmt::print().
template <class... Values>
void print(fmt::format_string<Values...> format, Values&&... values) {
    print_text(fmt::format(format, std::forward<Values>(values)...));
}
// Returns null for infinities and NaN, which JSON cannot represent.
Json finite_or_null(double value);
// Sets "psnr" in dB. NaN (unknown) becomes null. Infinity becomes null together with "exact": true.
void put_psnr(Json& object, double psnr);
// Prints an object as one line and flushes it. Invalid UTF-8 becomes U+FFFD.
void print_json(const Json& object);
void flush_printed();
int print_error();  // errno of the first failed print, or 0

enum class Talk { terminal, json, quiet };  // quiet: standard error is not a terminal

Talk talk(bool json);

// The output of `redraw fit`: text, or with --json one object per line. Infinities and NaN become
// null in JSON.
class FitOutput {
public:
    explicit FitOutput(Talk talk) : talk_(talk) {}
    // Prints the progress of training, at most ten times a second unless `force` is true.
    void progress(const Trainer& trainer, const TrainingPace& pace, bool force = false);
    // Examines the run if that is due or `now` is true. Prints new advice as one sentence on
    // standard error, or as a JSON event with --json.
    void advise(Trainer& trainer, bool now = false);
    // Prints a warning as one sentence on standard error.
    void warning(const std::string& sentence);
    // Prints the result of training; `psnr`: of the whole render, in dB.
    void done(const Trainer& trainer, double psnr);

private:
    void mosaic_progress(const Trainer& trainer);

    Talk talk_;
    std::chrono::steady_clock::time_point last_{};
    bool line_open_ = false;
    CheckUp check_up_;
    std::set<std::string> advised_;  // sentences of the advice that was printed
};

// Prints progress such as "42 %  lion.png  0:07 left" on a terminal.
void show_progress(Talk talk, const std::string& what, double progress,
                   const std::string& left = "");
void clear_line(Talk talk);

// Runs a job to its end and prints its progress. `said`: names the work. `stopped`: the message of
// the Error(cancelled) thrown after a signal.
void finish_job(Job& job, const std::string& said, Talk talk, const std::string& stopped);

// Returns true for "-", which stands for standard input or output.
bool is_stream(const std::filesystem::path& path);

// Reads a file like read_file(), or, like read_stream(), standard input for "-" or a pipe: a FIFO,
// or a shell's <(command).
std::vector<std::byte> read_input(const std::filesystem::path& path, std::uint64_t max_bytes);
// Returns the name of an input file for messages: its file name, the path of a pipe in /dev, or
// "standard input" for "-".
std::string input_name(const std::filesystem::path& path);
// Reads and decodes a picture file, or standard input for "-", like load_picture().
Picture read_picture(const std::filesystem::path& path, const PictureLimits& limits = {});
// Describes an input file for require_output(). For "-", this is the file that standard input was
// redirected from.
Input input_of(const std::filesystem::path& path, const char* what);

// Reserves standard output for a picture; all text goes to standard error from now on. Throws Error
// if standard output is a terminal or a file that must not be written (require_output()).
void take_standard_output(std::initializer_list<Input> inputs);
// Writes the next bytes of the picture to standard output. Throws Error, such as "Cannot write
// standard output: no space left on device".
void write_standard_output(std::span<const std::byte> bytes);

// Makes Ctrl-C, SIGTERM and SIGHUP only set a flag, which long work reads between its steps. What
// then still goes on is ended within a second, without its unfinished files, unless it is
// Unhurried (stop_signals.h). A second signal ends the program at once; the last save remains on
// disk.
void catch_stop_signals();
int stop_signal();  // number of the signal that was received; 0: none

// The result of a command that makes a run or an enlargement of a picture.
struct Outcome {
    std::string stopped{};  // why it is not complete: one sentence; empty: it is
    PixelSize size{};       // of the training target or the enlarged picture
    double seconds = 0;     // that it took
    double psnr = std::numeric_limits<double>::quiet_NaN();  // dB; NaN: unknown
};

}  // namespace redraw
