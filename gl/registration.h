// Connects the OpenGL backend to the engine (engine/device/devices.h).
#pragma once

namespace redraw::gl {

// Registers the backend; call at the start of a program. Opens no device before one is used.
void register_backend();

}  // namespace redraw::gl
