// A library for LD_PRELOAD: with every clock_gettime() or time(), the wall clock goes back an hour.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long back;

int clock_gettime(clockid_t clock, struct timespec* now) {
    const long status = syscall(SYS_clock_gettime, clock, now);
    if (status == 0 && clock == CLOCK_REALTIME) now->tv_sec -= back += 3600;
    return (int)status;
}

time_t time(time_t* out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}
