/* See compiler.h.
 *
 * The compiler is started without a copy of this process, whose memory may be
 * large.  It has a process group of its own: an interrupt from the terminal
 * does not reach it, and it is ended with all its parts when it is not needed
 * any more.  Its folder is its working directory and the place of its temporary
 * files, so nothing is left elsewhere.
 */
/* For posix_spawn_file_actions_addfchdir_np.
 * NOLINTNEXTLINE(bugprone-reserved-identifier) */
#define _GNU_SOURCE
#include "engine/native/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Wrapping sums as the interpreter has them; what is needed of the C library is
 * loaded already; warnings would help nobody.  -O2 takes half as long again as
 * -O1, and makes no difference that could be measured.
 */
static const char *const options[] = {"-std=gnu11", "-O1",       "-fPIC",
                                      "-shared",    "-nostdlib", "-fwrapv",
                                      "-pipe",      "-w"};
enum { OPTION_COUNT = sizeof options / sizeof options[0] };

static bool is_program(const char *path) {
  struct stat file;
  return stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
         access(path, X_OK) == 0;
}

/* Folders that are not absolute are passed over: they would depend on where the
 * command is called.
 */
bool compiler_find(struct buffer *path) {
  const char *folders = getenv("PATH");
  while (folders && *folders) {
    const size_t length = strcspn(folders, ":");
    buffer_clear(path);
    buffer_add(path, folders, length);
    buffer_puts(path, "/cc");
    if (folders[0] == '/' && is_program(buffer_text(path)))
      return true;
    folders += length + (folders[length] == ':');
  }
  return false;
}

void compiler_identify(const char *path, struct buffer *out) {
  struct stat file;
  char *real = realpath(path, NULL);
  if (real && stat(real, &file) == 0)
    buffer_printf(out, "%s %lld %lld.%09ld", real, (long long)file.st_size,
                  (long long)file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
  free(real);
  for (int i = 0; i < OPTION_COUNT; i++)
    buffer_printf(out, " %s", options[i]);
}

/* The environment with the folder for temporary files replaced. */
static char **make_environment(void) {
  static char here[] = "TMPDIR=.", plain[] = "LC_ALL=C";
  size_t count = 0;
  while (environ[count])
    count++;
  char **all = malloc((count + 3) * sizeof *all);
  if (!all)
    return NULL;
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (strncmp(environ[i], "TMPDIR=", 7) != 0 &&
        strncmp(environ[i], "LC_ALL=", 7) != 0)
      all[kept++] = environ[i];
  all[kept++] = here;
  all[kept++] = plain;
  all[kept] = NULL;
  return all;
}

static bool set_up(posix_spawn_file_actions_t *actions,
                   posix_spawnattr_t *attributes, int folder) {
  sigset_t none;
  sigemptyset(&none);
  return posix_spawn_file_actions_addfchdir_np(actions, folder) == 0 &&
         posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY,
                                          0) == 0 &&
         posix_spawn_file_actions_addopen(
             actions, 1, "log", O_WRONLY | O_CREAT | O_TRUNC, 0600) == 0 &&
         posix_spawn_file_actions_adddup2(actions, 1, 2) == 0 &&
         posix_spawnattr_setpgroup(attributes, 0) == 0 &&
         posix_spawnattr_setsigmask(attributes, &none) == 0 &&
         posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP |
                                                  POSIX_SPAWN_SETSIGMASK) == 0;
}

pid_t compiler_start(const char *path, int folder, const char *input,
                     const char *output) {
  const char *arguments[OPTION_COUNT + 5] = {path};
  memcpy(arguments + 1, options, sizeof options);
  arguments[OPTION_COUNT + 1] = "-o";
  arguments[OPTION_COUNT + 2] = output;
  arguments[OPTION_COUNT + 3] = input;
  char **environment = make_environment();
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t process = -1;
  if (!environment || posix_spawn_file_actions_init(&actions) != 0) {
    free(environment);
    return -1;
  }
  if (posix_spawnattr_init(&attributes) == 0) {
    if (!set_up(&actions, &attributes, folder) ||
        posix_spawn(&process, path, &actions, &attributes,
                    (char *const *)arguments, environment) != 0)
      process = -1;
    (void)posix_spawnattr_destroy(&attributes);
  }
  (void)posix_spawn_file_actions_destroy(&actions);
  free(environment);
  return process;
}

enum compiler_answer compiler_ask(pid_t process, bool patient) {
  int status;
  const pid_t ended = waitpid(process, &status, patient ? 0 : WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR))
    return COMPILER_BUSY;
  return ended == process && WIFEXITED(status) && WEXITSTATUS(status) == 0
             ? COMPILER_DONE
             : COMPILER_FAILED;
}

void compiler_stop(pid_t process) {
  (void)kill(-process, SIGKILL);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
    ;
}
