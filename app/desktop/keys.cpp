#include "app/desktop/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cctype>

namespace redraw {

Key studio_key(int glfw_key, int scancode) {
    switch (glfw_key) {
        case GLFW_KEY_SPACE:
            return Key::space;
        case GLFW_KEY_ESCAPE:
            return Key::escape;
        case GLFW_KEY_ENTER:
        case GLFW_KEY_KP_ENTER:
            return Key::enter;
        case GLFW_KEY_TAB:
            return Key::tab;
        case GLFW_KEY_BACKSPACE:
            return Key::backspace;
        case GLFW_KEY_LEFT:
            return Key::left;
        case GLFW_KEY_RIGHT:
            return Key::right;
        case GLFW_KEY_UP:
            return Key::up;
        case GLFW_KEY_DOWN:
            return Key::down;
        case GLFW_KEY_HOME:
            return Key::home;
        case GLFW_KEY_END:
            return Key::end;
        case GLFW_KEY_F1:
            return Key::f1;
        case GLFW_KEY_F11:
            return Key::f11;
        case GLFW_KEY_KP_ADD:
            return Key::plus;
        case GLFW_KEY_KP_SUBTRACT:
            return Key::minus;
        default:
            break;
    }
    if (glfw_key >= GLFW_KEY_KP_0 && glfw_key <= GLFW_KEY_KP_9)
        return static_cast<Key>('0' + glfw_key - GLFW_KEY_KP_0);
    // Digits and letters by what is printed on the key; a layout without Latin letters falls back
    // to the key's place.
    if (glfw_key >= GLFW_KEY_0 && glfw_key <= GLFW_KEY_9) return static_cast<Key>(glfw_key);
    const char* name = glfwGetKeyName(glfw_key, scancode);
    if (name && name[0] != 0 && name[1] == 0) {
        const char c = char(std::toupper(static_cast<unsigned char>(name[0])));
        if ((c >= 'A' && c <= 'Z') || c == '-' || c == ',' || c == '.') return static_cast<Key>(c);
        if (c == '+' || c == '=') return Key::plus;
    }
    if (glfw_key >= GLFW_KEY_A && glfw_key <= GLFW_KEY_Z) return static_cast<Key>(glfw_key);
    if (glfw_key == GLFW_KEY_EQUAL) return Key::plus;
    if (glfw_key == GLFW_KEY_MINUS) return Key::minus;
    if (glfw_key == GLFW_KEY_COMMA) return Key::comma;
    if (glfw_key == GLFW_KEY_PERIOD) return Key::period;
    return Key::none;
}

}  // namespace redraw
