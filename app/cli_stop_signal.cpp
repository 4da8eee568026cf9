#include "app/cli_stop_signal.h"

#include <unistd.h>
#include <csignal>
#include <initializer_list>

namespace redraw {
namespace {

volatile std::sig_atomic_t received = 0;

void on_signal(int signal) {
    if (received) _exit(128 + signal);
    received = signal;
}

}  // namespace

void catch_stop_signals() {
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

int stop_signal() {
    return received;
}

}  // namespace redraw
