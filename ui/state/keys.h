// Keys and chords, independent of the window library, which translates its key codes. Letters and
// marks are those printed on the key; where the layout has no Latin letter, the key is named by its
// place on a US keyboard.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redraw::ui {

// Printed keys are their ASCII, also those without a name here: Key('G'). From f1 to f24 function
// keys follow one another.
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
    bool repeated = false;  // the keyboard's own repeat of a key that is held
};

struct Chord {
    Key key = Key::none;  // none: there is no key for it
    bool ctrl = false;
    bool shift = false;
    bool operator==(const Chord&) const = default;
};

// The text of a chord in the window and in the preferences file: "Ctrl+Shift+E", "Full stop"; ""
// for none.
std::string text_of(Chord chord);
std::optional<Chord> chord_from(std::string_view text);
// Whether one key press matches both; ignores Shift with +, which some layouts need.
bool same_press(Chord a, Chord b);
// Function keys type nothing, so they can act while somebody types.
constexpr bool is_function_key(Key key) {
    return key >= Key::f1 && key <= Key::f24;
}

}  // namespace redraw::ui
