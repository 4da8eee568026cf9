// This program once more, as a helper process whose crash or hang leaves the program alone, and the
// connection of both. The helper ends with the program, however that ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace redraw {

// One end of a connection to a process of this machine. Used by one thread at a time, except end().
class Channel {
public:
    // Called each time that nothing has arrived or left for kSlice seconds; returns false to stop
    // waiting.
    using Waits = std::function<bool()>;
    static constexpr double kSlice = 0.1;

    explicit Channel(int socket) : socket_(socket) {}
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    // Move a whole message. Return false if the other side has ended, or if `waits` says so.
    bool send(const std::vector<std::byte>& message, const Waits& waits);
    bool receive(std::vector<std::byte>& message, const Waits& waits);
    void end();  // ends calls in progress on either side; any thread

private:
    bool send_all(const std::byte* bytes, std::size_t size, const Waits& waits);
    bool receive_all(std::byte* bytes, std::size_t size, const Waits& waits);

    int socket_;  // or the handle of a pipe
};

class HelperProcess {
public:
    // Starts the helper; `arguments` follow the program's name. Throws Error.
    explicit HelperProcess(const std::vector<std::string>& arguments);
    // For tests: the other end of the connection counts as the process.
    explicit HelperProcess(int socket) : channel(socket) {}
    ~HelperProcess() { end(); }

    // Returns the seconds that the threads of the process have run or waited for a processor.
    double busy_seconds() const;
    // Ends the connection and the process. Does not wait for one that hangs in the kernel.
    void end();

private:
    int process_ = -1;
    std::atomic<bool> ended_ = false;

public:
    Channel channel;  // last member: the constructor starts the process for it
};

// Makes this process a helper: from now on it ends with the program that started it, stop signals
// to all of the terminal's programs are for that program, and a crash leaves no core dump. Returns
// the socket of the connection; -1 if this process was not started as a helper.
int become_helper();

}  // namespace redraw
