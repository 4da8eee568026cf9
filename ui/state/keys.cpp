#include "ui/state/keys.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace redraw::ui {
namespace {

constexpr std::pair<Key, std::string_view> kKeyNames[] = {
    {Key::space, "Space"},   {Key::escape, "Esc"},      {Key::enter, "Enter"},
    {Key::tab, "Tab"},       {Key::del, "Delete"},      {Key::backspace, "Backspace"},
    {Key::insert, "Insert"}, {Key::left, "Left"},       {Key::right, "Right"},
    {Key::up, "Up"},         {Key::down, "Down"},       {Key::home, "Home"},
    {Key::end, "End"},       {Key::page_up, "Page Up"}, {Key::page_down, "Page Down"},
};

std::string name_of_key(Key key) {
    for (const auto& [named, name] : kKeyNames)
        if (named == key) return std::string(name);
    if (is_function_key(key)) return fmt::format("F{}", int(key) - int(Key::f1) + 1);
    return {static_cast<char>(key)};
}

}  // namespace

std::string text_of(Chord chord) {
    if (chord.key == Key::none) return "";
    std::string text;
    if (chord.ctrl) text += "Ctrl+";
    if (chord.shift) text += "Shift+";
    return text += name_of_key(chord.key);
}

bool same_press(Chord a, Chord b) {
    return a.key == b.key && a.ctrl == b.ctrl && (a.shift == b.shift || a.key == Key::plus);
}

}  // namespace redraw::ui
