#include "app/system/streams.h"

#include "engine/system/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace redraw {

static_assert(standard_input == STDIN_FILENO && standard_error == STDERR_FILENO);

// Opens /dev/null in the wrong direction.
void keep_closed_streams_closed() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

void ignore_write_signals() {
    for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

std::filesystem::path redirected_to(StandardStream stream) {
    const char* path = stream == standard_input ? "/dev/stdin" : "/dev/stdout";
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) ? path : std::filesystem::path();
}

int terminal_width() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int write_all(StandardStream stream, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = write(stream, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        bytes = bytes.subspan(std::size_t(count));
    }
    return 0;
}

int print_errno() {
    return errno;
}

void show(StandardStream stream, std::string_view text) {
    write_all(stream, std::as_bytes(std::span(text)));
}

void write_if_ready(std::string_view text) {
    pollfd error{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
    if (poll(&error, 1, 0) == 1) write_to_standard_error(text);
}

}  // namespace redraw
