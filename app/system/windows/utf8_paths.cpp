// Makes std::filesystem::path read narrow text as UTF-8. libstdc++ converts it by mbrtowc(), in the
// encoding of the C locale, and msvcrt.dll has no UTF-8 locale. This function takes the place of
// MinGW's own. It must be an object of the program, not of a library: the linker would find MinGW's
// first. mbrlen() and mbsrtowcs() are in MinGW's object, too, or the linker would take both.
#include <cerrno>
#include <cstddef>
#include <cwchar>

// `state`: 0, or a low surrogate, which is returned for the last byte of its character.
extern "C" std::size_t mbrtowc(wchar_t* to, const char* text, std::size_t size,
                               std::mbstate_t* state) {
    static_assert(sizeof(std::mbstate_t) == sizeof(int) && sizeof(wchar_t) == 2);
    static thread_local std::mbstate_t own;
    if (state == nullptr) state = &own;
    if (text == nullptr) return *state = 0, 0;
    if (size == 0) return std::size_t(-2);
    wchar_t ignored = 0;
    if (to == nullptr) to = &ignored;
    if (*state != 0) {
        *to = wchar_t(*state);
        return *state = 0, 1;
    }
    constexpr unsigned kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // for each length
    const auto byte = [&](std::size_t i) { return unsigned(static_cast<unsigned char>(text[i])); };
    const std::size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
    if (size < length) return std::size_t(-2);
    unsigned code = length == 1 ? byte(0) : byte(0) & (0x7Fu >> length);
    bool legal = length == 1 || (byte(0) >= 0xC0 && byte(0) < 0xF8);
    for (std::size_t i = 1; legal && i < length; ++i) {
        legal = (byte(i) & 0xC0) == 0x80;
        code = code << 6 | (byte(i) & 63);
    }
    if (!legal || code < kLeast[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        return errno = EILSEQ, std::size_t(-1);
    if (length < 4) return *to = wchar_t(code), code == 0 ? 0 : length;
    *to = wchar_t(0xD800 | (code - 0x10000) >> 10);
    *state = int(0xDC00 | (code & 0x3FF));
    return 3;
}

extern "C" std::size_t mbrlen(const char* text, std::size_t size, std::mbstate_t* state) {
    static thread_local std::mbstate_t own;
    return mbrtowc(nullptr, text, size, state ? state : &own);
}

extern "C" std::size_t mbsrtowcs(wchar_t* to, const char** text, std::size_t count,
                                 std::mbstate_t* state) {
    const char* at = *text;
    for (std::size_t done = 0;; ++done) {
        wchar_t next = 0;
        const std::size_t length = done < count || !to ? mbrtowc(&next, at, 4, state) : 0;
        if (length > 4) return length;
        if (to && done < count) to[done] = next;
        at += length;
        if (to) *text = length == 0 && done < count ? nullptr : at;
        if (length == 0) return done;
    }
}
