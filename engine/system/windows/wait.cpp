#include "engine/system/wait.h"

#include <windows.h>

namespace redraw {

void wait_while(const std::atomic<std::uint32_t>& number, std::uint32_t old) {
    WaitOnAddress(const_cast<std::atomic<std::uint32_t>*>(&number), &old, sizeof old, INFINITE);
}

void wake_one(std::atomic<std::uint32_t>& number) {
    WakeByAddressSingle(&number);
}

void wake_all(std::atomic<std::uint32_t>& number) {
    WakeByAddressAll(&number);
}

}  // namespace redraw
