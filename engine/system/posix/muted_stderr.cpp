#include "engine/system/muted_stderr.h"

#include <cstdio>
#include <mutex>
#include <utility>

namespace redraw {
namespace {

std::mutex mute_mutex;
int mute_count = 0;
std::FILE* heard = nullptr;  // the original stream, while muted

}  // namespace

MutedStderr::MutedStderr() {
    const std::lock_guard lock(mute_mutex);
    // Never closed: another thread may still print to it when the last MutedStderr is destroyed.
    static std::FILE* const nowhere = std::fopen("/dev/null", "we");
    if (mute_count++ == 0) heard = nowhere ? std::exchange(stderr, nowhere) : stderr;
}

MutedStderr::~MutedStderr() {
    const std::lock_guard lock(mute_mutex);
    if (--mute_count == 0) stderr = heard;
}

}  // namespace redraw
