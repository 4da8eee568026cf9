#include "app/cli/stop_signal.h"

#include "app/process/stop_signals.h"

#include <unistd.h>
#include <csignal>

namespace redraw {
namespace {

volatile std::sig_atomic_t received = 0;

void on_signal(int signal) {
    if (received) _exit(128 + signal);
    received = signal;
}

}  // namespace

void catch_stop_signals() {
    on_stop_signals(on_signal);
}

int stop_signal() {
    return received;
}

}  // namespace redraw
