// An OpenGL 4.3 core context without a window of its own. One context serves all backends of the
// process, so that kernels are compiled once.
//
// The context is current on a thread only within a Use, which also excludes other threads: a
// backend may be made, used and destroyed on any thread. A context whose device was lost or reset
// stays unusable; shared() then opens another.
#pragma once

#include "gl/platform.h"
#include "gl/program.h"

#include <array>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace redraw::gl {

class Buffer;

// An argument of a kernel, in the order of args[] in its main().
struct Argument {
    Argument(float value);
    template <std::integral Whole>
    Argument(Whole value) : bits(std::uint32_t(value)) {}
    std::uint32_t bits;
};

class Context {
public:
    // Returns the process's context; opens it on the first call and after a reset. Prefers a GPU to
    // a software renderer. Throws Error with the reason in one clause ("libEGL is not installed").
    static std::shared_ptr<Context> shared();
    // Opens the process's context so that it shares buffers with the window's context, which is
    // current on this thread. Call before any backend is made. Throws Error with the reason in one
    // clause if that context is not EGL's, the driver refuses, or the window is rendered in
    // software while a GPU trains. shared() then returns a context that shares nothing.
    static void share_with_current();
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    // Makes the context current on this thread for its lifetime, then restores the former one.
    class Current {
    public:
        explicit Current(const Context& context);
        ~Current();
        Current(const Current&) = delete;
        Current& operator=(const Current&) = delete;
        explicit operator bool() const { return made_; }

    private:
        Binding before_;
        bool made_;
    };

    // Excludes other threads and makes the context current for its lifetime. Not reentrant. Throws
    // DeviceFailed if the context is lost or cannot be made current.
    class Use {
    public:
        explicit Use(Context& context);
        ~Use();
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        Context& context_;
        std::unique_lock<std::mutex> lock_;
        Current current_;
    };

    const std::string& renderer() const { return renderer_; }  // "AMD Radeon RX 7600 (navi33, ...)"
    const std::string& version() const { return version_; }    // "4.6 (Core Profile) Mesa 25.0.7"
    bool is_software() const { return is_software_; }
    bool is_lost() const { return is_lost_; }
    // True if the context shares its buffers with a window's context.
    bool has_window() const { return window_ != nullptr; }
    // True if the window's context is current on this thread: buffers may be read without a Use.
    bool is_window_here() const;
    // Destroys objects of this context later, within a Use, so that the caller need not wait.
    void discard(std::shared_ptr<void> objects);
    // The size limit of a storage buffer; OpenGL 4.3 guarantees only 16 MB.
    std::size_t most_buffer_bytes() const { return most_buffer_bytes_; }

    // Call the functions below within a Use.

    // Runs a kernel after everything dispatched before, with groups.x x groups.y x groups.z
    // workgroups. The only function that dispatches; its barrier orders all reads and writes.
    void dispatch(Kernel kernel, std::array<std::size_t, 3> groups,
                  std::initializer_list<const Buffer*> buffers,
                  std::initializer_list<Argument> arguments);
    // Throws DeviceFailed if the device was reset, ran out of memory or refused a call since the
    // last check. `doing` completes "The GPU ran out of memory while ...".
    void check(const char* doing);

private:
    Context(void* display, void* handle, void* window);
    static std::shared_ptr<Context> open();
    static std::shared_ptr<Context>& current();
    void destroy_discarded();

    std::mutex mutex_;
    void *display_, *handle_, *window_;  // window_: the window's context, or null
    std::string renderer_, version_;
    bool is_software_ = false;
    std::atomic<bool> is_lost_ = false;
    std::size_t most_buffer_bytes_ = 0;
    std::array<Program, kKernelCount> programs_;
    std::mutex discarding_;
    std::vector<std::shared_ptr<void>> discarded_;
};

// True for known names of renderers that compute on the processor.
bool is_software_renderer(const std::string& renderer);

}  // namespace redraw::gl
