#include "engine/features/batch/child_process.h"

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace redraw {
namespace {

constexpr int kNiceness = 5;  // a lower priority than the window's, as for other background work

struct Pipe {
    Descriptor read, write;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw Error("Cannot start another program: " + errno_text(errno));
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// Replaces the forked child process by the program. Only functions that are safe in a signal
// handler are allowed here. On failure, writes errno to the pipe `failed`.
[[noreturn]] void become(char* const* words, pid_t parent, int input, int output, int errors,
                         int failed) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);  // the parent process ended before prctl() took effect
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    setpriority(PRIO_PROCESS, 0, kNiceness);
    if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
        dup2(errors, STDERR_FILENO) >= 0)
        execvp(words[0], words);
    const int error = errno;
    const ssize_t written = write(failed, &error, sizeof error);
    _exit(written == sizeof error ? 127 : 126);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    Pipe output = make_pipe(), errors = make_pipe(), failed = make_pipe();
    const Descriptor input(open("/dev/null", O_RDONLY | O_CLOEXEC));
    const pid_t parent = getpid();
    // NOLINTNEXTLINE(cppcoreguidelines-prefer-member-initializer): the pipes come first
    process_ = fork();
    if (process_ == 0)
        become(arguments.data(), parent, input.get(), output.write.get(), errors.write.get(),
               failed.write.get());
    const int refused = process_ < 0 ? errno : 0;
    failed.write = {};
    int error = refused;
    if (!refused) {
        ssize_t count = 0;
        do count = ::read(failed.read.get(), &error, sizeof error);
        while (count < 0 && errno == EINTR);
        // The child wrote no errno, so the program has started.
        if (count != sizeof error) error = 0;
    }
    if (error != 0) {
        if (process_ > 0) waitpid(std::exchange(process_, -1), nullptr, 0);
        throw Error("Cannot start " + display_name(words.front()) + ": " + errno_text(error));
    }
    output_ = std::move(output.read);
    errors_ = std::move(errors.read);
    for (const int file : {output_.get(), errors_.get()}) fcntl(file, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
}

bool ChildProcess::read_now(int file, const std::function<void(std::string_view)>& take) {
    std::array<char, 16 * 1024> some{};
    while (true) {
        const ssize_t count = ::read(file, some.data(), some.size());
        if (count > 0)
            take(std::string_view(some.data(), std::size_t(count)));
        else if (count == 0 || (errno != EAGAIN && errno != EINTR))
            return false;
        else if (errno == EAGAIN)
            return true;
    }
}

std::optional<int> ChildProcess::ended() {
    int status = 0;
    if (process_ <= 0 || waitpid(process_, &status, WNOHANG) != process_) return std::nullopt;
    process_ = -1;
    read();
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void ChildProcess::terminate() {
    if (process_ > 0) kill(process_, SIGTERM);
}

ChildWaiter::ChildWaiter() : wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

ChildWaiter::~ChildWaiter() {
    close(wake_);
}

void ChildWaiter::wait(std::span<const ChildProcess* const> processes, int milliseconds) {
    std::vector<pollfd> files{{wake_, POLLIN, 0}};
    for (const ChildProcess* process : processes)
        for (const int file : {process->output_.get(), process->errors_.get()})
            if (file >= 0) files.push_back({file, POLLIN, 0});
    poll(files.data(), nfds_t(files.size()), milliseconds);
    eventfd_t ignored = 0;
    eventfd_read(wake_, &ignored);
}

void ChildWaiter::wake() {
    eventfd_write(wake_, 1);
}

}  // namespace redraw
