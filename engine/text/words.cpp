#include "engine/text/words.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace redraw {

std::string lower(std::string_view text) {
    std::string all(text);
    for (char& c : all)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return all;
}

bool has_words(std::string_view text, std::string_view words, bool from_start) {
    const std::string all = lower(text), wanted = lower(words);
    for (std::size_t from = 0; (from = wanted.find_first_not_of(' ', from)) != wanted.npos;) {
        const std::size_t end = std::min(wanted.find(' ', from), wanted.size());
        const std::string word = wanted.substr(from, end - from);
        std::size_t at = all.find(word);
        const auto inside = [&] {  // of a word
            return at > 0 && (std::isalnum(static_cast<unsigned char>(all[at - 1])) != 0);
        };
        while (from_start && at != all.npos && inside()) at = all.find(word, at + 1);
        if (at == all.npos) return false;
        from = end;
    }
    return true;
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

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string> names) {
    constexpr std::size_t kLongest = 64;  // bytes; comparing words takes quadratic time
    std::string found;
    if (word.empty() || word.size() > kLongest) return found;
    std::size_t least = (word.size() + 2) / 3 + 1;
    for (const std::string& name : names) {
        const std::size_t distance =
            word.size() > 1 && name.starts_with(word) ? 0 : edit_distance(word, name);
        if (distance >= least) continue;
        least = distance;
        found = name;
    }
    return found;
}

}  // namespace redraw
