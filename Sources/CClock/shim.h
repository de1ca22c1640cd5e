#include <sys/timex.h>
#include <time.h>

// Returns the nanoseconds since the machine was started, including the time during which it slept. Written in C,
// because Swift finds `struct timespec` in a different module whenever something else is imported.
static inline long long clock_since_boot(void) {
    struct timespec time = {0, 0};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}
