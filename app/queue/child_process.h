// A program that this one runs beside itself, with what it says. It never outlives us: the kernel
// asks it to end when the thread that started it does, however that comes about. One owner, one
// thread.
#pragma once

#include "engine/file/descriptor.h"

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace redraw {

class ChildProcess {
public:
    // `words`: the program, found in the path where it has no slash, and what it is told. It gives
    // way to us while there is not enough processor for all. Throws Error.
    explicit ChildProcess(const std::vector<std::string>& words);
    ~ChildProcess();  // ends it at once, if it still runs
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&& other) noexcept;

    // To be waited for by poll(); -1 once it has closed it.
    int output() const { return output_.get(); }
    int errors() const { return errors_.get(); }
    // Takes what it has said by now; does not wait.
    void read();
    std::vector<std::string> take_lines();             // whole ones of its output
    const std::string& said() const { return said_; }  // the end of its standard error
    // How it ended, as a shell tells it: its exit status, or 128 and its signal. Nothing while it
    // runs.
    std::optional<int> ended();
    void terminate();  // asks it to end

private:
    Descriptor output_, errors_;
    pid_t process_ = -1;  // -1: it was waited for
    std::string line_, said_;
    std::vector<std::string> lines_;
};

}  // namespace redraw
