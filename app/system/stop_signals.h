// The signals that ask a program to end: Ctrl-C, SIGTERM and SIGHUP. Makes sure that the program
// then ends soon, whatever it is doing. Any thread, unless said otherwise.
#pragma once

#include <functional>

namespace redraw {

// Installs `handler` for these signals. Signals that are ignored at the start stay ignored: nohup
// ignores SIGHUP, and a shell without job control ignores Ctrl-C for background programs.
void on_stop_signals(void (*handler)(int));

// Starts a thread that waits for end_soon(). Then it calls `asked` and, as soon as nothing is
// Unhurried, stops drawing (engine/stop.h). Should the program still go on almost a second later,
// the thread removes the unfinished files of this process and calls `too_late`, which must end the
// process without unwinding. Further calls do nothing.
void watch_for_the_end(std::function<void()> asked, void (*too_late)());
void end_soon();  // also in a signal handler
// Ends the process in time: the thread of watch_for_the_end() calls it after end_soon().
void end_in_time(const std::function<void()>& asked, void (*too_late)());

// While an object of this class exists, something is being saved that must not be cut short.
class Unhurried {
public:
    Unhurried();
    ~Unhurried();
    Unhurried(const Unhurried&) = delete;
    Unhurried& operator=(const Unhurried&) = delete;
};

}  // namespace redraw
