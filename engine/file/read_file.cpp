#include "engine/file/read_file.h"

#include "engine/error.h"
#include "engine/file/descriptor.h"
#include "engine/file/errno_text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace redraw {
namespace {

std::string megabytes(std::uint64_t bytes) {
    return std::to_string((bytes + 999'999) / 1'000'000) + " MB";
}

// Bytes of the UTF-8 character that starts `text`; 0 where there is none (Unicode 15, table 3-7).
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool overlong = first == 0xE0 && byte(1) < 0xA0;
        const bool surrogate = first == 0xED && byte(1) > 0x9F;
        return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool overlong = first == 0xF0 && byte(1) < 0x90;
        const bool too_high = first == 0xF4 && byte(1) > 0x8F;
        const bool whole = continues(1) && continues(2) && continues(3);
        return whole && !overlong && !too_high ? 4 : 0;
    }
    return 0;
}

bool is_control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return first < 0x20 || first == 0x7F;
    const bool c1 =
        character.size() == 2 && first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
    return c1;
}

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
    const auto refuse = [&](const std::string& reason) {
        const std::filesystem::path name = path.has_filename() ? path.filename() : path;
        throw Error("Cannot open " + display_name(name) + ": " + reason);
    };
    const auto check_regular = [&](const struct stat& status) {
        if (S_ISDIR(status.st_mode)) refuse("it is a folder");
        if (!S_ISREG(status.st_mode)) refuse("it is not a regular file");
    };

    // Looked at before it is opened, because opening alone makes some devices act; and again after,
    // because it may be another file by then. O_NONBLOCK keeps a pipe from waiting for its writer.
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) refuse(errno_text(errno));
    check_regular(status);
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (file.get() < 0 || fstat(file.get(), &status) != 0) refuse(errno_text(errno));
    check_regular(status);
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > max_bytes) {
        refuse("it is " + megabytes(size) + "; the limit is " + megabytes(max_bytes));
    }

    std::vector<std::byte> bytes(size);
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t count = read(file.get(), bytes.data() + filled, bytes.size() - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse(errno_text(errno));
        if (count == 0) break;  // it shrank since
        filled += static_cast<std::size_t>(count);
    }
    bytes.resize(filled);
    return bytes;
}

std::string display_name(const std::filesystem::path& path) {
    const std::string& raw = path.native();
    std::string shown;
    for (std::size_t i = 0; i < raw.size();) {
        const std::size_t length = utf8_length(std::string_view(raw).substr(i));
        const std::string_view character =
            std::string_view(raw).substr(i, std::max<std::size_t>(length, 1));
        if (length == 0 || is_control(character)) {
            for (const char c : character) {
                char escaped[5];
                std::snprintf(escaped, sizeof escaped, "\\x%02X",
                              static_cast<unsigned>(static_cast<unsigned char>(c)));
                shown += escaped;
            }
        } else {
            shown += character;
        }
        i += character.size();
    }
    return shown;
}

std::string excerpt(std::string_view text, std::size_t most) {
    if (text.size() <= most) return display_name(text);
    std::size_t end = most;  // not inside a character
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return display_name(text.substr(0, end)) + "...";
}

}  // namespace redraw
