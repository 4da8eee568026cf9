#include "engine/system/helper_process.h"

#include "engine/error.h"
#include "engine/system/file.h"
#include "engine/system/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <thread>

namespace redraw {
namespace {

constexpr int kSocket = 3;  // of the helper

// Moves `size` bytes by move_some(done), which returns a count as send() does.
template <class Move>
bool move_all(int socket, std::size_t size, short event, const Channel::Waits& waits,
              Move move_some) {
    for (std::size_t done = 0; done < size;) {
        const ssize_t count = move_some(done);
        if (count > 0) {
            done += std::size_t(count);
            continue;
        }
        if (count == 0 || (errno != EAGAIN && errno != EINTR)) return false;
        pollfd ready{socket, event, 0};
        const int events = poll(&ready, 1, int(Channel::kSlice * 1000));
        if (events < 0 && errno != EINTR) return false;
        if (events == 0 && !waits()) return false;
    }
    return true;
}

[[noreturn]] void does_not_start(int error) {
    throw Error("its process does not start: " + std::generic_category().message(error));
}

// Starts this program as a helper; returns its id. `socket`: becomes its descriptor kSocket.
pid_t start_helper(int socket, const std::vector<std::string>& words) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, socket, kSocket);
    for (const int output : {1, 2}) posix_spawn_file_actions_adddup2(&actions, 0, output);
    // /proc/self/exe is this program even after another version has replaced its file.
    const std::filesystem::path path = program_path();
    const std::string name = path.filename();
    std::vector<char*> arguments{const_cast<char*>(name.c_str())};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t process = -1;
    int error = ENOENT;
    for (const char* file : {"/proc/self/exe", path.c_str()})
        if (error != 0)
            error = posix_spawn(&process, file, &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) does_not_start(error);
    return process;
}

// Ends this process when the program that started it has ended, even while the driver hangs.
void end_with_program() {
    std::thread([] {
        pollfd closed{kSocket, POLLRDHUP, 0};
        while (poll(&closed, 1, -1) <= 0) {
        }
        _exit(0);
    }).detach();
}

}  // namespace

Channel::~Channel() {
    close(socket_);
}

void Channel::end() {
    shutdown(socket_, SHUT_RDWR);
}

bool Channel::send_all(const std::byte* bytes, std::size_t size, const Waits& waits) {
    return move_all(socket_, size, POLLOUT, waits, [&](std::size_t done) {
        return ::send(socket_, bytes + done, size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
    });
}

bool Channel::receive_all(std::byte* bytes, std::size_t size, const Waits& waits) {
    return move_all(socket_, size, POLLIN, waits, [&](std::size_t done) {
        return recv(socket_, bytes + done, size - done, MSG_DONTWAIT);
    });
}

HelperProcess::HelperProcess(const std::vector<std::string>& arguments)
    : channel([&] {
          int sockets[2];
          if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
              does_not_start(errno);
          const Descriptor theirs(sockets[1]);
          Descriptor ours(sockets[0]);
          process_ = start_helper(theirs.get(), arguments);
          return ours.release();
      }()) {}

double HelperProcess::busy_seconds() const {
    double busy = 0;
    std::error_code error;
    const std::string folder = "/proc/" + std::to_string(process_) + "/task";
    for (std::filesystem::directory_iterator thread(folder, error), end; !error && thread != end;
         thread.increment(error)) {
        double ran = 0, waited = 0;  // nanoseconds
        if (std::ifstream(thread->path() / "schedstat") >> ran >> waited) busy += ran + waited;
    }
    return busy / 1e9;
}

void HelperProcess::end() {
    if (ended_.exchange(true)) return;
    channel.end();
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    for (int i = 0; i < 20 && waitpid(process_, nullptr, WNOHANG) == 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

int become_helper() {
    if (fcntl(kSocket, F_GETFD) < 0) return -1;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, SIG_IGN);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    end_with_program();
    return kSocket;
}

}  // namespace redraw
