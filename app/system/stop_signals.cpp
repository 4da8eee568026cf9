#include "app/system/stop_signals.h"

#include "engine/stop.h"
#include "engine/system/atomic_file.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace redraw {
namespace {

// Time to end after drawing was stopped; enough for removing what was begun.
constexpr auto kPatience = std::chrono::milliseconds(800), kLook = std::chrono::milliseconds(10);

std::atomic<int> unhurried = 0;

}  // namespace

void end_in_time(const std::function<void()>& asked, void (*too_late)()) {
    asked();
    do {
        while (unhurried > 0) std::this_thread::sleep_for(kLook);
        stop_drawing();
        std::this_thread::sleep_for(kPatience);
    } while (unhurried > 0);
    remove_unfinished();
    too_late();
}

Unhurried::Unhurried() {
    ++unhurried;
}
Unhurried::~Unhurried() {
    --unhurried;
}

}  // namespace redraw
