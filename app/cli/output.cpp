#include "app/cli/output.h"

#include "app/cli/progress_line.h"
#include "app/system/stop_signals.h"
#include "app/system/streams.h"
#include "engine/device/driver_process.h"
#include "engine/drawing/drawn_psnr.h"
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/seconds.h"
#include "engine/text/display_name.h"
#include "engine/text/numbers.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <system_error>

namespace redraw {
namespace fs = std::filesystem;
namespace {

int first_error = 0;
bool to_standard_error = false;

std::FILE* stream() {
    return to_standard_error ? stderr : stdout;
}

// Calls `print`, which returns false if it failed, and stores the errno of the first failure.
void check(auto print) {
    errno = 0;
    if (!print() && first_error == 0) first_error = errno != 0 ? print_errno() : EIO;
}

constexpr double kInterval = 0.1;  // minimum seconds between two progress lines

// Returns the number of decimals with which epochs are printed: one if an epoch has at least 10
// training steps, otherwise none.
int epoch_digits(const Trainer& trainer) {
    return trainer.dataset().steps_per_epoch() >= 10 ? 1 : 0;
}

// Prints the progress of a job, such as writing a film: "42 %  lion.gif  0:07 left".
void tell_progress(const std::string& said, Talk talk, double progress, double seconds) {
    const double left = progress > 0 ? seconds * (1 - progress) / progress
                                     : std::numeric_limits<double>::quiet_NaN();
    if (talk == Talk::json)
        return print_json({{"event", "progress"},
                           {"progress", progress},
                           {"seconds", seconds},
                           {"seconds_left", finite_or_null(left)}});
    // Below this progress (0 to 1) the remaining time is not estimated.
    constexpr double kKnownFrom = 0.02;
    show_progress(talk, said, progress,
                  progress >= kKnownFrom ? whole_duration(left) + " left" : "");
}

// Returns true for a FIFO or an open pipe, such as /dev/fd/63.
bool is_pipe(const fs::path& path) {
    std::error_code error;
    return fs::is_fifo(path, error);
}

[[noreturn]] void refuse_output(const std::string& reason) {
    throw Error("Cannot write standard output: " + reason);
}

std::atomic<int> received = 0;  // set by a signal handler

void on_signal(int signal) {
    if (received) std::_Exit(128 + signal);
    received = signal;
    hurry_driver();
    end_soon();
}

// Ends the program in the middle of its work. Says so only if standard error takes it at once.
void end_now() {
    write_if_ready("redraw: Stopped.\n");
    std::_Exit(128 + received);
}

}  // namespace

void print_text(std::string_view text) {
    check([&] { return std::fwrite(text.data(), 1, text.size(), stream()) == text.size(); });
}

Json finite_or_null(double value) {
    return std::isfinite(value) ? Json(value) : nullptr;
}

void put_psnr(Json& object, double psnr) {
    object["psnr"] = finite_or_null(psnr);
    if (psnr == std::numeric_limits<double>::infinity()) object["exact"] = true;
}

void print_json(const Json& object) {
    const std::string line = object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    print_text(line);
    flush_printed();
}

void flush_printed() {
    check([] { return std::fflush(stream()) == 0; });
}

int print_error() {
    return first_error;
}

Talk talk(bool json) {
    if (json) return Talk::json;
    return is_terminal(standard_error) ? Talk::terminal : Talk::quiet;
}

void FitOutput::progress(const Trainer& trainer, const TrainingPace& pace, bool force) {
    if (!force && seconds_since(last_) < kInterval) return;
    last_ = std::chrono::steady_clock::now();
    if (trainer.run().mosaic()) return mosaic_progress(trainer);
    const Metric& last = trainer.last();
    const double progress =
        trainer.total_steps() > 0 ? double(trainer.step()) / double(trainer.total_steps()) : 1;
    const double psnr = trainer.newest_measured() ? double(trainer.newest_measured()->psnr)
                                                  : std::numeric_limits<double>::quiet_NaN();
    if (talk_ == Talk::json) {
        Json line{{"event", "progress"},
                  {"progress", progress},
                  {"step", last.step},
                  {"epoch", trainer.epoch()},
                  {"loss", finite_or_null(last.loss)}};
        put_psnr(line, psnr);
        line.update({{"learning_rate", last.learning_rate},
                     {"saved_step", trainer.saved_step()},
                     {"seconds", trainer.seconds()}});
        return print_json(line);
    }
    if (talk_ != Talk::terminal) return;
    const double step_seconds = trainer.step_seconds(pace.step_seconds());
    const double rate =
        step_seconds > 0 ? 1 / step_seconds / double(trainer.dataset().steps_per_epoch()) : 0;
    show_line({progress_bar(progress),
               {fmt::format("epoch {:.{}f} / {}", trainer.epoch(), epoch_digits(trainer),
                            epoch_number(trainer.config().schedule.epochs))},
               {fmt::format("{:>9}", std::isnan(psnr) ? "" : precise_decibels(psnr)), 5},
               {fmt::format("lr {:.2e}", last.learning_rate), 3},
               {fmt::format("{:.1f} epochs/s", rate), 2},
               {whole_duration(trainer.seconds_left(step_seconds)) + " left", 4}});
    line_open_ = true;
}

void FitOutput::mosaic_progress(const Trainer& trainer) {
    const auto& tiles = trainer.run().mosaic_tiles();
    const std::int64_t all = trainer.run().mosaic()->tiles.count();
    const double progress = double(trainer.step()) / double(trainer.total_steps());
    const double psnr = psnr_of(*trainer.run().mosaic(), tiles);
    const double left = trainer.whole() ? trainer.whole()->seconds_left(trainer.run()) : 0;
    if (talk_ == Talk::json) {
        Json line{{"event", "whole"},
                  {"progress", progress},
                  {"tiles", all},
                  {"learned", tiles.size()},
                  {"step", trainer.step()}};
        put_psnr(line, psnr);
        line.update({{"seconds", trainer.seconds()}, {"seconds_left", left}});
        return print_json(line);
    }
    if (talk_ != Talk::terminal) return;
    show_line({progress_bar(progress),
               {"whole picture", 2},
               {fmt::format("{} of {} tiles", tiles.size(), all)},
               {fmt::format("{:>9}", tiles.empty() ? "" : precise_decibels(psnr)), 4},
               {left > 0 ? whole_duration(left) + " left" : "", 3}});
    line_open_ = true;
}

void FitOutput::warning(const std::string& sentence) {
    if (line_open_) show_line({});
    line_open_ = false;
    std::cerr << "redraw: " << sentence << std::endl;
}

void FitOutput::done(const Trainer& trainer, double psnr) {
    const Backend& backend = trainer.backend();
    const double steps_per_second =
        trainer.seconds() > 0 ? double(trainer.step()) / trainer.seconds() : 0;
    const bool whole = trainer.run().mosaic().has_value();
    const PixelSize size = whole ? trainer.run().picture_size() : trainer.run().target_size();
    const int row_step = whole && trainer.mosaic_left() == 0 ? 1 : measured_row_step(size);
    if (talk_ == Talk::json) {
        Json line{{"event", "done"}, {"step", trainer.step()}, {"epoch", trainer.epoch()}};
        put_psnr(line, psnr);
        line.update({{"psnr_row_step", row_step},
                     {"loss", finite_or_null(trainer.last().loss)},
                     {"seconds", trainer.seconds()},
                     {"backend", name_of(backend.kind())},
                     {"precision", backend.precision_name()},
                     {"steps_per_second", steps_per_second},
                     {"parameters", trainer.parameter_count()},
                     {"run", display_name(trainer.run().path())},
                     {"finished", trainer.finished()}});
        return print_json(line);
    }
    if (line_open_) show_line({});
    const bool known = !std::isnan(psnr);  // unless a stop signal left no time to measure it
    const std::string reached = known ? precise_decibels(psnr) : "PSNR unknown";
    const std::string end =
        whole
            ? fmt::format("with {} of {} tiles: {} at {} x {}", trainer.run().mosaic_tiles().size(),
                          trainer.run().mosaic()->tiles.count(), reached, size.width, size.height)
            : fmt::format("at epoch {:.{}f}: {}", trainer.epoch(), epoch_digits(trainer), reached);
    std::string measured;
    if (row_step > 1 && known) measured = fmt::format(" (measured on 1 of {} rows)", row_step);
    print("{} {}{} after {} on {}\nrun: {}\n", trainer.finished() ? "Finished" : "Stopped", end,
          measured, whole_duration(trainer.seconds()), backend.description(),
          display_name(trainer.run().path()));
}

void show_progress(Talk talk, const std::string& what, double progress, const std::string& left) {
    if (talk != Talk::terminal) return;
    show_line({progress_bar(progress), {fmt::format("{:3.0f} %", 100 * progress)}, {what}, {left}});
}

void clear_line(Talk talk) {
    if (talk == Talk::terminal) show_line({});
}

void finish_job(Job& job, const std::string& said, Talk talk, const std::string& stopped) {
    const auto begun = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point last{};
    const auto advance = [&] {
        try {
            return job.advance();
        } catch (const Error& error) {
            if (error.kind() != Error::Kind::cancelled || !stop_signal()) throw;
            return false;
        }
    };
    while (!advance()) {
        if (stop_signal()) {
            clear_line(talk);
            throw Error(Error::Kind::cancelled, stopped);
        }
        if (talk == Talk::quiet || seconds_since(last) < kInterval) continue;
        last = std::chrono::steady_clock::now();
        tell_progress(said, talk, job.progress(), seconds_since(begun));
    }
    clear_line(talk);
}

bool is_stream(const fs::path& path) {
    return path == "-";
}

std::vector<std::byte> read_input(const fs::path& path, std::uint64_t max_bytes) {
    if (is_stream(path)) return read_stream(standard_input, input_name(path), max_bytes);
    if (!is_pipe(path)) return read_file(path, max_bytes);
    const Descriptor pipe = open_pipe(path);
    if (pipe.get() < 0) throw Error("Cannot open " + input_name(path) + ": " + errno_text(errno));
    return read_stream(pipe.get(), input_name(path), max_bytes);
}

std::string input_name(const fs::path& path) {
    if (is_stream(path)) return "standard input";
    const std::string name = path.string();
    const bool whole = name.starts_with("/dev/") || name.starts_with("/proc/");
    return display_name(is_pipe(path) && whole ? path : path.filename());
}

Picture read_picture(const fs::path& path, const PictureLimits& limits) {
    return decode_picture(read_input(path, limits.max_file_bytes), input_name(path), limits);
}

Input input_of(const fs::path& path, const char* what) {
    return {is_stream(path) ? redirected_to(standard_input) : path, what};
}

void take_standard_output(std::initializer_list<Input> inputs) {
    if (is_terminal(standard_output))
        refuse_output("it is a terminal: pipe it, or redirect it to a file");
    if (const fs::path file = redirected_to(standard_output); !file.empty())
        require_output(file, inputs);
    to_standard_error = true;
}

void write_standard_output(std::span<const std::byte> bytes) {
    const int error = write_all(standard_output, bytes);
    if (error == EPIPE) {
        first_error = EPIPE;
        throw Error(Error::Kind::cancelled, "Cannot write standard output: its reader went away");
    }
    if (error != 0) refuse_output(error == EBADF ? "it is closed" : errno_text(error));
}

void catch_stop_signals() {
    watch_for_the_end([] {}, end_now);
    on_stop_signals(on_signal);
}

int stop_signal() {
    return received;
}

}  // namespace redraw
