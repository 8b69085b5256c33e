// The calls of Linux that Swift cannot import: variadic ones, those behind _GNU_SOURCE, those without a libc wrapper.
//
// Only prototypes here: a header that switched _GNU_SOURCE on would give system types other members than the modules
// of the toolchain give them (fd_set), and a program that imports both would not compile. Each call returns what the
// kernel's does, or -1 with errno set; none of them allocates.
#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>

#include "CLinuxOptions.h"

/// `openat` with a mode that is used only when the file is created. This and what else asks a file system here is made again
/// where a signal interrupted it.
int clinux_openat(int directory, const char *name, int flags, unsigned int mode);

/// An exclusive open-file-description lock over the whole file; with `wait` the thread blocks until it is granted.
int clinux_ofd_lock(int descriptor, int wait);
int clinux_ofd_unlock(int descriptor);

/// Takes a read lease. The default signal of a broken lease (SIGIO) would end the process, and F_UNLCK resets the
/// choice of signal, so SIGURG (ignored by default) is set again each time.
int clinux_take_read_lease(int descriptor);
int clinux_release_lease(int descriptor);
/// The same for a write lease, which is granted where nobody else has the file open.
int clinux_take_write_lease(int descriptor);
/// 1 while the read lease is whole, 0 when it is being broken or was never had.
int clinux_lease_is_whole(int descriptor);

int clinux_set_close_on_exec(int descriptor);
int clinux_memfd_create(const char *name);

/// `RENAME_EXCHANGE` and `RENAME_NOREPLACE` within one directory.
int clinux_exchange(int directory, const char *a, const char *b);
int clinux_rename_new(int directory, const char *from, const char *to);

/* Has the pages of a file that were written go to the disk, without waiting (sync_file_range). */
void clinux_start_writing(int descriptor);

/// 1 when the file is itself the root of a mount (a single file bind-mounted), 0 when not, -1 with errno.
int clinux_is_mount_root(int directory, const char *name);

/// What is special about a file: 1 as above, 2 immutable, 4 append-only, or their sum; -1 with errno.
int clinux_file_traits(int directory, const char *name);

/// The type (magic number) of the file system that holds an open file, or -1 with errno.
int64_t clinux_file_system_type(int descriptor);

/// Extended attributes of an open file, as the calls without the prefix.
long clinux_flistxattr(int descriptor, char *names, size_t size);
long clinux_fgetxattr(int descriptor, const char *name, void *value, size_t size);
int clinux_fsetxattr(int descriptor, const char *name, const void *value, size_t size);
int clinux_fremovexattr(int descriptor, const char *name);

/// Monotonic time in nanoseconds.
int64_t clinux_now(void);

/// A number that tells threads apart while they live.
static inline uintptr_t clinux_thread(void) { return (uintptr_t)__builtin_thread_pointer(); }

/// An eventfd that neither blocks nor is inherited.
int clinux_eventfd(void);

/// Waits until one of two descriptors can be read (a negative one is left out) or `nanoseconds` have passed
/// (negative: for ever). Bit 0: the first, bit 1: the second; 0 on a timeout or an interruption.
int clinux_wait(int first, int second, int64_t nanoseconds);

/// A thread that nobody joins, with every signal blocked from its first instruction, so that none of the program's
/// signals is ever delivered to it. Returns 0 or an error number.
int clinux_detached_thread(void *(*body)(void *), void *argument);
/// Names the calling thread, with at most 15 bytes.
void clinux_name_thread(const char *name);

/// A number that is another one in every process that `fork` has made, from the first call on.
int clinux_forks(void);
/// From here to `clinux_release_forks` a `fork` of another thread waits, so that a child finds no half-made state. It is
/// for short whiles; the same thread may hold more than once, and must not fork meanwhile.
void clinux_hold_forks(void);
void clinux_release_forks(void);

/// GNU strerror_r: what the C library says of an error number, perhaps in `buffer`.
const char *clinux_strerror(int number, char *buffer, size_t size);

#endif
