// OpenGL in a process of its own, so that a driver that crashes or hangs cannot take the program
// along: its calls then throw driver_failed(). The process is this program once more, with hidden
// arguments. It is started when a device is first needed, and ends with the program, however that
// ends. All backends share one process and its compiled kernels. Any thread.
//
// The studio's backends share buffers with the window's OpenGL, so they train in the studio itself;
// only the self-test and the trial (BackendOptions::apart) are in the other process.
#pragma once

#include "engine/device/devices.h"

#include <optional>

namespace redraw {

// Replaces the registered OpenGL by one in a process of its own. Call at the program's start.
void keep_driver_apart();

// Makes the driver process answer within a second from now on, because the program ends. May be
// called by a signal handler.
void hurry_driver();
// Ends the driver process; calls in progress throw DeviceFailed. The next call starts another.
void end_driver_process();

// While it lives, there is no driver process, and calls that need it throw DeviceFailed.
struct NoDriverProcess {
    NoDriverProcess();
    ~NoDriverProcess();
    NoDriverProcess(const NoDriverProcess&) = delete;
    NoDriverProcess& operator=(const NoDriverProcess&) = delete;
};

// For tests: makes OpenGL's functions use this end of a connection, which then counts as their
// process (answer_driver_calls()).
void connect_driver(int socket);

}  // namespace redraw
