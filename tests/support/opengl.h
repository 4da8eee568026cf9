// The OpenGL device of this machine, for tests of its backend. A reset, a limit or a lack of memory
// is injected by replacing the OpenGL function that reports it.
#pragma once

#include "engine/device/devices.h"
#include "gl/api.h"
#include "gl/context.h"
#include "gl/registration.h"

#include <doctest/doctest.h>

#include <utility>

namespace redraw_test {

// While it lives, the `call`-th check for a device reset (1: the next) and later ones report one.
class InjectedReset {
public:
    explicit InjectedReset(int call) {
        left_ = call;
        redraw::gl::Context::shared();  // loads OpenGL's functions
        redraw::gl::api.GetGraphicsResetStatus = [] {
            return GLenum(--left_ > 0 ? GL_NO_ERROR : GL_GUILTY_CONTEXT_RESET);
        };
    }
    ~InjectedReset() { redraw::gl::api.GetGraphicsResetStatus = real_; }
    InjectedReset(const InjectedReset&) = delete;
    InjectedReset& operator=(const InjectedReset&) = delete;

private:
    static inline int left_ = 0;
    decltype(redraw::gl::api.GetGraphicsResetStatus) real_ = redraw::gl::api.GetGraphicsResetStatus;
};

// While this object lives, a newly opened context has storage buffers of at most `bytes`.
class InjectedLimit {
public:
    explicit InjectedLimit(GLint64 bytes) {
        bytes_ = bytes;
        lose_context();
        redraw::gl::api.GetInteger64v = [](GLenum, GLint64* value) { *value = bytes_; };
    }
    ~InjectedLimit() {
        redraw::gl::api.GetInteger64v = real_;
        lose_context();
    }
    InjectedLimit(const InjectedLimit&) = delete;
    InjectedLimit& operator=(const InjectedLimit&) = delete;

private:
    static void lose_context() {
        const InjectedReset reset(1);
        const auto context = redraw::gl::Context::shared();
        const redraw::gl::Context::Use use(*context);
        CHECK_THROWS_AS(context->check("testing"), redraw::DeviceFailed);
    }
    static inline GLint64 bytes_ = 0;
    decltype(redraw::gl::api.GetInteger64v) real_ = redraw::gl::api.GetInteger64v;
};

// Makes the next check report that the device ran out of memory.
class InjectedLackOfMemory {
public:
    InjectedLackOfMemory() {
        is_left_ = true;
        redraw::gl::api.GetError = [] {
            return GLenum(std::exchange(is_left_, false) ? GL_OUT_OF_MEMORY : GL_NO_ERROR);
        };
    }
    ~InjectedLackOfMemory() { redraw::gl::api.GetError = real_; }
    InjectedLackOfMemory(const InjectedLackOfMemory&) = delete;
    InjectedLackOfMemory& operator=(const InjectedLackOfMemory&) = delete;

private:
    static inline bool is_left_ = false;
    decltype(redraw::gl::api.GetError) real_ = redraw::gl::api.GetError;
};

}  // namespace redraw_test
