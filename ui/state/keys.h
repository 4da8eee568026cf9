// Keys as the studio names them, and chords of them. The window turns its own key codes into these,
// so that the UI depends on no window library and a test can press any key. Letters and marks are
// what is printed on the key, also on layouts that move it; where the layout has no Latin letter,
// its place on a US keyboard.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redraw::ui {

enum class Key : int {
    none = 0,
    space = ' ',
    apostrophe = '\'',
    plus = '+',
    comma = ',',
    minus = '-',
    period = '.',
    slash = '/',
    zero = '0',
    one,
    two,
    three,
    four,
    five,
    six,
    seven,
    eight,
    nine,
    semicolon = ';',
    a = 'A',
    b,
    c,
    d,
    e,
    f,
    g,
    h,
    i,
    j,
    k,
    l,
    m,
    n,
    o,
    p,
    q,
    r,
    s,
    t,
    u,
    v,
    w,
    x,
    y,
    z,
    left_bracket = '[',
    backslash,
    right_bracket,
    grave = '`',
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
    f3,
    f4,
    f5,
    f6,
    f7,
    f8,
    f9,
    f10,
    f11,
    f12,
    f24 = f12 + 12,
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

// The keys' name, as printed and as in the settings file: "Ctrl+Shift+E", "Full stop"; "" is none.
std::string text_of(Chord chord);
std::optional<Chord> chord_from(std::string_view text);
// Whether one press is both: some layouts need Shift for +.
bool same_press(Chord a, Chord b);
// It types nothing, and so acts while somebody types, too.
constexpr bool is_function_key(Key key) {
    return key >= Key::f1 && key <= Key::f24;
}

}  // namespace redraw::ui
