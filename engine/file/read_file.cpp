#include "engine/file/read_file.h"

#include "engine/error.h"
#include "engine/file/file_stream.h"
#include "engine/text/display_name.h"

#include <unistd.h>
#include <algorithm>
#include <cerrno>

namespace redraw {
namespace {

struct Unit {
    std::uint64_t bytes;
    const char* name;
    std::uint64_t count(std::uint64_t size) const { return (size + bytes - 1) / bytes; }
    std::string text(std::uint64_t size) const { return std::to_string(count(size)) + " " + name; }
};

// The largest in which the two sizes are told apart.
Unit unit_for(std::uint64_t size, std::uint64_t limit) {
    for (const Unit& unit : {Unit{1'000'000, "MB"}, Unit{1'000, "kB"}})
        if (limit >= unit.bytes && unit.count(size) > unit.count(limit)) return unit;
    return {1, "bytes"};
}

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
    const auto refuse = [&](const std::string& reason) {
        throw Error("Cannot open " + display_file_name(path) + ": " + reason);
    };
    const auto [descriptor, size] = open_regular_file(path);
    if (size > max_bytes) {
        const Unit unit = unit_for(size, max_bytes);
        refuse("it is " + unit.text(size) + "; the limit is " + unit.text(max_bytes));
    }

    std::vector<std::byte> bytes(size);
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t count = read(descriptor.get(), bytes.data() + filled, bytes.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse(errno_text(errno));
        if (count == 0) break;  // it shrank since
        filled += std::size_t(count);
    }
    bytes.resize(filled);
    return bytes;
}

std::vector<std::byte> read_stream(int descriptor, const std::string& name,
                                   std::uint64_t max_bytes) {
    const auto refuse = [&](const std::string& reason) {
        throw Error("Cannot open " + name + ": " + reason);
    };
    if (isatty(descriptor)) refuse("it is a terminal: pipe a file into it, or redirect it");
    constexpr std::uint64_t kFirst = 1 << 16;
    std::vector<std::byte> bytes;
    std::size_t filled = 0;
    std::byte beyond;  // tells whether there is more than the limit
    while (true) {
        if (filled == bytes.size() && filled < max_bytes) {
            const std::size_t room =
                std::min(std::max(kFirst, 2 * std::uint64_t(filled)), max_bytes);
            bytes.reserve(room);  // or a library may take twice of it
            bytes.resize(room);
        }
        const bool full = filled == bytes.size();
        const ssize_t count = full ? read(descriptor, &beyond, 1)
                                   : read(descriptor, bytes.data() + filled, bytes.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse(errno == EBADF ? "it is closed" : errno_text(errno));
        if (count == 0) break;
        if (full)
            refuse("it is more than the limit of " +
                   unit_for(2 * max_bytes, max_bytes).text(max_bytes));
        filled += std::size_t(count);
    }
    bytes.resize(filled);
    return bytes;
}

}  // namespace redraw
