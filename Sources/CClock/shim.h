#include <sys/timex.h>
#include <time.h>

// Nanoseconds since this machine was started, also while it slept. In C, because Swift finds `struct timespec` in a
// different module whenever something else is imported.
static inline long long clock_since_boot(void) {
    struct timespec time = {0, 0};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}
