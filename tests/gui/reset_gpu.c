// Preloaded to inject a reset of the GPU: OpenGL reports one when the file named by RESET_GPU
// exists, and removes the file. Also makes the machine seem to have a GPU (/dev/dri).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef void (*Function)(void);

static unsigned status(void) {
    return unlink(getenv("RESET_GPU")) == 0 ? 0x8254 : 0;  // GL_INNOCENT_CONTEXT_RESET
}

Function glfwGetProcAddress(const char* name) {
    if (strcmp(name, "glGetGraphicsResetStatus") == 0) return (Function)status;
    return ((Function(*)(const char*))dlsym(RTLD_NEXT, "glfwGetProcAddress"))(name);
}

int glfwExtensionSupported(const char* name) {
    if (strcmp(name, "GL_KHR_robustness") == 0) return 1;
    return ((int (*)(const char*))dlsym(RTLD_NEXT, "glfwExtensionSupported"))(name);
}

int stat(const char* path, struct stat* found) {
    const char* there = strcmp(path, "/dev/dri") == 0 ? "/dev" : path;
    return ((int (*)(const char*, struct stat*))dlsym(RTLD_NEXT, "stat"))(there, found);
}
