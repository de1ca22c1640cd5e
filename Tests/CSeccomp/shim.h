#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

// System calls of systemd's set @privileged.
static const int CALL_CHOWN = SYS_chown;
static const int CALL_FCHOWN = SYS_fchown;
static const int CALL_FCHOWNAT = SYS_fchownat;
static const int CALL_LCHOWN = SYS_lchown;

// The system calls of systemd's set @clock.
static const int CALL_ADJTIMEX = SYS_adjtimex;
static const int CALL_CLOCK_ADJTIME = SYS_clock_adjtime;
static const int CALL_CLOCK_SETTIME = SYS_clock_settime;
static const int CALL_SETTIMEOFDAY = SYS_settimeofday;

// Makes the system calls fail with EPERM for the calling thread, and for that thread only, until it ends. Returns 0, or
// the errno of a kernel that has no filters.
static inline int refuse_calls(const int *numbers, int count) {
    enum { most = 16 };
    struct sock_filter lines[most + 3] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    if (count > most) return EINVAL;
    for (int index = 0; index < count; index++) {
        lines[index + 1] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, numbers[index], (unsigned char)(count - index), 0);
    }
    lines[count + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    lines[count + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog filter = {(unsigned short)(count + 3), lines};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno;
}
