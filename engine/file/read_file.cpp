#include "engine/file/read_file.h"

#include "engine/error.h"
#include "engine/text/display_name.h"

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>

namespace redraw {
namespace {

struct Unit {
    std::uint64_t bytes;
    const char* name;
    std::uint64_t count(std::uint64_t size) const { return (size + bytes - 1) / bytes; }
    std::string text(std::uint64_t size) const { return std::to_string(count(size)) + " " + name; }
};

// Returns the largest unit (MB, kB or bytes) that does not exceed the limit and in which the size,
// rounded up, is larger than the limit.
Unit unit_for(std::uint64_t size, std::uint64_t limit) {
    for (const Unit& unit : {Unit{1'000'000, "MB"}, Unit{1'000, "kB"}})
        if (limit >= unit.bytes && unit.count(size) > unit.count(limit)) return unit;
    return {1, "bytes"};
}

}  // namespace

FileStream::FileStream(const std::filesystem::path& path) {
    const auto refuse = [&](const std::string& reason) {
        throw Error("Cannot open " + display_file_name(path) + ": " + reason);
    };
    const auto check_regular = [&](const FileStatus& status) {
        if (status.kind == FileStatus::Kind::folder) refuse("it is a folder");
        if (status.kind != FileStatus::Kind::file) refuse("it is not a regular file");
    };

    // Checks the file type before opening, because opening alone triggers some devices. Checks
    // again afterwards, because the file may have been replaced.
    FileStatus status = file_status(path);
    if (const int why = status.error) {
        if (is_address(path.string())) throw Error(address_refused(path.string()));
        // Names the whole path in the message: the mistake may be in the folder.
        if (why == ENOENT)
            throw Error("Cannot open " + display_name(path) + ": " + errno_text(why));
        refuse(errno_text(why));
    }
    check_regular(status);
    file_ = open_to_read(path);
    if (file_.get() < 0) refuse(errno_text(errno));
    status = file_status(file_.get());
    if (status.error != 0) refuse(errno_text(status.error));
    check_regular(status);
    size_ = status.bytes;
}

std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
    const auto refuse = [&](const std::string& reason) {
        throw Error("Cannot open " + display_file_name(path) + ": " + reason);
    };
    const FileStream file(path);
    if (file.size() > max_bytes) {
        const Unit unit = unit_for(file.size(), max_bytes);
        refuse("it is " + unit.text(file.size()) + "; the limit is " + unit.text(max_bytes));
    }
    std::vector<std::byte> bytes(file.size());
    const std::size_t filled = file.read_at(0, bytes.data(), bytes.size());
    if (filled < bytes.size() && errno != 0) refuse(errno_text(errno));
    bytes.resize(filled);  // the file may have shrunk
    return bytes;
}

std::string read_text_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
    const std::vector<std::byte> bytes = read_file(path, max_bytes);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::byte> read_stream(int descriptor, const std::string& name,
                                   std::uint64_t max_bytes) {
    const auto refuse = [&](const std::string& reason) {
        throw Error("Cannot open " + name + ": " + reason);
    };
    if (is_terminal(descriptor)) refuse("it is a terminal: pipe a file into it, or redirect it");
    constexpr std::uint64_t kFirst = 1 << 16;
    std::vector<std::byte> bytes;
    std::size_t filled = 0;
    std::byte beyond;  // detects input beyond the limit
    while (true) {
        if (filled == bytes.size() && filled < max_bytes) {
            const std::size_t room =
                std::min(std::max(kFirst, 2 * std::uint64_t(filled)), max_bytes);
            bytes.reserve(room);  // else a library may allocate twice as much
            bytes.resize(room);
        }
        const bool full = filled == bytes.size();
        const std::ptrdiff_t count =
            full ? read_next(descriptor, &beyond, 1)
                 : read_next(descriptor, bytes.data() + filled, bytes.size() - filled);
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

std::filesystem::path absolute_path(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::path whole = std::filesystem::absolute(path, error);
    if (!error) return whole;
    if (error == std::errc::not_enough_memory) throw std::bad_alloc();
    throw Error("Cannot find " + display_name(path) + ": the current folder " +
                (error == std::errc::no_such_file_or_directory
                     ? "was deleted"
                     : "cannot be read, " + errno_text(error)));
}

}  // namespace redraw
