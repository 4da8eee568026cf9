// libEGL is loaded at run time, so that programs start without it.
#include "engine/system/library.h"
#include "engine/text/display_name.h"
#include "gl/platform.h"

#include <cstdint>

namespace redraw::gl {
namespace {

// Declares the part of EGL that is used, so that its headers need not be installed. The numbers are
// those of the EGL registry.
using EglInt = std::int32_t;
constexpr unsigned kPlatformDevice = 0x313F, kPlatformSurfaceless = 0x31DD, kOpenGlApi = 0x30A2;
constexpr EglInt kNone = 0x3038, kExtensions = 0x3055, kRenderableType = 0x3040, kOpenGlBit = 8,
                 kSurfaceType = 0x3033, kPbufferBit = 1, kMajorVersion = 0x3098,
                 kMinorVersion = 0x30FB, kProfile = 0x30FD, kCoreProfile = 1,
                 kResetStrategy = 0x31BD, kLoseContextOnReset = 0x31BF, kPriority = 0x3100,
                 kLowPriority = 0x3103, kDraw = 0x3059, kRead = 0x305A;

struct Egl {
    std::string fault{};                                  // why it cannot be used, in one clause
    void* library = load_library("libEGL.so.1", &fault);  // never closed
    template <class F>
    void find(F*& function, const char* name) {
        function = library ? reinterpret_cast<F*>(library_function(library, name)) : nullptr;
        if (!function && fault.empty()) fault = std::string("libEGL lacks ") + name;
    }
    Function (*get_proc_address)(const char*) = nullptr;
    void* (*get_display)(void*) = nullptr;
    unsigned (*initialise)(void*, int*, int*) = nullptr;
    const char* (*query_string)(void*, EglInt) = nullptr;
    unsigned (*bind_api)(unsigned) = nullptr;
    unsigned (*choose_config)(void*, const EglInt*, void**, int, int*) = nullptr;
    void* (*create_context)(void*, void*, void*, const EglInt*) = nullptr;
    unsigned (*destroy_context)(void*, void*) = nullptr;
    unsigned (*make_current)(void*, void*, void*, void*) = nullptr;
    void* (*current_display)() = nullptr;
    void* (*current_surface)(EglInt) = nullptr;
    void* (*current_context)() = nullptr;
    // Functions of EGL extensions; may be null.
    unsigned (*query_devices)(int, void**, int*) = nullptr;
    void* (*platform_display)(unsigned, void*, const EglInt*) = nullptr;

    Egl() {
        if (!library) {
            // The loader's text begins with the name alone if there is no such file, else with the
            // path of the file that does not load.
            const std::string why = display_name(fault);
            fault = why.starts_with("libEGL.so.1: ") ? "libEGL is not installed"
                                                     : "libEGL does not load: " + why;
        }
        find(get_proc_address, "eglGetProcAddress");
        find(get_display, "eglGetDisplay");
        find(initialise, "eglInitialize");
        find(query_string, "eglQueryString");
        find(bind_api, "eglBindAPI");
        find(choose_config, "eglChooseConfig");
        find(create_context, "eglCreateContext");
        find(destroy_context, "eglDestroyContext");
        find(make_current, "eglMakeCurrent");
        find(current_display, "eglGetCurrentDisplay");
        find(current_surface, "eglGetCurrentSurface");
        find(current_context, "eglGetCurrentContext");
        if (!fault.empty()) return;
        query_devices =
            reinterpret_cast<decltype(query_devices)>(get_proc_address("eglQueryDevicesEXT"));
        platform_display = reinterpret_cast<decltype(platform_display)>(
            get_proc_address("eglGetPlatformDisplayEXT"));
    }
};
const Egl& egl() {
    static const Egl loaded;
    return loaded;
}

}  // namespace

std::string why_no_opengl() {
    return egl().fault;
}

std::vector<void*> displays() {
    std::vector<void*> all;
    if (egl().platform_display) {
        all.push_back(egl().platform_display(kPlatformSurfaceless, nullptr, nullptr));
        int count = 0;
        void* devices[16] = {};
        if (egl().query_devices && egl().query_devices(16, devices, &count))
            for (int i = 0; i < count; ++i)
                all.push_back(egl().platform_display(kPlatformDevice, devices[i], nullptr));
    }
    all.push_back(egl().get_display(nullptr));
    std::erase(all, nullptr);
    return all;
}

void* create_context(void* display, void* window) {
    int major = 0, minor = 0, count = 0;
    void* config = nullptr;
    const EglInt wanted[] = {kRenderableType, kOpenGlBit, kSurfaceType, kPbufferBit, kNone};
    if (!egl().initialise(display, &major, &minor) || !egl().bind_api(kOpenGlApi) ||
        !egl().choose_config(display, wanted, &config, 1, &count) || count == 0)
        return nullptr;
    const char* extensions = egl().query_string(display, kExtensions);
    const std::string offered = extensions ? extensions : "";
    const std::vector<EglInt> plain{kMajorVersion, 4, kMinorVersion, 3, kProfile, kCoreProfile};
    std::vector<EglInt> with_hints = plain;
    const auto ask = [&](const char* extension, EglInt name, EglInt value) {
        if (offered.find(extension) != std::string::npos)
            with_hints.insert(with_hints.end(), {name, value});
    };
    ask("EGL_EXT_create_context_robustness", kResetStrategy, kLoseContextOnReset);
    ask("EGL_IMG_context_priority", kPriority, kLowPriority);
    for (std::vector<EglInt> attributes : {with_hints, plain}) {
        attributes.push_back(kNone);
        if (void* context = egl().create_context(display, config, window, attributes.data()))
            return context;
    }
    return nullptr;
}

void destroy_context(void* display, void* context) {
    egl().destroy_context(display, context);
}

Binding binding() {
    egl().bind_api(kOpenGlApi);
    return {egl().current_display(), egl().current_surface(kDraw), egl().current_surface(kRead),
            egl().current_context()};
}

bool bind(const Binding& binding) {
    return egl().make_current(binding.display, binding.draw, binding.read, binding.context);
}

Function function_named(const char* name) {
    return egl().get_proc_address(name);
}

}  // namespace redraw::gl
