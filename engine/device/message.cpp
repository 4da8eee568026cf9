#include "engine/device/message.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace redraw {
namespace {

// Memory for a message grows by at most this many bytes before they have arrived, so that a wrong
// length takes none.
constexpr std::size_t kPiece = std::size_t(64) << 20;

}  // namespace

void Message::wrong() {
    throw driver_failed("its driver answered wrongly");
}

void Message::put_bytes(std::span<const std::byte> bytes) {
    const std::size_t begin = bytes_.size();
    bytes_.resize(begin + bytes.size());
    if (!bytes.empty()) std::memcpy(bytes_.data() + begin, bytes.data(), bytes.size());
}

Channel::~Channel() {
    close(socket_);
}

void Channel::end() {
    shutdown(socket_, SHUT_RDWR);
}

// Moves `size` bytes by move_some(done), which returns a count as send() does.
template <class Move>
bool Channel::move(std::size_t size, short event, const Waits& waits, Move move_some) {
    for (std::size_t done = 0; done < size;) {
        const ssize_t count = move_some(done);
        if (count > 0) {
            done += std::size_t(count);
            continue;
        }
        if (count == 0 || (errno != EAGAIN && errno != EINTR)) return false;
        pollfd ready{socket_, event, 0};
        const int events = poll(&ready, 1, int(kSlice * 1000));
        if (events < 0 && errno != EINTR) return false;
        if (events == 0 && !waits()) return false;
    }
    return true;
}

bool Channel::send(const Message& message, const Waits& waits) {
    const auto send_all = [&](const void* bytes, std::size_t size) {
        return move(size, POLLOUT, waits, [&](std::size_t done) {
            return ::send(socket_, static_cast<const char*>(bytes) + done, size - done,
                          MSG_NOSIGNAL | MSG_DONTWAIT);
        });
    };
    const std::uint64_t size = message.bytes_.size();
    return send_all(&size, sizeof size) && send_all(message.bytes_.data(), size);
}

bool Channel::receive(Message& message, const Waits& waits) {
    const auto receive_all = [&](void* bytes, std::size_t size) {
        return move(size, POLLIN, waits, [&](std::size_t done) {
            return recv(socket_, static_cast<char*>(bytes) + done, size - done, MSG_DONTWAIT);
        });
    };
    std::uint64_t size = 0;
    if (!receive_all(&size, sizeof size)) return false;
    message = {};
    while (message.bytes_.size() < size) {
        const std::size_t begin = message.bytes_.size(), piece = std::min(size - begin, kPiece);
        message.bytes_.resize(begin + piece);
        if (!receive_all(message.bytes_.data() + begin, piece)) return false;
    }
    return true;
}

}  // namespace redraw
