// Code that runs in a signal handler may call nothing that takes a lock or memory. In Swift that cannot be said of any
// line, so this part is in C: it reads registers and the stack, and writes to memory that is mapped already.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CCrashRecorder.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// The bounds of the program in memory, from the linker.
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[];

static const uint64_t magic = 0x31305243454d4f54; // "TOMECR01"

struct line {
    // The number of the line from 1; 0 while it is being written.
    uint64_t number;
    int64_t uptime;
    char text[crash_line_bytes];
};

struct recorder {
    uint64_t magic;
    char version[crash_text_bytes];
    char boot[crash_text_bytes];
    int64_t started_wall;
    int64_t started_uptime;
    uint32_t phase;
    uint32_t signal;
    uint32_t is_from_outside;
    uint32_t frame_count;
    int64_t signal_uptime;
    uint64_t frames[crash_frame_count];
    uint64_t line_count;
    struct line lines[crash_line_count];
};

static const int fatal_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
enum { fatal_signal_count = sizeof fatal_signals / sizeof fatal_signals[0] };

static struct recorder *active;
static struct sigaction previous[fatal_signal_count];

size_t crash_recorder_bytes(void) { return sizeof(struct recorder); }

static int64_t uptime(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_BOOTTIME, &now) != 0) return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void copy(char *target, size_t size, const char *text, size_t length) {
    size_t count = length < size - 1 ? length : size - 1;
    memcpy(target, text, count);
    memset(target + count, 0, size - count);
}

void crash_recorder_begin(void *memory, const char *version, const char *boot, int64_t wall) {
    struct recorder *recorder = memory;
    memset(recorder, 0, sizeof *recorder);
    copy(recorder->version, sizeof recorder->version, version, strlen(version));
    copy(recorder->boot, sizeof recorder->boot, boot, strlen(boot));
    recorder->started_wall = wall;
    recorder->started_uptime = uptime();
    recorder->magic = magic;
}

void crash_recorder_set_phase(void *memory, uint32_t phase) {
    struct recorder *recorder = memory;
    __atomic_store_n(&recorder->phase, phase, __ATOMIC_RELAXED);
}

void crash_recorder_add_line(void *memory, const char *text, size_t length) {
    struct recorder *recorder = memory;
    uint64_t number = recorder->line_count + 1;
    struct line *line = &recorder->lines[(number - 1) % crash_line_count];
    // A process that ends in between leaves a line that does not count.
    __atomic_store_n(&line->number, 0, __ATOMIC_RELEASE);
    line->uptime = uptime();
    copy(line->text, sizeof line->text, text, length);
    __atomic_store_n(&line->number, number, __ATOMIC_RELEASE);
    __atomic_store_n(&recorder->line_count, number, __ATOMIC_RELEASE);
}

// Adds the address as a distance from the beginning of the program: an address of itself would depend on the random
// place of the program in memory.
static void add_frame(struct recorder *recorder, uintptr_t address) {
    if (recorder->frame_count >= crash_frame_count) return;
    uintptr_t start = (uintptr_t)__ehdr_start;
    int is_own = address >= start && address < (uintptr_t)etext;
    recorder->frames[recorder->frame_count] = is_own ? address - start : 0;
    recorder->frame_count += 1;
}

// Whether 8 bytes at an aligned address can be read. The kernel copies the set before it refuses the number of the
// operation, so the call changes nothing. A fault in the handler would end the process at once, before the program's
// earlier handler has run.
static int is_readable(uintptr_t address) {
    return syscall(SYS_rt_sigprocmask, ~0, address, NULL, 8) == -1 && errno == EINVAL;
}

