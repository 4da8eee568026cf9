#include "gl/context.h"

#include "engine/backend/backend.h"
#include "engine/system/muted_stderr.h"
#include "gl/api.h"
#include "gl/buffer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <utility>

namespace redraw::gl {

namespace {

void load_functions() {
    const auto find = [](auto& function, const char* name) {
        function =
            reinterpret_cast<std::remove_reference_t<decltype(function)>>(function_named(name));
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
    // Functions of one context serve all. On Windows std::call_once() would hang after an error.
    [[maybe_unused]] static const bool loaded = (load_functions(), true);
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
    destroy_context(display_, handle_);
}

std::shared_ptr<Context> Context::open() {
    if (const std::string why = why_no_opengl(); !why.empty()) throw Error(why);
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
            destroy_context(display, handle);
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
    const Binding bound = why_no_opengl().empty() ? binding() : Binding();
    void *const window = bound.context, *const display = bound.display;
    if (!window) throw Error("the window's OpenGL is not opened by EGL");
    void* handle = create_context(display, window);
    if (!handle) throw Error("the window's driver shares no OpenGL 4.3");
    try {
        current().reset(new Context(display, handle, window));
    } catch (const Error&) {
        destroy_context(display, handle);
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
    return window_ && binding().context == window_;
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

Context::Current::Current(const Context& context)
    : before_(binding()), made_(bind({context.display_, nullptr, nullptr, context.handle_})) {
    if (!before_.context) before_.display = context.display_;
}

Context::Current::~Current() {
    bind(before_);
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
