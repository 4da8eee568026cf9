// The driver process (driver_process.h): answers the calls of the program that started it.
#pragma once

#include "engine/device/devices.h"

namespace redraw {

// Runs the driver process if these are its arguments, and does not return. Call first in main(),
// with OpenGL registered.
void serve_driver(int argc, char** argv);

// For tests: answers calls by `opengl` until the other end of the connection closes.
void answer_driver_calls(int socket, const OpenGlBackend& opengl);

}  // namespace redraw
