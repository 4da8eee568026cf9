// A library for LD_PRELOAD: the FAIL_AT-th allocation fails, and if FAIL_ON is set every later one,
// too. Counts malloc(), calloc() and realloc() from the first call of signal(), at the start of
// main(). Writes the count into the file COUNT_INTO at the end.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);

static long made, fail_at, fail_on, begun;

__attribute__((constructor)) static void begin(void) {
    const char* at = getenv("FAIL_AT");
    fail_on = getenv("FAIL_ON") != NULL;
    fail_at = at ? atol(at) : 0;
}

__attribute__((destructor)) static void end(void) {
    const char* path = getenv("COUNT_INTO");
    const long count = __atomic_load_n(&made, __ATOMIC_RELAXED);
    FILE* file = path ? fopen(path, "w") : NULL;
    if (file == NULL) return;
    fprintf(file, "%ld", count);
    fclose(file);
}

sighandler_t signal(int number, sighandler_t handler) {
    sighandler_t (*next)(int, sighandler_t);
    *(void**)&next = dlsym(RTLD_NEXT, "signal");
    begun = 1;
    return next(number, handler);
}

static int fails(void) {
    if (!begun) return 0;
    const long number = __atomic_add_fetch(&made, 1, __ATOMIC_RELAXED);
    if (fail_at == 0 || number < fail_at || (number > fail_at && !fail_on)) return 0;
    errno = ENOMEM;
    return 1;
}

void* malloc(size_t bytes) {
    return fails() ? NULL : __libc_malloc(bytes);
}
void* calloc(size_t count, size_t each) {
    return fails() ? NULL : __libc_calloc(count, each);
}
void* realloc(void* memory, size_t bytes) {
    return fails() ? NULL : __libc_realloc(memory, bytes);
}
