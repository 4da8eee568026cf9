#include "engine/text/words.h"

#include <utility>

namespace redraw {

std::string lower(std::string_view text) {
    std::string all(text);
    for (char& c : all)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return all;
}

std::string capital(std::string_view text) {
    std::string all(text);
    if (!all.empty() && all[0] >= 'a' && all[0] <= 'z') all[0] = char(all[0] - 'a' + 'A');
    return all;
}

std::string title(std::string_view name) {
    constexpr std::pair<std::string_view, const char*> kOwn[] = {
        {"siren", "SIREN"}, {"mse", "MSE"},   {"l1", "L1"},     {"bce", "BCE"},
        {"sgd", "SGD"},     {"relu", "ReLU"}, {"gelu", "GELU"}, {"lineart", "Line art"}};
    for (const auto& [own, written] : kOwn)
        if (name == own) return written;
    return capital(name);
}

std::string extension_of(const std::filesystem::path& path) {
    const std::string extension = lower(path.extension().string());
    return extension.empty() ? extension : extension.substr(1);
}

}  // namespace redraw
