#include "app/cli/standard_streams.h"

#include "app/cli/output.h"
#include "app/process/stop_signals.h"
#include "engine/error.h"
#include "engine/file/read_file.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace redraw {

namespace {

namespace fs = std::filesystem;

// The file that a stream was redirected to; empty for pipes and devices, which hold nothing that
// could be lost.
fs::path redirected(const char* stream) {
    std::error_code error;
    return fs::is_regular_file(stream, error) ? stream : fs::path();
}

[[noreturn]] void refuse_output(const std::string& reason) {
    throw Error("Cannot write standard output: " + reason);
}

}  // namespace

bool is_stream(const fs::path& path) {
    return path == "-";
}

std::vector<std::byte> read_input(const fs::path& path, std::uint64_t max_bytes) {
    return is_stream(path) ? read_stream(STDIN_FILENO, input_name(path), max_bytes)
                           : read_file(path, max_bytes);
}

std::string input_name(const fs::path& path) {
    return is_stream(path) ? "standard input" : display_name(path.filename());
}

Picture read_picture(const fs::path& path, const PictureLimits& limits) {
    return decode_picture(read_input(path, limits.max_file_bytes), input_name(path), limits);
}

Input input_of(const fs::path& path, const char* what) {
    return {is_stream(path) ? redirected("/dev/stdin") : path, what};
}

void take_standard_output(std::initializer_list<Input> inputs) {
    if (isatty(STDOUT_FILENO)) refuse_output("it is a terminal: pipe it, or redirect it to a file");
    if (const fs::path file = redirected("/dev/stdout"); !file.empty())
        require_output(file, inputs);
    print_to_standard_error();
}

void write_standard_output(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse_output(errno == EBADF ? "it is closed" : errno_text(errno));
        bytes = bytes.subspan(std::size_t(count));
    }
}

// open() returns the lowest free number. Opened for the wrong direction, it fails as a closed
// descriptor does.
void keep_closed_streams_closed() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

namespace {

volatile std::sig_atomic_t received = 0;

void on_signal(int signal) {
    if (received) _exit(128 + signal);
    received = signal;
}

}  // namespace

void catch_stop_signals() {
    on_stop_signals(on_signal);
}

int stop_signal() {
    return received;
}

}  // namespace redraw
