// The parts of glibc that Swift does not import: malloc.h, and extensions that are declared only under _GNU_SOURCE.
#include <malloc.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <unistd.h>

extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

enum { SPAWN_SETSID = 0x80 };
