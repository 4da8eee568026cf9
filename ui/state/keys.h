// Keys and chords, independent of the window library. Letters and symbols are those printed on the
// key. If the layout has no Latin letter, the key is named by its position on a US keyboard.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redraw::ui {

// Printed keys use their ASCII code, also those without a name here: Key('G'). f1 to f24 are
// consecutive.
enum class Key : int {
    none = 0,
    space = ' ',
    plus = '+',
    comma = ',',
    minus = '-',
    period = '.',
    zero = '0',
    one,
    two,
    three,
    four,
    five,
    six,
    nine = '9',
    a = 'A',
    b,
    c,
    e = 'E',
    f,
    i = 'I',
    k = 'K',
    l,
    m,
    n,
    o,
    p,
    q,
    r,
    s,
    v = 'V',
    x = 'X',
    y,
    z,
    left_bracket = '[',
    escape = 256,
    enter,
    tab,
    backspace,
    del,
    insert,
    left,
    right,
    up,
    down,
    home,
    end,
    page_up,
    page_down,
    f1,
    f2,
    f5 = f1 + 4,
    f7 = f1 + 6,
    f9 = f1 + 8,
    f11 = f1 + 10,
    f24 = f1 + 23,
};

struct KeyPress {
    Key key = Key::none;
    bool ctrl = false;
    bool shift = false;
    bool repeated = false;  // sent by key repeat while the key is held
};

struct Chord {
    Key key = Key::none;  // none: no key assigned
    bool ctrl = false;
    bool shift = false;
    bool operator==(const Chord&) const = default;
};

// Returns a chord's name for the window and the preferences file: "Ctrl+Shift+E", "Full stop"; ""
// for no key.
std::string text_of(Chord chord);
std::optional<Chord> chord_from(std::string_view text);
// True if one key press matches both chords. Ignores Shift with +, which some layouts need.
bool same_press(Chord a, Chord b);
// Function keys type nothing, so their actions also work in text fields.
constexpr bool is_function_key(Key key) {
    return key >= Key::f1 && key <= Key::f24;
}

}  // namespace redraw::ui
