#include "app/system/command_line.h"

namespace redraw {

void read_command_line(int&, char**&) {}

}  // namespace redraw
