// GLFW's keys as the studio's.
#pragma once

#include "ui/state/keys.h"

namespace redraw {

Key studio_key(int glfw_key, int scancode);

}  // namespace redraw
