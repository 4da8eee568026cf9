#include "gl/context.h"

#include "engine/backend/backend.h"
#include "engine/system/library.h"
#include "engine/system/muted_stderr.h"
#include "engine/text/display_name.h"
#include "gl/api.h"
#include "gl/buffer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <utility>
#include <vector>

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
    using Function = void (*)();
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

// Lists the displays to try: one without a surface, one per graphics device, the desktop's.
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

// Creates an OpenGL 4.3 core context on a display; null if that fails. Asks for reports of resets
// and for low priority, so that training gives way to the desktop, if the driver has them.
// `window`: the context to share buffers with, or null.
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

void load_functions() {
    const auto find = [](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
            egl().get_proc_address(name));
        return function != nullptr;
    };
#define REDRAW_GL_LOAD(type, name) \
    if (!find(api.name, "gl" #name)) throw Error("the OpenGL driver lacks gl" #name);
    REDRAW_GL_FUNCTIONS(REDRAW_GL_LOAD)
#undef REDRAW_GL_LOAD
    if (!find(api.GetGraphicsResetStatus, "glGetGraphicsResetStatus"))
        find(api.GetGraphicsResetStatus, "glGetGraphicsResetStatusARB");
}

std::string string_of(GLenum name) {
    const GLubyte* text = api.GetString(name);
    return text ? reinterpret_cast<const char*>(text) : "";
}

}  // namespace

Argument::Argument(float value) : bits(std::bit_cast<std::uint32_t>(value)) {}

bool is_software_renderer(const std::string& renderer) {
    std::string name;
    for (const unsigned char c : renderer) name += char(std::tolower(c));
    for (const char* known : {"llvmpipe", "softpipe", "swrast", "software", "swiftshader", "swr (",
                              "microsoft basic render"})
        if (name.find(known) != std::string::npos) return true;
    return false;
}

Context::Context(void* display, void* handle, void* window)
    : display_(display), handle_(handle), window_(window) {
    const Use use(*this);
    static std::once_flag loaded;  // functions of one context serve all contexts
    std::call_once(loaded, load_functions);
    renderer_ = string_of(GL_RENDERER);
    version_ = string_of(GL_VERSION);
    is_software_ = is_software_renderer(renderer_);
    GLint64 most = 0;
    api.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most);
    most_buffer_bytes_ = std::size_t(std::min<GLint64>(most, (GLint64(1) << 32) - 1));
    constexpr GLint kSharedBytes = 32 << 10;  // guaranteed by OpenGL 4.3
    GLint shared = 0;
    api.GetIntegerv(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE, &shared);
    if (shared < kSharedBytes)
        throw Error(fmt::format("{} has {} KB of shared memory, and 32 KB are needed", renderer_,
                                shared >> 10));
}

Context::~Context() {
    if (const Current current(*this); current) {
        programs_ = {};
        discarded_.clear();
    }
    egl().destroy_context(display_, handle_);
}

std::shared_ptr<Context> Context::open() {
    if (!egl().fault.empty()) throw Error(egl().fault);
    const MutedStderr muted;  // drivers print about devices that they cannot open
    std::shared_ptr<Context> software;
    std::string reason = "no driver offers OpenGL 4.3";
    for (void* display : displays()) {
        void* handle = create_context(display, nullptr);
        if (!handle) continue;
        try {
            const std::shared_ptr<Context> context(new Context(display, handle, nullptr));
            if (!context->is_software()) return context;
            if (!software) software = context;
        } catch (const Error& error) {
            egl().destroy_context(display, handle);
            reason = error.what();
        }
    }
    if (!software) throw Error(reason);
    return software;
}

// Never destroys the pointer: the driver may be gone when the process ends.
std::shared_ptr<Context>& Context::current() {
    static auto& context = *new std::shared_ptr<Context>;
    return context;
}

