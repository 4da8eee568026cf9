#include "app/system/stop_signals.h"

#include "engine/stop.h"
#include "engine/system/atomic_file.h"

#include <windows.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

namespace redraw {
namespace {

// Time to end after drawing was stopped; enough for removing what was begun.
constexpr auto kPatience = std::chrono::milliseconds(800), kLook = std::chrono::milliseconds(10);

std::atomic<HANDLE> end_asked = nullptr;
std::atomic<int> unhurried = 0;
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
}

void watch_for_the_end(std::function<void()> asked, void (*too_late)()) {
    if (end_asked != nullptr) return;
    end_asked = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    std::thread([asked = std::move(asked), too_late] {
        WaitForSingleObject(end_asked, INFINITE);
        asked();
        do {
            while (unhurried > 0) std::this_thread::sleep_for(kLook);
            stop_drawing();
            std::this_thread::sleep_for(kPatience);
        } while (unhurried > 0);
        remove_unfinished();
        too_late();
    }).detach();
}

void end_soon() {
    if (end_asked != nullptr) SetEvent(end_asked);
}

Unhurried::Unhurried() {
    ++unhurried;
}
Unhurried::~Unhurried() {
    --unhurried;
}

}  // namespace redraw
