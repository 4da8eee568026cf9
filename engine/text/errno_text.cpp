#include "engine/text/errno_text.h"

#include <cctype>
#include <cerrno>
#include <system_error>

namespace redraw {

std::string errno_text(int error) {
    if (error == ENOENT) return "no such file";
    if (error == EISDIR) return "it is a folder";
    std::string text = std::generic_category().message(error);
    if (!text.empty()) {
        text[0] = char(std::tolower(static_cast<unsigned char>(text[0])));
    }
    return text;
}

}  // namespace redraw
