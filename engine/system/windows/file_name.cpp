#include "engine/system/file_name.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace redraw {
namespace {

bool is_forbidden(char c) {
    return static_cast<unsigned char>(c) < ' ' ||
           std::string_view("\\/:*?\"<>|").find(c) != std::string_view::npos;
}

// Windows takes CON, COM1, con.png and some more for devices.
bool is_device(const std::string& text) {
    std::string name = text.substr(0, text.find_first_of(". "));
    for (char& c : name) c = char(std::toupper(static_cast<unsigned char>(c)));
    const bool numbered = name.size() == 4 && name[3] >= '1' && name[3] <= '9';
    const std::string_view kind = numbered ? std::string_view(name).substr(0, 3) : name;
    return numbered ? kind == "COM" || kind == "LPT"
                    : kind == "CON" || kind == "NUL" || kind == "PRN" || kind == "AUX";
}

}  // namespace

std::string why_no_file_name(const std::string& text) {
    return text == file_name_of(text, '_')
               ? ""
               : "Windows allows no \\ / : * ? \" < > | in a name, no full stop or space at its "
                 "end, and no name of a device, such as CON.";
}

std::string file_name_of(std::string text, char instead) {
    std::ranges::replace_if(text, is_forbidden, instead);
    if (text.ends_with('.') || text.ends_with(' ')) text.back() = instead;
    return is_device(text) ? instead + text : text;
}

}  // namespace redraw
