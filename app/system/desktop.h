// The desktop around the studio. Used on the window's thread.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

struct GLFWwindow;
namespace redraw {

// Sets the function `last_words`, which is called once when the display is lost: the X server may
// crash or be stopped, and Windows ends the user's session. Then the process ends with status 1,
// without unwinding the stack: unsaved data must be saved in `last_words`, which must not call the
// window's library. Empty: none.
void on_display_lost(std::function<void()> last_words);

// Opens a file or folder in the desktop's default program, without waiting. Returns an error
// message, or empty.
std::string open_outside(const std::filesystem::path& path);

// Returns the window's identifier for desktop portals, so that their dialogs open above it; empty
// if it has none.
std::string portal_name(GLFWwindow* window);

// Replaces this process by the same program, started anew. `words`: its name and arguments. Returns
// only if that fails.
void restart(std::vector<std::string> words);

}  // namespace redraw
