// Connects the OpenGL backend to the engine (engine/device/devices.h).
#pragma once

namespace redraw::gl {

// Call at the start of a program. Opens no device: that happens when one is listed or asked for.
void register_backend();

}  // namespace redraw::gl
