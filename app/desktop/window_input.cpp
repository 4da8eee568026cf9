#include "app/desktop/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cctype>
#include <string_view>

namespace redraw {
namespace {

WindowInput* the_input = nullptr;

constexpr std::pair<int, ui::Key> kKeys[] = {
    {GLFW_KEY_SPACE, ui::Key::space},     {GLFW_KEY_ESCAPE, ui::Key::escape},
    {GLFW_KEY_ENTER, ui::Key::enter},     {GLFW_KEY_KP_ENTER, ui::Key::enter},
    {GLFW_KEY_TAB, ui::Key::tab},         {GLFW_KEY_BACKSPACE, ui::Key::backspace},
    {GLFW_KEY_LEFT, ui::Key::left},       {GLFW_KEY_RIGHT, ui::Key::right},
    {GLFW_KEY_UP, ui::Key::up},           {GLFW_KEY_DOWN, ui::Key::down},
    {GLFW_KEY_HOME, ui::Key::home},       {GLFW_KEY_END, ui::Key::end},
    {GLFW_KEY_DELETE, ui::Key::del},      {GLFW_KEY_INSERT, ui::Key::insert},
    {GLFW_KEY_PAGE_UP, ui::Key::page_up}, {GLFW_KEY_PAGE_DOWN, ui::Key::page_down},
    {GLFW_KEY_KP_ADD, ui::Key::plus},     {GLFW_KEY_KP_SUBTRACT, ui::Key::minus}};

// Converts an ASCII character to a key. Both GLFW and ui::Key use ASCII codes for letters and
// symbols.
ui::Key key_of(int ascii) {
    if (ascii == '+' || ascii == '=') return ui::Key::plus;
    const bool letter = ascii >= 'A' && ascii <= 'Z';
    constexpr std::string_view kMarks = "',-./;[\\]`";
    return letter || kMarks.find(char(ascii)) != kMarks.npos ? static_cast<ui::Key>(ascii)
                                                             : ui::Key::none;
}

// Converts a GLFW key. Letters and symbols follow what is printed on the key. If the layout has no
// Latin letters, they follow the key's position, and digits always do.
ui::Key studio_key(int glfw_key, int scancode) {
    for (const auto& [code, key] : kKeys)
        if (code == glfw_key) return key;
    if (glfw_key >= GLFW_KEY_F1 && glfw_key <= GLFW_KEY_F24)
        return static_cast<ui::Key>(int(ui::Key::f1) + glfw_key - GLFW_KEY_F1);
    if (glfw_key >= GLFW_KEY_KP_0 && glfw_key <= GLFW_KEY_KP_9)
        return static_cast<ui::Key>('0' + glfw_key - GLFW_KEY_KP_0);
    if (glfw_key >= GLFW_KEY_0 && glfw_key <= GLFW_KEY_9) return static_cast<ui::Key>(glfw_key);
    const char* name = glfwGetKeyName(glfw_key, scancode);
    ui::Key printed = ui::Key::none;
    if (name && name[0] != 0 && name[1] == 0)
        printed = key_of(std::toupper(static_cast<unsigned char>(name[0])));
    return printed != ui::Key::none ? printed : key_of(glfw_key);
}

void set_modifiers(ui::InputEvent& event, int modifiers) {
    event.press.ctrl = (modifiers & GLFW_MOD_CONTROL) != 0;
    event.press.shift = (modifiers & GLFW_MOD_SHIFT) != 0;
    event.alt = (modifiers & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0;
}

// Returns the modifier bit (Ctrl, Shift, Alt or Super) that a key stands for; 0 for any other key.
int modifier_of(int glfw_key) {
    constexpr std::pair<int, int> kModifiers[] = {
        {GLFW_KEY_LEFT_CONTROL, GLFW_MOD_CONTROL}, {GLFW_KEY_RIGHT_CONTROL, GLFW_MOD_CONTROL},
        {GLFW_KEY_LEFT_SHIFT, GLFW_MOD_SHIFT},     {GLFW_KEY_RIGHT_SHIFT, GLFW_MOD_SHIFT},
        {GLFW_KEY_LEFT_ALT, GLFW_MOD_ALT},         {GLFW_KEY_RIGHT_ALT, GLFW_MOD_ALT},
        {GLFW_KEY_LEFT_SUPER, GLFW_MOD_SUPER},     {GLFW_KEY_RIGHT_SUPER, GLFW_MOD_SUPER}};
    for (const auto& [key, modifier] : kModifiers)
        if (key == glfw_key) return modifier;
    return 0;
}

}  // namespace

void WindowInput::add(ui::InputEvent event) {
    news_ = true;
    event.time = glfwGetTime();
    if (event.kind != ui::InputEvent::Kind::wheel) event.x *= pixels_, event.y *= pixels_;
    queue_.add(event);
}

void WindowInput::key(int key, int scancode, int action, int modifiers) {
    ui::InputEvent event{.kind = ui::InputEvent::Kind::key};
    event.down = action != GLFW_RELEASE;
    // X reports the modifiers as they were before this event. If the key is itself a modifier,
    // corrects its bit.
    if (const int own = modifier_of(key))
        modifiers = event.down ? modifiers | own : modifiers & ~own;
    set_modifiers(event, modifiers);
    event.press.repeated = action == GLFW_REPEAT;
    event.press.key = studio_key(key, scancode);
    if (action == GLFW_PRESS)
        held_[key] = event.press.key;
    else if (const auto pressed = held_.find(key); pressed != held_.end())
        event.press.key = pressed->second;
    if (action == GLFW_RELEASE) held_.erase(key);
    if (event.press.key == ui::Key::none && !modifier_of(key)) return notice();
    add(event);
}

WindowInput::WindowInput(GLFWwindow* window) {
    using enum ui::InputEvent::Kind;
    the_input = this;
    glfwSetKeyCallback(window, [](GLFWwindow*, int key, int scancode, int action, int modifiers) {
        the_input->key(key, scancode, action, modifiers);
    });
    glfwSetCharCallback(window, [](GLFWwindow*, unsigned character) {
        the_input->add({.kind = text, .character = character});
    });
    glfwSetCursorPosCallback(window, [](GLFWwindow*, double x, double y) {
        the_input->add({.kind = position, .x = float(x), .y = float(y)});
    });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* entered, int inside) {
        double x = 0, y = 0;
        if (inside) glfwGetCursorPos(entered, &x, &y);
        the_input->add({.kind = inside ? position : left, .x = float(x), .y = float(y)});
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow*, int number, int action, int modifiers) {
        ui::InputEvent event{.kind = button, .button = number, .down = action == GLFW_PRESS};
        set_modifiers(event, modifiers);
        the_input->add(event);
    });
    glfwSetScrollCallback(window, [](GLFWwindow*, double x, double y) {
        the_input->add({.kind = wheel, .x = float(x), .y = float(y)});
    });
    glfwSetDropCallback(window, [](GLFWwindow*, int count, const char** paths) {
        the_input->notice();
        the_input->drops_.insert(the_input->drops_.end(), paths, paths + count);
    });
    constexpr auto noticed = [](auto...) { the_input->notice(); };
    glfwSetWindowFocusCallback(window, noticed);
    glfwSetWindowRefreshCallback(window, noticed);
    glfwSetFramebufferSizeCallback(window, noticed);
    glfwSetWindowCloseCallback(window, noticed);
    glfwSetWindowContentScaleCallback(window, noticed);
}

WindowInput::~WindowInput() {
    the_input = nullptr;
}

std::vector<ui::KeyPress> WindowInput::feed(float pixels) {
    pixels_ = pixels;
    ImGuiIO& io = ImGui::GetIO();
    std::vector<ui::KeyPress> keys = queue_.feed(io, io.WantTextInput);
    if (!queue_.empty()) notice();
    return keys;
}

}  // namespace redraw
