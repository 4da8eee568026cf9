// Values packed into bytes, which a Channel carries between this program and its driver process
// (driver_process.h). Both are the same program on the same machine, so values have the
// bytes that they have in memory.
#pragma once

#include "engine/backend/backend.h"

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace redraw {

// Values of one type one after the other in memory, such as a std::vector or std::string.
template <class Value>
concept ValueList = requires(const Value& value) {
    value.data(), value.size();
};

class Message {
public:
    // Put values: a list with its length; where a pointer leads, unless it is null; of a record
    // with for_fields() (driver_calls.h) its fields; any other value as it lies in memory.
    template <class... Values>
    void put(const Values&... values) {
        (put_one(values), ...);
    }
    // Takes a value in the order in which values were put. Throws driver_failed() if too few bytes
    // are left.
    template <class Value>
    Value take() {
        Value value{};
        take_one(value);
        return value;
    }

    [[noreturn]] static void wrong() { throw driver_failed("its driver answered wrongly"); }

    const std::vector<std::byte>& bytes() const { return bytes_; }
    // Returns the place for the bytes of another message, from whose beginning take() goes on.
    std::vector<std::byte>& received() {
        taken_ = 0;
        return bytes_;
    }

private:
    template <class Value>
    void put_one(const Value& value) {
        if constexpr (std::is_pointer_v<Value>) {
            put(value != nullptr);
            if (value != nullptr) put(*value);
        } else if constexpr (ValueList<Value>) {
            put(value.size());
            put_bytes(std::as_bytes(std::span(value.data(), value.size())));
        } else if constexpr (std::is_trivially_copyable_v<Value>) {
            put_bytes(std::as_bytes(std::span(&value, 1)));
        } else {
            for_fields(value, [this](const auto&... fields) { this->put(fields...); });
        }
    }
    template <class Value>
    void take_one(Value& value) {
        if constexpr (ValueList<Value>) {
            const auto count = take<std::size_t>();
            if (count > bytes_left() / sizeof *value.data()) wrong();
            value.resize(count);
            take_bytes(std::as_writable_bytes(std::span(value.data(), count)));
        } else if constexpr (std::is_trivially_copyable_v<Value>) {
            take_bytes(std::as_writable_bytes(std::span(&value, 1)));
        } else {
            for_fields(value, [this](auto&... fields) { (this->take_one(fields), ...); });
        }
    }
    void put_bytes(std::span<const std::byte> bytes) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    std::size_t bytes_left() const { return bytes_.size() - taken_; }
    void take_bytes(std::span<std::byte> to) {
        if (to.size() > bytes_left()) wrong();
        if (!to.empty()) std::memcpy(to.data(), bytes_.data() + taken_, to.size());
        taken_ += to.size();
    }

    std::vector<std::byte> bytes_;
    std::size_t taken_ = 0;
};

}  // namespace redraw
