#include "app/system/command_line.h"

#include <windows.h>

#include <shellapi.h>

#include <cstddef>
#include <string>
#include <vector>

namespace redraw {
namespace {

std::string utf8_of(const wchar_t* text) {
    const int bytes = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
    std::string utf8(std::size_t(bytes > 0 ? bytes : 1), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8.data(), bytes, nullptr, nullptr);
    utf8.pop_back();  // the 0 at the end
    return utf8;
}

}  // namespace

void read_command_line(int& argc, char**& argv) {
    static std::vector<std::string> words;
    static std::vector<char*> pointers;
    int count = 0;
    wchar_t** const given = CommandLineToArgvW(GetCommandLineW(), &count);
    if (given == nullptr) return;
    for (int i = 0; i < count; ++i) words.push_back(utf8_of(given[i]));
    LocalFree(given);
    for (std::string& word : words) pointers.push_back(word.data());
    argc = int(pointers.size());
    pointers.push_back(nullptr);
    argv = pointers.data();
}

}  // namespace redraw
