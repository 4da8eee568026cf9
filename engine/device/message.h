// Values packed into bytes, which a Channel carries between this program and its driver process
// (driver_process.h). Both are the same program on the same machine, so values have the
// bytes that they have in memory.
#pragma once

#include "engine/backend/backend.h"

#include <cstddef>
#include <cstring>
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

    [[noreturn]] static void wrong() { throw driver_failed("its driver answered wrongly"); }

    const std::vector<std::byte>& bytes() const { return bytes_; }
    // Returns the place for the bytes of another message, from whose beginning take() goes on.
    std::vector<std::byte>& received() {
        taken_ = 0;
        return bytes_;
    }

private:
    void put_bytes(std::span<const std::byte> bytes) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    std::size_t bytes_left() const { return bytes_.size() - taken_; }
    const std::byte* take_bytes(std::size_t count) {
        if (count > bytes_left()) wrong();
        taken_ += count;
        return bytes_.data() + taken_ - count;
    }

    std::vector<std::byte> bytes_;
    std::size_t taken_ = 0;
};

}  // namespace redraw
