#include "app/system/stop_signals.h"

#include "engine/system/windows/handle.h"

#include <atomic>
#include <csignal>
#include <thread>
#include <utility>

namespace redraw {
namespace {

std::atomic<HANDLE> end_asked = nullptr;
void (*stop_handler)(int) = nullptr;

// Runs on a thread of its own. When the console closes or the user logs off, Windows ends the
// process as soon as this returns, and after 5 seconds at the latest: meanwhile the main thread
// saves.
BOOL WINAPI on_console_event(DWORD event) {
    const bool interrupt = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    stop_handler(interrupt ? SIGINT : SIGTERM);
    if (!interrupt) Sleep(INFINITE);
    return TRUE;
}

}  // namespace

// Programs that were started without Ctrl-C (CREATE_NEW_PROCESS_GROUP) keep ignoring it.
void on_stop_signals(void (*handler)(int)) {
    stop_handler = handler;
    SetConsoleCtrlHandler(on_console_event, TRUE);
    static const HANDLE event =
        CreateEventW(nullptr, FALSE, FALSE, end_event_of(GetCurrentProcessId()).c_str());
    std::thread([] {
        while (WaitForSingleObject(event, INFINITE) == WAIT_OBJECT_0) stop_handler(SIGTERM);
    }).detach();
}

void watch_for_the_end(std::function<void()> asked, void (*too_late)()) {
    if (end_asked != nullptr) return;
    end_asked = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    std::thread([asked = std::move(asked), too_late] {
        WaitForSingleObject(end_asked, INFINITE);
        end_in_time(asked, too_late);
    }).detach();
}

void end_soon() {
    if (end_asked != nullptr) SetEvent(end_asked);
}

}  // namespace redraw
