// A library for LD_PRELOAD: the files that tell the limits of control groups are read below the
// folder CONTROL_GROUPS.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* moved(const char* path, char* space) {
    const char* root = getenv("CONTROL_GROUPS");
    const int is_of_groups =
        strcmp(path, "/proc/self/cgroup") == 0 || strncmp(path, "/sys/fs/cgroup/", 15) == 0;
    if (root == NULL || !is_of_groups) return path;
    snprintf(space, PATH_MAX, "%s%s", root, path);
    return space;
}

FILE* fopen64(const char* path, const char* mode) {
    FILE* (*next)(const char*, const char*);
    char space[PATH_MAX];
    *(void**)&next = dlsym(RTLD_NEXT, "fopen64");
    return next(moved(path, space), mode);
}

FILE* fopen(const char* path, const char* mode) {
    FILE* (*next)(const char*, const char*);
    char space[PATH_MAX];
    *(void**)&next = dlsym(RTLD_NEXT, "fopen");
    return next(moved(path, space), mode);
}
