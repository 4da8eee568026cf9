// A GPU that is not there, to be preloaded as libEGL.so.1: the machine seems to have a device file
// (/dev/dri), calls go on to the real libEGL (REAL_EGL), and the renderer is named FAKE_RENDERER.
// At dispatch number FAKE_AT, counted in each process, it fails as FAKE_HOW says: `segv`, `exit`
// and `kill` end the process, `hang` never returns, `idle` computes nothing from then on. `open`
// instead of a number: it hangs when it is opened. Once it hangs there is a file named FAKE_HUNG.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef void (*Function)(void);
static const unsigned char* (*real_string)(unsigned);
static void (*real_dispatch)(unsigned, unsigned, unsigned);

static void* egl(void) {
    static void* library;
    if (!library) library = dlopen(getenv("REAL_EGL"), RTLD_NOW | RTLD_GLOBAL);
    return library;
}

static const unsigned char* string(unsigned name) {
    const char* renderer = getenv("FAKE_RENDERER");
    if (name != 0x1F01) return real_string(name);  // GL_RENDERER
    return (const unsigned char*)(renderer ? renderer : "Fake GPU 9000");
}

static void hang(void) {
    const char* file = getenv("FAKE_HUNG");
    if (file) close(creat(file, 0600));
    for (;;) sleep(1000);
}

static void dispatch(unsigned x, unsigned y, unsigned z) {
    static long count;
    const char *at = getenv("FAKE_AT"), *how = getenv("FAKE_HOW");
    if (at && how && ++count >= atol(at)) {
        if (strcmp(how, "segv") == 0) raise(SIGSEGV);
        if (strcmp(how, "kill") == 0) raise(SIGKILL);
        if (strcmp(how, "exit") == 0) _exit(0);
        if (strcmp(how, "hang") == 0) hang();
        if (strcmp(how, "idle") == 0) return;
    }
    real_dispatch(x, y, z);
}

Function eglGetProcAddress(const char* name) {
    Function (*real)(const char*) = (Function(*)(const char*))dlsym(egl(), "eglGetProcAddress");
    Function found = real(name);
    if (strcmp(name, "glGetString") == 0) {
        real_string = (const unsigned char* (*)(unsigned))found;
        return (Function)string;
    }
    if (strcmp(name, "glDispatchCompute") == 0) {
        real_dispatch = (void (*)(unsigned, unsigned, unsigned))found;
        return (Function)dispatch;
    }
    return found;
}

unsigned eglInitialize(void* display, int* major, int* minor) {
    const char* at = getenv("FAKE_AT");
    if (at && strcmp(at, "open") == 0) hang();
    return ((unsigned (*)(void*, int*, int*))dlsym(egl(), "eglInitialize"))(display, major, minor);
}

#define PASS(type, name, parameters, arguments)                    \
    type name parameters {                                         \
        return ((type(*) parameters)dlsym(egl(), #name))arguments; \
    }
PASS(void*, eglGetDisplay, (void* a), (a))
PASS(const char*, eglQueryString, (void* a, int b), (a, b))
PASS(unsigned, eglBindAPI, (unsigned a), (a))
PASS(unsigned, eglChooseConfig, (void* a, const int* b, void** c, int d, int* e), (a, b, c, d, e))
PASS(void*, eglCreateContext, (void* a, void* b, void* c, const int* d), (a, b, c, d))
PASS(unsigned, eglDestroyContext, (void* a, void* b), (a, b))
PASS(unsigned, eglMakeCurrent, (void* a, void* b, void* c, void* d), (a, b, c, d))
PASS(void*, eglGetCurrentDisplay, (void), ())
PASS(void*, eglGetCurrentSurface, (int a), (a))
PASS(void*, eglGetCurrentContext, (void), ())

int stat(const char* path, struct stat* found) {
    const char* there = strcmp(path, "/dev/dri") == 0 ? "/dev" : path;
    return ((int (*)(const char*, struct stat*))dlsym(RTLD_NEXT, "stat"))(there, found);
}
