// Keys as the studio names them. The window turns its own key codes into these, so that the UI
// depends on no window library and a test can press any key. Letters are the letter printed on the
// key, also on layouts that move it; where the layout has no Latin letter, its place on a US
// keyboard.
#pragma once

namespace redraw::ui {

enum class Key : int {
    none = 0,
    space = ' ',
    zero = '0',
    one = '1',
    two = '2',
    three = '3',
    four = '4',
    five = '5',
    a = 'A',
    b = 'B',
    c = 'C',
    e = 'E',
    f = 'F',
    k = 'K',
    l = 'L',
    m = 'M',
    n = 'N',
    o = 'O',
    p = 'P',
    q = 'Q',
    r = 'R',
    s = 'S',
    v = 'V',
    y = 'Y',
    z = 'Z',
    plus = '+',
    minus = '-',
    comma = ',',
    period = '.',
    escape = 256,
    enter,
    tab,
    backspace,
    del,
    left,
    right,
    up,
    down,
    home,
    end,
    f1,
    f2,
    f5,
    f9,
    f11,
};

struct KeyPress {
    Key key = Key::none;
    bool ctrl = false;
    bool shift = false;
    bool repeated = false;  // the keyboard's own repeat of a key that is held
};

}  // namespace redraw::ui
