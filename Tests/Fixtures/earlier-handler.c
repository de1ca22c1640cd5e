// A program with a handler of its own, and then the crash recorder, that reads an unmapped address. Its exit code is 77
// when its handler got the signal as the failing instruction caused it.
#include "CCrashRecorder.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static void handle(int number, siginfo_t *information, void *context) {
    (void)number;
    (void)context;
    _exit(information->si_code == SEGV_MAPERR ? 77 : 78);
}

int main(void) {
    struct sigaction earlier = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
    if (sigaction(SIGSEGV, &earlier, NULL) != 0) return 1;
    void *memory = mmap(NULL, crash_recorder_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 2;
    crash_recorder_begin(memory, "1", "boot", 0);
    crash_recorder_install(memory);
    // The recorder has to be the one that gets the signal first.
    struct sigaction present;
    if (sigaction(SIGSEGV, NULL, &present) != 0 || present.sa_sigaction == handle) return 3;
    return *(volatile int *)16;
}
