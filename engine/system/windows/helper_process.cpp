// Only the OpenGL backend has a helper, and Windows has no such backend yet.
#include "engine/system/helper_process.h"

#include "engine/error.h"

namespace redraw {

Channel::~Channel() = default;

void Channel::end() {}

bool Channel::send(const std::vector<std::byte>&, const Waits&) {
    return false;
}

bool Channel::receive(std::vector<std::byte>&, const Waits&) {
    return false;
}

HelperProcess::HelperProcess(const std::vector<std::string>&) : channel(-1) {
    throw Error("its process does not start: this is not possible on Windows yet");
}

double HelperProcess::busy_seconds() const {
    return 0;
}

void HelperProcess::end() {
    ended_ = true;
}

int become_helper() {
    return -1;
}

}  // namespace redraw
