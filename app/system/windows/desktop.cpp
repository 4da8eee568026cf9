#include "app/system/desktop.h"

#include "engine/file/read_file.h"
#include "engine/system/process.h"
#include "engine/system/windows/handle.h"
#include "engine/text/display_name.h"

#include <shellapi.h>

#include <cstdlib>
#include <utility>

namespace redraw {
namespace {

std::function<void()> words_at_the_end;

LRESULT CALLBACK on_message(HWND window, UINT message, WPARAM word, LPARAM rest) {
    if (message != WM_ENDSESSION || word == FALSE)
        return DefWindowProcW(window, message, word, rest);
    if (const auto last = std::exchange(words_at_the_end, {})) last();
    std::_Exit(1);
}

}  // namespace

// Windows sends the end of the session to all windows that have no parent, so a hidden one gets it,
// too: on the thread that made it, when that asks for its messages.
void on_display_lost(std::function<void()> last_words) {
    words_at_the_end = std::move(last_words);
    static const HWND listener = [] {
        WNDCLASSW kind{};
        kind.lpfnWndProc = on_message;
        kind.hInstance = GetModuleHandleW(nullptr);
        kind.lpszClassName = L"redraw-session";
        RegisterClassW(&kind);
        return CreateWindowExW(0, kind.lpszClassName, L"", 0, 0, 0, 0, 0, nullptr, nullptr,
                               kind.hInstance, nullptr);
    }();
    static_cast<void>(listener);
}

std::string open_outside(const std::filesystem::path& path) {
    constexpr std::intptr_t kMostErrors = 32;
    const std::filesystem::path file = absolute_path(path).make_preferred();
    const HINSTANCE result =
        ShellExecuteW(nullptr, nullptr, file.c_str(), nullptr, nullptr, SW_SHOWNORMAL);
    return reinterpret_cast<std::intptr_t>(result) > kMostErrors
               ? ""
               : "Windows has no program to open this. Open the file yourself: " +
                     display_name(path) + ".";
}

std::string portal_name(GLFWwindow*) {
    return "";
}

void restart(std::vector<std::string> words) {
    std::wstring line = command_line_of(words);
    STARTUPINFOW start{};
    start.cb = sizeof start;
    PROCESS_INFORMATION made{};
    if (CreateProcessW(program_path().c_str(), line.data(), nullptr, nullptr, FALSE, 0, nullptr,
                       nullptr, &start, &made))
        std::_Exit(0);
}

}  // namespace redraw
