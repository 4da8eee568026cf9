#include "engine/text/display_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <system_error>

namespace redraw {
namespace {

// Returns the length in bytes of the UTF-8 character at the start of `text`; 0 if it is invalid
// (Unicode 15, table 3-7).
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

// Recognises control characters, line separators and characters that embed or override a writing
// direction: "cute <RLO>gnp.exe" would look like a picture.
bool is_control(std::string_view character) {
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1) return first < 0x20 || first == 0x7F;
    if (character.size() == 2) return character >= "\xC2\x80" && character < "\xC2\xA0";
    return (character >= "\u2028" && character <= "\u202E") ||
           (character >= "\u2066" && character <= "\u2069");
}

constexpr std::size_t kMostShown = 400;  // bytes of an address that a message shows
constexpr std::string_view kFile = "file://";

}  // namespace

std::string display_name(const std::filesystem::path& path) {
    const std::string raw = path.string();
    std::string shown;
    for (std::size_t i = 0; i < raw.size();) {
        const std::size_t length = utf8_length(std::string_view(raw).substr(i));
        const std::string_view character =
            std::string_view(raw).substr(i, std::max<std::size_t>(length, 1));
        if (length == 0 || is_control(character)) {
            for (const char c : character)
                shown += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
        } else {
            shown += character;
        }
        i += character.size();
    }
    return shown;
}

std::string display_file_name(const std::filesystem::path& path) {
    return display_name(path.has_filename() ? path.filename() : path);
}

std::string excerpt(std::string_view text, std::size_t most) {
    if (text.size() <= most) return display_name(text);
    std::size_t end = most;  // cuts between UTF-8 characters
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return display_name(text.substr(0, end)) + "...";
}

std::string errno_text(int error) {
    if (error == ENOENT) return "no such file";
    if (error == EISDIR) return "it is a folder";
    std::string text = std::generic_category().message(error);
    if (!text.empty()) text[0] = char(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

std::string errno_text(const std::error_code& error) {
    return errno_text(error.default_error_condition().value());
}

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view kPlain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/.-_~";
    std::string encoded;
    for (const char c : text) {
        if (kPlain.find(c) != kPlain.npos)
            encoded += c;
        else
            encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return encoded;
}

std::string percent_decoded(std::string_view text) {
    std::string decoded;
    for (; !text.empty(); text.remove_prefix(1)) {
        char byte = text.front();
        if (byte == '%') {
            unsigned char value = 0;
            const char* const end = text.data() + std::min<std::size_t>(3, text.size());
            if (end - text.data() < 3 ||
                std::from_chars(text.data() + 1, end, value, 16).ptr != end)
                return {};
            byte = char(value);
            text.remove_prefix(2);
        }
        if (byte == 0) return {};
        decoded += byte;
    }
    return decoded;
}

bool is_address(std::string_view text) {
    const std::size_t scheme = text.find("://");
    if (scheme == text.npos || scheme < 2 || !std::isalpha(static_cast<unsigned char>(text[0])))
        return false;
    return std::ranges::all_of(text.substr(0, scheme), [](unsigned char c) {
        return std::isalnum(c) || c == '+' || c == '-' || c == '.';
    });
}

std::optional<std::string> path_of_file_uri(std::string_view uri) {
    if (!uri.starts_with(kFile)) return {};
    uri.remove_prefix(kFile.size());
    const auto slash = uri.find('/');
    if (slash == uri.npos) return {};
    const std::string_view host = uri.substr(0, slash);
    if (!host.empty() && host != "localhost") return {};
    const std::string path = percent_decoded(uri.substr(slash));
    if (path.empty()) return {};
    return path;
}

std::string address_refused(std::string_view address) {
    const std::string name = excerpt(address, kMostShown);
    if (address.starts_with(kFile))
        return "Cannot open " + name + ": give the path alone, without file://";
    return "Cannot open " + name +
           ": it is an address, not a file on this computer; save the picture here first";
}

}  // namespace redraw
