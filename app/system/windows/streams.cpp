#include "app/system/streams.h"

#include "engine/system/process.h"
#include "engine/system/windows/handle.h"

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace redraw {

// Opens NUL in the wrong direction. Also keeps the C runtime from changing the bytes that pass, and
// makes the console show UTF-8 and understand the sequences that move its cursor.
void keep_closed_streams_closed() {
    for (const int stream : {standard_input, standard_output, standard_error}) {
        if (handle_of(stream) == INVALID_HANDLE_VALUE)
            static_cast<void>(_open("NUL", stream == standard_input ? _O_WRONLY : _O_RDONLY));
        _setmode(stream, _O_BINARY);
        DWORD mode = 0;
        if (stream != standard_input && GetConsoleMode(handle_of(stream), &mode))
            SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
    SetConsoleOutputCP(CP_UTF8);
}

// Windows reports both as errors anyway.
void ignore_write_signals() {}

std::filesystem::path redirected_to(StandardStream stream) {
    const HANDLE file = handle_of(stream);
    return GetFileType(file) == FILE_TYPE_DISK ? path_of(file) : std::filesystem::path();
}

int terminal_width() {
    CONSOLE_SCREEN_BUFFER_INFO screen{};
    return GetConsoleScreenBufferInfo(handle_of(standard_error), &screen)
               ? screen.srWindow.Right - screen.srWindow.Left + 1
               : 0;
}

int write_all(StandardStream stream, std::span<const std::byte> bytes) {
    constexpr std::size_t kMostAtOnce = std::size_t(1) << 30;
    while (!bytes.empty()) {
        DWORD taken = 0;
        if (!WriteFile(handle_of(stream), bytes.data(), DWORD(std::min(bytes.size(), kMostAtOnce)),
                       &taken, nullptr))
            return last_errno();
        bytes = bytes.subspan(taken);
    }
    return 0;
}

int print_errno() {
    return _doserrno != 0 ? errno_of(_doserrno) : errno;
}

void show(StandardStream stream, std::string_view text) {
    if (handle_of(stream) != INVALID_HANDLE_VALUE)
        write_all(stream, std::as_bytes(std::span(text)));
    else if (!text.empty())
        MessageBoxW(nullptr, std::filesystem::path(text).c_str(), L"Redraw",
                    stream == standard_error ? MB_ICONERROR : MB_ICONINFORMATION);
}

// A pipe that is full makes this wait.
void write_if_ready(std::string_view text) {
    write_to_standard_error(text);
}

}  // namespace redraw
