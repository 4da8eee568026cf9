#pragma once

#include "engine/system/file.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redraw {

// A child process and its output. When the thread that started it ends, even if this program is
// killed, Linux sends it SIGTERM; Windows ends it with the program. Used on one thread.
class ChildProcess {
public:
    // Starts a program at a lower scheduling priority. `words`: the program, searched in PATH if it
    // has no slash, and its arguments. Throws Error.
    explicit ChildProcess(const std::vector<std::string>& words);
    ~ChildProcess();  // kills the process if it still runs
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    // Returns true once the process has closed its standard output and errors.
    bool is_silent() const { return output_.get() < 0 && errors_.get() < 0; }
    void read();  // reads the output that has arrived, without waiting
    // Returns the complete lines of standard output received since the last call.
    std::vector<std::string> take_lines() { return std::exchange(lines_, {}); }
    // The last 4 KiB of the process' standard error.
    const std::string& errors_text() const { return errors_text_; }
    // Returns the exit status, or 128 plus the signal's number if a signal ended the process. Empty
    // while the process runs, and after the status was returned once.
    std::optional<int> ended();
    void terminate();  // asks the process to save and end: by SIGTERM, or by an event on Windows

private:
    friend class ChildWaiter;
    // Passes all bytes that a pipe has to `take`, without waiting. Returns false at its end, or
    // after an error.
    static bool read_now(int file, const std::function<void(std::string_view)>& take);

    Descriptor output_, errors_;  // pipes; closed once the process has closed them
    int process_ = -1;            // -1: the process has ended and its exit status was fetched
    std::string line_, errors_text_;
    std::vector<std::string> lines_;
};

// Lets a thread sleep until its child processes have something to say.
class ChildWaiter {
public:
    ChildWaiter();
    ~ChildWaiter();
    ChildWaiter(const ChildWaiter&) = delete;
    ChildWaiter& operator=(const ChildWaiter&) = delete;
    // Waits until a process writes or closes its output, for wake(), or until the time is over; a
    // negative time waits without limit.
    void wait(std::span<const ChildProcess* const> processes, int milliseconds);
    void wake();  // any thread

private:
    int wake_;  // a descriptor, or the handle of an event
};

}  // namespace redraw
