// An OpenGL 3.3 context without window or display server, on each graphics device in turn. libEGL
// is loaded at run time and declared here, so that tests build on servers without graphics
// packages.
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace redraw {

class EglContext {
public:
    using Function = void (*)();

    // Creates the index-th context and makes it current on this thread: EGL's devices come first,
    // then Mesa's display without a surface. Returns null beyond the last one; `why` says why a
    // context does not work.
    static std::unique_ptr<EglContext> make(int index, std::string& why) {
        const Egl& egl = library();
        why.clear();
        if (!egl.handle) return nullptr;
        std::vector<void*> displays;
        if (egl.query_devices && egl.platform_display) {
            int count = 0;
            void* devices[16] = {};
            if (egl.query_devices(16, devices, &count))
                for (int i = 0; i < count; ++i)
                    displays.push_back(egl.platform_display(kPlatformDevice, devices[i], nullptr));
            displays.push_back(egl.platform_display(kPlatformSurfaceless, nullptr, nullptr));
        }
        if (index < 0 || std::size_t(index) >= displays.size()) return nullptr;
        auto result =
            std::unique_ptr<EglContext>(new EglContext(egl, displays[std::size_t(index)]));
        if (!result->make_current()) why = "EGL error " + std::to_string(egl.get_error());
        return result;
    }
    ~EglContext() {
        if (!display_) return;
        egl_.make_current(display_, nullptr, nullptr, nullptr);
        if (context_) egl_.destroy_context(display_, context_);
    }
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;

    static Function function(const char* name) {
        const Egl& egl = library();
        return egl.get_proc_address ? egl.get_proc_address(name) : nullptr;
    }

private:
    // Constants of the EGL registry.
    static constexpr unsigned kPlatformDevice = 0x313F, kPlatformSurfaceless = 0x31DD;
    static constexpr unsigned kOpenGl = 0x30A2;
    static constexpr std::int32_t kNone = 0x3038, kRenderableType = 0x3040, kOpenGlBit = 8,
                                  kSurfaceType = 0x3033, kPbufferBit = 1, kMajor = 0x3098,
                                  kMinor = 0x30FB, kProfile = 0x30FD, kCore = 1;

    struct Egl {
        void* handle = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
        template <class F>
        void find(F*& function, const char* name) const {
            function = handle ? reinterpret_cast<F*>(dlsym(handle, name)) : nullptr;
        }
        Function (*get_proc_address)(const char*) = nullptr;
        unsigned (*initialise)(void*, int*, int*) = nullptr;
        unsigned (*bind_api)(unsigned) = nullptr;
        unsigned (*choose_config)(void*, const std::int32_t*, void**, int, int*) = nullptr;
        void* (*create_context)(void*, void*, void*, const std::int32_t*) = nullptr;
        unsigned (*destroy_context)(void*, void*) = nullptr;
        unsigned (*make_current)(void*, void*, void*, void*) = nullptr;
        int (*get_error)() = nullptr;
        unsigned (*query_devices)(int, void**, int*) = nullptr;
        void* (*platform_display)(unsigned, void*, const std::int32_t*) = nullptr;

        Egl() {
            find(get_proc_address, "eglGetProcAddress");
            find(initialise, "eglInitialize");
            find(bind_api, "eglBindAPI");
            find(choose_config, "eglChooseConfig");
            find(create_context, "eglCreateContext");
            find(destroy_context, "eglDestroyContext");
            find(make_current, "eglMakeCurrent");
            find(get_error, "eglGetError");
            if (!get_proc_address) return;
            query_devices =
                reinterpret_cast<decltype(query_devices)>(get_proc_address("eglQueryDevicesEXT"));
            platform_display = reinterpret_cast<decltype(platform_display)>(
                get_proc_address("eglGetPlatformDisplayEXT"));
        }
    };

    static const Egl& library() {
        static const Egl loaded;
        return loaded;
    }
    EglContext(const Egl& egl, void* display) : egl_(egl), display_(display) {}

    bool make_current() {
        int major = 0, minor = 0, count = 0;
        const std::int32_t wanted[] = {kRenderableType, kOpenGlBit, kSurfaceType, kPbufferBit,
                                       kNone};
        const std::int32_t version[] = {kMajor, 3, kMinor, 3, kProfile, kCore, kNone};
        void* config = nullptr;
        if (!display_ || !egl_.initialise(display_, &major, &minor) || !egl_.bind_api(kOpenGl) ||
            !egl_.choose_config(display_, wanted, &config, 1, &count) || count == 0)
            return false;
        context_ = egl_.create_context(display_, config, nullptr, version);
        return context_ && egl_.make_current(display_, nullptr, nullptr, context_);
    }

    const Egl& egl_;
    void* display_ = nullptr;
    void* context_ = nullptr;
};

}  // namespace redraw
