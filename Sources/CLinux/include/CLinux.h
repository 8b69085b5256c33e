// The calls of Linux that Swift cannot import (variadic, behind _GNU_SOURCE, or without a libc wrapper), as static
// inline functions. Each returns what the call returns, or -1 with errno set; none of them allocates.
#ifndef CLINUX_H
#define CLINUX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

/// `openat` with a mode that is used only when the file is created.
static inline int clinux_openat(int directory, const char *name, int flags, mode_t mode) {
    return openat(directory, name, flags, mode);
}

/// An open-file-description lock over the whole file; with `wait` the thread blocks until it is granted.
static inline int clinux_ofd_lock(int descriptor, short type, int wait) {
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return fcntl(descriptor, wait ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
}

/// Takes a read lease. The default signal of a broken lease (SIGIO) would end the process, and F_UNLCK resets the
/// choice of signal, so SIGURG (ignored by default) is set again each time.
static inline int clinux_take_read_lease(int descriptor) {
    if (fcntl(descriptor, F_SETSIG, SIGURG) == -1) return -1;
    return fcntl(descriptor, F_SETLEASE, F_RDLCK);
}

static inline int clinux_release_lease(int descriptor) {
    return fcntl(descriptor, F_SETLEASE, F_UNLCK);
}

/// F_RDLCK while the lease is whole, F_UNLCK when it is being broken or is gone.
static inline int clinux_lease_state(int descriptor) {
    return fcntl(descriptor, F_GETLEASE);
}

static inline int clinux_set_close_on_exec(int descriptor) {
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

static inline int clinux_memfd_create(const char *name) {
    return memfd_create(name, MFD_CLOEXEC);
}

/// renameat2 by its number: a libc may lack the wrapper where the kernel has the call.
static inline int clinux_renameat2(int from_directory, const char *from, int to_directory, const char *to,
                                   unsigned int flags) {
    return (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags);
}

enum { clinux_rename_noreplace = 1, clinux_rename_exchange = 2 };

/// 1 when the file is itself the root of a mount (a single file bind-mounted), 0 when not, -1 with errno.
static inline int clinux_is_mount_root(int directory, const char *name) {
    struct statx buffer;
    if (statx(directory, name, AT_SYMLINK_NOFOLLOW, 0, &buffer) == -1) return -1;
    return (buffer.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) && (buffer.stx_attributes & STATX_ATTR_MOUNT_ROOT);
}

#endif
