// The signals that ask a program to end: Ctrl-C, SIGTERM and SIGHUP.
#pragma once

#include <csignal>
#include <initializer_list>

namespace redraw {

// Installs `handler` for these signals. Signals that are ignored at the start stay ignored: nohup
// ignores SIGHUP, and a shell without job control ignores Ctrl-C for background programs.
inline void on_stop_signals(void (*handler)(int)) {
    struct sigaction action = {}, before = {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signal, &action, nullptr);
}

}  // namespace redraw
