#include "gl/platform.h"

#undef NOGDI  // WGL is a part of it
#include <windows.h>

#include <cstdint>
#include <future>
#include <thread>

namespace redraw::gl {
namespace {

// WGL_ARB_create_context, its profiles and its robustness.
constexpr int kMajorVersion = 0x2091, kMinorVersion = 0x2092, kFlags = 0x2094, kProfile = 0x9126,
              kCoreProfile = 1, kRobustAccess = 4, kResetStrategy = 0x8256,
              kLoseContextOnReset = 0x8252;
using CreateContext = HGLRC(WINAPI*)(HDC, HGLRC, const int*);

// Opens a window that is never shown; null if it cannot be drawn by OpenGL.
HDC open_hidden_window() {
    WNDCLASSW kind{};
    kind.style = CS_OWNDC;
    kind.lpfnWndProc = DefWindowProcW;
    kind.hInstance = GetModuleHandleW(nullptr);
    kind.lpszClassName = L"redraw-opengl";
    RegisterClassW(&kind);
    const HWND window = CreateWindowExW(0, kind.lpszClassName, L"", 0, 0, 0, 8, 8, nullptr, nullptr,
                                        kind.hInstance, nullptr);
    const HDC display = window ? GetDC(window) : nullptr;
    PIXELFORMATDESCRIPTOR format{};
    format.nSize = sizeof format;
    format.nVersion = 1;
    format.dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL | PFD_DOUBLEBUFFER;
    format.cColorBits = 32;
    format.cDepthBits = 24;
    format.cStencilBits = 8;
    const int number = display ? ChoosePixelFormat(display, &format) : 0;
    return number != 0 && SetPixelFormat(display, number, &format) ? display : nullptr;
}

// Returns the device context of the hidden window. A thread of its own keeps it: a window ends with
// the thread that opened it.
HDC hidden_window() {
    static const HDC display = [] {
        std::promise<HDC> opened;
        auto answer = opened.get_future();
        std::thread([opened = std::move(opened)]() mutable {
            opened.set_value(open_hidden_window());
            MSG message;
            while (GetMessageW(&message, nullptr, 0, 0) > 0) DispatchMessageW(&message);
        }).detach();
        return answer.get();
    }();
    return display;
}

// Finds the function that makes contexts of a version. WGL tells it to a context without one only.
CreateContext find_create_context() {
    const Binding before = binding();
    const HGLRC plain = wglCreateContext(hidden_window());
    CreateContext function = nullptr;
    if (plain && wglMakeCurrent(hidden_window(), plain))
        function = reinterpret_cast<CreateContext>(function_named("wglCreateContextAttribsARB"));
    bind(before);
    if (plain) wglDeleteContext(plain);
    return function;
}

}  // namespace

std::string why_no_opengl() {
    return hidden_window() ? "" : "Windows opens no window for it";
}

std::vector<void*> displays() {
    return {hidden_window()};
}

void* create_context(void* display, void* window) {
    static const CreateContext create = find_create_context();
    if (!create) return nullptr;
    const int with_resets[] = {kMajorVersion,
                               4,
                               kMinorVersion,
                               3,
                               kProfile,
                               kCoreProfile,
                               kFlags,
                               kRobustAccess,
                               kResetStrategy,
                               kLoseContextOnReset,
                               0};
    const int plain[] = {kMajorVersion, 4, kMinorVersion, 3, kProfile, kCoreProfile, 0};
    const HGLRC made = create(HDC(display), HGLRC(window), with_resets);
    return made ? made : create(HDC(display), HGLRC(window), plain);
}

void destroy_context(void*, void* context) {
    wglDeleteContext(HGLRC(context));
}

Binding binding() {
    return {wglGetCurrentDC(), nullptr, nullptr, wglGetCurrentContext()};
}

bool bind(const Binding& binding) {
    return wglMakeCurrent(binding.context ? HDC(binding.display) : nullptr, HGLRC(binding.context));
}

Function function_named(const char* name) {
    constexpr std::intptr_t kMostErrors = 3;
    if (const PROC found = wglGetProcAddress(name);
        reinterpret_cast<std::intptr_t>(found) > kMostErrors)
        return reinterpret_cast<Function>(found);
    // Functions of OpenGL 1.1 are in the library itself.
    return reinterpret_cast<Function>(GetProcAddress(GetModuleHandleW(L"opengl32.dll"), name));
}

}  // namespace redraw::gl