std::shared_ptr<Context> Context::shared() {
    static std::mutex opening;
    const std::lock_guard lock(opening);
    if (!current() || current()->is_lost_) current() = open();
    return current();
}

void Context::share_with_current() {
    void* window = egl().fault.empty() ? egl().current_context() : nullptr;
    if (!window) throw Error("the window's OpenGL is not opened by EGL");
    void* display = egl().current_display();
    void* handle = create_context(display, window);
    if (!handle) throw Error("the window's driver shares no OpenGL 4.3");
    try {
        current().reset(new Context(display, handle, window));
    } catch (const Error&) {
        egl().destroy_context(display, handle);
        throw;
    }
    if (!current()->is_software()) return;
    // On a remote desktop the window may be rendered in software beside a GPU; the GPU trains.
    try {
        if (const auto apart = open(); !apart->is_software()) current() = apart;
    } catch (const Error&) {
        return;  // no context but the software renderer's
    }
    if (!current()->is_software()) throw Error("a GPU trains, and the window is drawn in software");
}

bool Context::is_window_here() const {
    return window_ && egl().current_context() == window_;
}

void Context::discard(std::shared_ptr<void> objects) {
    const std::lock_guard lock(discarding_);
    discarded_.push_back(std::move(objects));
}

void Context::destroy_discarded() {
    std::vector<std::shared_ptr<void>> objects;
    const std::lock_guard lock(discarding_);
    objects.swap(discarded_);
}

Context::Current::Current(const Context& context) : display_(context.display_) {
    egl().bind_api(kOpenGlApi);
    before_ = {egl().current_display(), egl().current_surface(kDraw), egl().current_surface(kRead),
               egl().current_context()};
    made_ = egl().make_current(display_, nullptr, nullptr, context.handle_);
}

Context::Current::~Current() {
    const auto& [display, draw, read, handle] = before_;
    egl().make_current(handle ? display : display_, draw, read, handle);
}

Context::Use::Use(Context& context) : context_(context), lock_(context.mutex_), current_(context) {
    if (!current_) context.is_lost_ = true;
    if (context.is_lost_) throw DeviceFailed("The GPU was lost.");
    context.destroy_discarded();
}

Context::Use::~Use() {
    context_.destroy_discarded();
}

void Context::dispatch(Kernel kernel, std::array<std::size_t, 3> groups,
                       std::initializer_list<const Buffer*> buffers,
                       std::initializer_list<Argument> arguments) {
    Program& program = programs_[std::size_t(kernel)];
    if (!program.name()) program = Program(source_of(kernel));
    api.UseProgram(program.name());
    GLuint binding = 0;
    for (const Buffer* buffer : buffers)
        api.BindBufferBase(GL_SHADER_STORAGE_BUFFER, binding++, buffer->name());
    static_assert(sizeof(Argument) == sizeof(GLuint));
    api.Uniform1uiv(0, GLsizei(arguments.size()), &arguments.begin()->bits);
    api.DispatchCompute(GLuint(groups[0]), GLuint(groups[1]), GLuint(groups[2]));
    api.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

void Context::check(const char* doing) {
    if (api.GetGraphicsResetStatus && api.GetGraphicsResetStatus() != GL_NO_ERROR) {
        is_lost_ = true;
        throw DeviceFailed(fmt::format("The GPU was lost while {}: its driver reset it.", doing));
    }
    GLenum error = GL_NO_ERROR;
    for (int i = 0; i < 16; ++i) {  // a lost context may report errors for ever
        const GLenum next = api.GetError();
        if (next == GL_NO_ERROR) break;
        if (error != GL_OUT_OF_MEMORY) error = next;
    }
    if (error == GL_OUT_OF_MEMORY)
        throw DeviceFailed(fmt::format("The GPU ran out of memory while {}.", doing));
    if (error != GL_NO_ERROR)
        throw DeviceFailed(
            fmt::format("The GPU refused a call while {}: OpenGL error {:#x}.", doing, error));
}

}  // namespace redraw::gl
