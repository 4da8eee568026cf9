#include "engine/system/helper_process.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace redraw {
namespace {

// Memory for a message grows by at most this many bytes before they have arrived, so that a wrong
// length takes none.
constexpr std::size_t kPiece = std::size_t(64) << 20;

}  // namespace

bool Channel::send(const std::vector<std::byte>& message, const Waits& waits) {
    const std::uint64_t size = message.size();
    return send_all(std::as_bytes(std::span(&size, 1)).data(), sizeof size, waits) &&
           send_all(message.data(), size, waits);
}

bool Channel::receive(std::vector<std::byte>& message, const Waits& waits) {
    std::uint64_t size = 0;
    if (!receive_all(std::as_writable_bytes(std::span(&size, 1)).data(), sizeof size, waits))
        return false;
    message = {};
    while (message.size() < size) {
        const std::size_t begin = message.size(), piece = std::min(size - begin, kPiece);
        message.resize(begin + piece);
        if (!receive_all(message.data() + begin, piece, waits)) return false;
    }
    return true;
}

}  // namespace redraw
