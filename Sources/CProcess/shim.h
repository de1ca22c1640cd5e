// GNU extensions that glibc declares only under _GNU_SOURCE, which Swift's view of it does without.
#include <spawn.h>
#include <sys/pidfd.h>

extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

enum { SPAWN_SETSID = 0x80 };
