// Values packed into bytes, and a socket that carries them between this program and its driver
// process (driver_process.h). Both are the same program on the same machine, so values have the
// bytes that they have in memory.
#pragma once

#include "engine/backend/backend.h"

#include <cstddef>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace redraw {

class Message {
public:
    template <class Value>
    void put(const Value& value) {
        put_bytes(std::as_bytes(std::span(&value, 1)));
        static_assert(std::is_trivially_copyable_v<Value>);
    }
    template <class Value>
    void put_all(std::span<const Value> values) {
        static_assert(std::is_trivially_copyable_v<Value>);
        put(values.size());
        put_bytes(std::as_bytes(values));
    }
    void put_text(std::string_view text) { put_all(std::span(text.data(), text.size())); }

    // Take values in the order in which they were put. Throw driver_failed() if too few bytes are
    // left.
    template <class Value>
    Value take() {
        static_assert(std::is_trivially_copyable_v<Value>);
        Value value;
        std::memcpy(&value, take_bytes(sizeof value), sizeof value);
        return value;
    }
    template <class Value>
    std::vector<Value> take_all() {
        const auto count = take<std::size_t>();
        if (count > bytes_left() / sizeof(Value)) wrong();
        std::vector<Value> values(count);
        if (count > 0)
            std::memcpy(values.data(), take_bytes(count * sizeof(Value)), count * sizeof(Value));
        return values;
    }
    std::string take_text() {
        const std::vector<char> text = take_all<char>();
        return {text.begin(), text.end()};
    }

    [[noreturn]] static void wrong();  // throws driver_failed() for a message with wrong contents

private:
    friend class Channel;
    void put_bytes(std::span<const std::byte> bytes);
    std::size_t bytes_left() const { return bytes_.size() - taken_; }
    const std::byte* take_bytes(std::size_t count) {
        if (count > bytes_left()) wrong();
        taken_ += count;
        return bytes_.data() + taken_ - count;
    }

    std::vector<std::byte> bytes_;
    std::size_t taken_ = 0;
};

// One end of a connected pair of sockets, which it owns. Used by one thread at a time, except
// end().
class Channel {
public:
    // Called each time that nothing has arrived or left for kSlice seconds; returns false to stop
    // waiting.
    using Waits = std::function<bool()>;
    static constexpr double kSlice = 0.1;

    explicit Channel(int socket) : socket_(socket) {}
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    // Move a whole message. Return false if the other side has ended, or if `waits` says so.
    bool send(const Message& message, const Waits& waits);
    bool receive(Message& message, const Waits& waits);
    void end();  // ends calls in progress on either side; any thread

private:
    template <class Move>
    bool move(std::size_t size, short event, const Waits& waits, Move move_some);

    int socket_;
};

}  // namespace redraw
