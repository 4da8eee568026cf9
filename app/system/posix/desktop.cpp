#include "app/system/desktop.h"

#include "engine/file/read_file.h"
#include "engine/text/display_name.h"

#include <X11/Xlib.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
// Declares the only function needed from glfw3native.h, because that header needs headers of X
// extensions.
extern "C" unsigned long glfwGetX11Window(GLFWwindow* window);

#include <cerrno>
#include <cstdlib>
#include <utility>

namespace redraw {

// Xlib ends the process without unwinding when the connection to the X server is lost.
void on_display_lost(std::function<void()> last_words) {
    static std::function<void()> words;
    words = std::move(last_words);
    constexpr auto end = [](Display*) -> int {
        if (const auto last = std::exchange(words, {})) last();
        std::_Exit(1);
    };
    XSetIOErrorHandler(words ? +end : nullptr);
}

std::string open_outside(const std::filesystem::path& path) {
    // Waits only for the shell, which ends at once. xdg-open then becomes a child of init, so this
    // program need not wait for it.
    const std::string file = absolute_path(path).string();
    const char* const arguments[] = {
        "sh",
        "-c",
        "command -v xdg-open >/dev/null || exit 127; xdg-open \"$1\" </dev/null >/dev/null 2>&1 &",
        "sh",
        file.c_str(),
        nullptr};
    pid_t child = 0;
    if (posix_spawn(&child, "/bin/sh", nullptr, nullptr, const_cast<char* const*>(arguments),
                    environ) == 0) {
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
    }
    return "This desktop has no xdg-open. Open the file yourself: " + display_name(path) + ".";
}

std::string portal_name(GLFWwindow* window) {
#ifdef GLFW_PLATFORM
    if (glfwGetPlatform() != GLFW_PLATFORM_X11) return "";
#endif
    return fmt::format("x11:{:x}", glfwGetX11Window(window));
}

void restart(std::vector<std::string> words) {
    std::vector<char*> passed;
    for (std::string& word : words) passed.push_back(word.data());
    passed.push_back(nullptr);
    execv("/proc/self/exe", passed.data());
}

}  // namespace redraw
