#include "engine/system/wait.h"

namespace redraw {

void wait_while(const std::atomic<std::uint32_t>& number, std::uint32_t old) {
    number.wait(old, std::memory_order_acquire);
}

void wake_one(std::atomic<std::uint32_t>& number) {
    number.notify_one();
}

void wake_all(std::atomic<std::uint32_t>& number) {
    number.notify_all();
}

}  // namespace redraw
