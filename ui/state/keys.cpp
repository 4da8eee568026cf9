#include "ui/state/keys.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace redraw::ui {
namespace {

constexpr std::pair<Key, std::string_view> kKeyNames[] = {
    {Key::space, "Space"},     {Key::comma, "Comma"},         {Key::period, "Full stop"},
    {Key::escape, "Esc"},      {Key::enter, "Enter"},         {Key::tab, "Tab"},
    {Key::del, "Delete"},      {Key::backspace, "Backspace"}, {Key::insert, "Insert"},
    {Key::left, "Left"},       {Key::right, "Right"},         {Key::up, "Up"},
    {Key::down, "Down"},       {Key::home, "Home"},           {Key::end, "End"},
    {Key::page_up, "Page Up"}, {Key::page_down, "Page Down"}};

constexpr std::string_view kMarks = "'+-/;[\\]`";

bool is_printed(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || kMarks.find(c) != kMarks.npos;
}

std::string name_of_key(Key key) {
    for (const auto& [named, name] : kKeyNames)
        if (named == key) return std::string(name);
    if (is_function_key(key)) return fmt::format("F{}", int(key) - int(Key::f1) + 1);
    return {static_cast<char>(key)};
}

std::optional<Key> key_named(std::string_view text) {
    for (const auto& [key, name] : kKeyNames)
        if (name == text) return key;
    if (text.size() == 1 && is_printed(text[0])) return static_cast<Key>(text[0]);
    int number = 0;
    if (text.size() < 2 || text[0] != 'F') return std::nullopt;
    const auto [end, problem] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    constexpr int kMost = int(Key::f24) - int(Key::f1) + 1;
    if (problem != std::errc{} || end != text.data() + text.size() || number < 1 || number > kMost)
        return std::nullopt;
    return static_cast<Key>(int(Key::f1) + number - 1);
}

}  // namespace

std::string text_of(Chord chord) {
    if (chord.key == Key::none) return "";
    std::string text;
    if (chord.ctrl) text += "Ctrl+";
    if (chord.shift) text += "Shift+";
    return text += name_of_key(chord.key);
}

std::optional<Chord> chord_from(std::string_view text) {
    Chord chord;
    if (text.empty()) return chord;
    const auto take = [&](std::string_view word) {
        if (!text.starts_with(word)) return false;
        text.remove_prefix(word.size());
        return true;
    };
    chord.ctrl = take("Ctrl+");
    chord.shift = take("Shift+");
    const auto key = key_named(text);
    if (!key) return std::nullopt;
    chord.key = *key;
    return chord;
}

bool same_press(Chord a, Chord b) {
    return a.key == b.key && a.ctrl == b.ctrl && (a.shift == b.shift || a.key == Key::plus);
}

}  // namespace redraw::ui
