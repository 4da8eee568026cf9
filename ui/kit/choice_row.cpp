#include "ui/kit/choice_row.h"

#include <algorithm>
#include <cctype>

namespace redraw {

std::string title(std::string_view name) {
    if (name == "siren") return "SIREN";
    if (name == "mse" || name == "l1" || name == "bce" || name == "sgd") {
        std::string text(name);
        std::transform(text.begin(), text.end(), text.begin(), ::toupper);
        return text;
    }
    if (name == "relu") return "ReLU";
    if (name == "gelu") return "GELU";
    if (name == "lineart") return "Line art";
    std::string text(name);
    if (!text.empty()) text[0] = char(::toupper(text[0]));
    return text;
}

}  // namespace redraw
