// The words that started this program.
#pragma once

namespace redraw {

// Makes main()'s words UTF-8, where the system gives them to main() in another encoding. Call it
// first in main().
void read_command_line(int& argc, char**& argv);

}  // namespace redraw
