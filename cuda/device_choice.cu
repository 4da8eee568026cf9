#include "cuda/device_choice.h"

#include <atomic>

namespace redraw::cuda {
namespace {

std::atomic<int> device{0};

}  // namespace

int chosen_device() {
    return device.load();
}

void choose_device(int chosen) {
    device.store(chosen);
}

}  // namespace redraw::cuda