// Follows the frame pointers, which Swift keeps on Linux. The chain ends where it leaves the stack of the thread or
// does not go up, and at a word that is no frame pointer, as libraries in C leave one in the register.
static void add_frames(struct recorder *recorder, const ucontext_t *context) {
#if defined(__x86_64__)
    uintptr_t counter = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    uintptr_t frame = (uintptr_t)context->uc_mcontext.gregs[REG_RBP];
    uintptr_t stack = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    uintptr_t counter = (uintptr_t)context->uc_mcontext.pc;
    uintptr_t frame = (uintptr_t)context->uc_mcontext.regs[29];
    uintptr_t stack = (uintptr_t)context->uc_mcontext.sp;
#else
    uintptr_t counter = 0, frame = 0, stack = 0;
#endif
    if (counter == 0) return;
    add_frame(recorder, counter);
    // No stack of a thread is larger.
    const uintptr_t limit = stack + (8u << 20);
    // Swift marks the frames of asynchronous functions with a bit that no address has.
    const uintptr_t mark = (uintptr_t)1 << 60;
    while (recorder->frame_count < crash_frame_count) {
        uintptr_t own = frame & ~mark;
        if (own < stack || own > limit || own % sizeof(uintptr_t) != 0) return;
        if (!is_readable(own) || !is_readable(own + sizeof(uintptr_t))) return;
        const uintptr_t *words = (const uintptr_t *)own;
        if (words[1] == 0) return;
        add_frame(recorder, words[1]);
        stack = own + 2 * sizeof(uintptr_t);
        frame = words[0];
    }
}

static void record(int number, siginfo_t *information, void *context) {
    struct recorder *recorder = __atomic_load_n(&active, __ATOMIC_ACQUIRE);
    uint32_t none = 0;
    // Only the first thread that fails writes, and only its first signal.
    if (recorder != NULL
        && __atomic_compare_exchange_n(
            &recorder->signal, &none, (uint32_t)number, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        recorder->signal_uptime = uptime();
        recorder->is_from_outside = information->si_code <= 0 && information->si_pid != getpid();
        add_frames(recorder, context);
    }
    for (int index = 0; index < fatal_signal_count; index += 1) {
        if (fatal_signals[index] == number) sigaction(number, &previous[index], NULL);
    }
    // The signal is blocked until this function returns. Then it ends the process, as it would have done before. It keeps
    // its origin and its address, which an earlier handler and a core would otherwise lack. A program may send itself
    // such a signal, unless a filter of system calls forbids it.
    long thread = syscall(SYS_gettid);
    if (syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, number, information) != 0) raise(number);
}

void crash_recorder_install(void *memory) {
    struct recorder *none = NULL;
    // With two recorders, the handlers that the second one restores would be our own.
    if (!__atomic_compare_exchange_n(
            &active, &none, (struct recorder *)memory, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return;
    for (int index = 0; index < fatal_signal_count; index += 1) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_sigaction = record;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        if (sigaction(fatal_signals[index], &action, &previous[index]) == 0) continue;
        while (index > 0) {
            index -= 1;
            sigaction(fatal_signals[index], &previous[index], NULL);
        }
        __atomic_store_n(&active, NULL, __ATOMIC_RELEASE);
        return;
    }
}

void crash_recorder_uninstall(void *memory) {
    struct recorder *own = memory;
    if (!__atomic_compare_exchange_n(&active, &own, NULL, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return;
    for (int index = 0; index < fatal_signal_count; index += 1) {
        sigaction(fatal_signals[index], &previous[index], NULL);
    }
}

int crash_recorder_read(const void *memory, size_t bytes, struct crash_record *record) {
    const struct recorder *recorder = memory;
    if (bytes < sizeof *recorder || recorder->magic != magic) return -1;
    copy(record->version, sizeof record->version, recorder->version, sizeof recorder->version - 1);
    copy(record->boot, sizeof record->boot, recorder->boot, sizeof recorder->boot - 1);
    record->started_wall = recorder->started_wall;
    record->started_uptime = recorder->started_uptime;
    record->phase = recorder->phase;
    record->signal = recorder->signal;
    record->is_from_outside = recorder->is_from_outside;
    record->signal_uptime = recorder->signal_uptime;
    record->frames = recorder->frame_count < crash_frame_count ? recorder->frame_count : crash_frame_count;
    return 0;
}

uint64_t crash_recorder_frame(const void *memory, uint32_t index) {
    const struct recorder *recorder = memory;
    return index < crash_frame_count ? recorder->frames[index] : 0;
}

int crash_recorder_line(const void *memory, uint32_t age, struct crash_line *line) {
    const struct recorder *recorder = memory;
    if (age >= crash_line_count || age >= recorder->line_count) return -1;
    uint64_t number = recorder->line_count - age;
    const struct line *source = &recorder->lines[(number - 1) % crash_line_count];
    if (source->number != number) return -1;
    copy(line->text, sizeof line->text, source->text, sizeof source->text - 1);
    line->uptime = source->uptime;
    return 0;
}
