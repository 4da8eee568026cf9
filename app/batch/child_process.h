// A program that this one runs beside itself, and what it prints. It never outlives this program:
// the kernel sends it SIGTERM when the thread that started it ends, also by a kill. One owner, one
// thread.
#pragma once

#include "engine/file/read_file.h"

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace redraw {

class ChildProcess {
public:
    // `words`: the program, found in the path if it has no slash, and its arguments. It runs at a
    // lower priority. Throws Error.
    explicit ChildProcess(const std::vector<std::string>& words);
    ~ChildProcess();  // kills it, if it still runs
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    // Its pipes, for poll(); -1 once it has closed them.
    int output() const { return output_.get(); }
    int errors() const { return errors_.get(); }
    void read();                            // what is in the pipes; does not wait
    std::vector<std::string> take_lines();  // whole lines of its output
    const std::string& errors_text() const { return errors_text_; }  // the end of it
    // The exit status, or 128 plus the signal, as in a shell. Empty while it runs.
    std::optional<int> ended();
    void terminate();  // by SIGTERM

private:
    Descriptor output_, errors_;
    pid_t process_ = -1;  // -1: it was waited for
    std::string line_, errors_text_;
    std::vector<std::string> lines_;
};

}  // namespace redraw
