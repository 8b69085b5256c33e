#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

// FUSE and NFS let a signal interrupt what other file systems see through; the call is made again.
#define AGAIN(call) \
    __extension__({ \
        __typeof__(call) result_; \
        do result_ = (call); \
        while (result_ == -1 && errno == EINTR); \
        result_; \
    })

int clinux_openat(int directory, const char *name, int flags, unsigned int mode) {
    return AGAIN(openat(directory, name, flags, (mode_t)mode));
}

static int ofd_lock(int descriptor, short type, int command) {
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return fcntl(descriptor, command, &lock);
}

int clinux_ofd_lock(int descriptor, int wait) {
    return ofd_lock(descriptor, F_WRLCK, wait ? F_OFD_SETLKW : F_OFD_SETLK);
}

int clinux_ofd_unlock(int descriptor) { return ofd_lock(descriptor, F_UNLCK, F_OFD_SETLK); }

static int take_lease(int descriptor, int kind) {
    if (fcntl(descriptor, F_SETSIG, SIGURG) == -1) return -1;
    return fcntl(descriptor, F_SETLEASE, kind);
}

int clinux_take_read_lease(int descriptor) { return take_lease(descriptor, F_RDLCK); }

int clinux_take_write_lease(int descriptor) { return take_lease(descriptor, F_WRLCK); }

int clinux_release_lease(int descriptor) { return fcntl(descriptor, F_SETLEASE, F_UNLCK); }

int clinux_lease_is_whole(int descriptor) { return fcntl(descriptor, F_GETLEASE) == F_RDLCK; }

int clinux_set_close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

int clinux_memfd_create(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

// By its number: a libc may lack the wrapper where the kernel has the call.
static int rename2(int directory, const char *from, const char *to, unsigned int flags) {
    return (int)syscall(SYS_renameat2, directory, from, directory, to, flags);
}

int clinux_exchange(int directory, const char *a, const char *b) { return rename2(directory, a, b, RENAME_EXCHANGE); }

int clinux_rename_new(int directory, const char *from, const char *to) {
    return rename2(directory, from, to, RENAME_NOREPLACE);
}

void clinux_start_writing(int descriptor) { (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE); }

int clinux_file_traits(int directory, const char *name) {
    struct statx buffer;
    if (AGAIN(statx(directory, name, AT_SYMLINK_NOFOLLOW, 0, &buffer)) == -1) return -1;
    uint64_t traits = buffer.stx_attributes & buffer.stx_attributes_mask;
    return (traits & STATX_ATTR_MOUNT_ROOT ? 1 : 0) | (traits & STATX_ATTR_IMMUTABLE ? 2 : 0) |
           (traits & STATX_ATTR_APPEND ? 4 : 0);
}

int clinux_is_mount_root(int directory, const char *name) {
    int traits = clinux_file_traits(directory, name);
    return traits == -1 ? -1 : traits & 1;
}

int64_t clinux_file_system_type(int descriptor) {
    struct statfs buffer;
    if (AGAIN(fstatfs(descriptor, &buffer)) == -1) return -1;
    return (int64_t)(uint32_t)buffer.f_type;
}

long clinux_flistxattr(int descriptor, char *names, size_t size) {
    return AGAIN(flistxattr(descriptor, names, size));
}

long clinux_fgetxattr(int descriptor, const char *name, void *value, size_t size) {
    return AGAIN(fgetxattr(descriptor, name, value, size));
}

int clinux_fsetxattr(int descriptor, const char *name, const void *value, size_t size) {
    return AGAIN(fsetxattr(descriptor, name, value, size, 0));
}

int clinux_fremovexattr(int descriptor, const char *name) {
    return AGAIN(fremovexattr(descriptor, name));
}

int64_t clinux_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int clinux_wait(int first, int second, int64_t nanoseconds) {
    struct pollfd descriptors[2] = {{first, POLLIN, 0}, {second, POLLIN, 0}};
    struct timespec timeout = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    if (ppoll(descriptors, 2, nanoseconds < 0 ? NULL : &timeout, NULL) <= 0) return 0;
    return (descriptors[0].revents ? 1 : 0) | (descriptors[1].revents ? 2 : 0);
}

void clinux_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int clinux_detached_thread(void *(*body)(void *), void *argument) {
    sigset_t all, before;
    pthread_attr_t attributes;
    pthread_t thread;
    int result = pthread_attr_init(&attributes);
    if (result) return result;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    result = pthread_create(&thread, &attributes, body, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return result;
}

static pthread_mutex_t forks_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_once_t forks_once = PTHREAD_ONCE_INIT;
static int forks;

static void before_fork(void) { pthread_mutex_lock(&forks_lock); }

static void after_fork(void) { pthread_mutex_unlock(&forks_lock); }

static void in_child(void) {
    // The mutex knows its owner by a number that the thread has not got any more; nobody else is here to want it.
    pthread_mutex_t unlocked = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    forks_lock = unlocked;
    __atomic_add_fetch(&forks, 1, __ATOMIC_RELAXED);
}

static void follow_forks(void) { pthread_atfork(before_fork, after_fork, in_child); }

int clinux_forks(void) {
    pthread_once(&forks_once, follow_forks);
    return __atomic_load_n(&forks, __ATOMIC_RELAXED);
}

void clinux_hold_forks(void) {
    pthread_once(&forks_once, follow_forks);
    pthread_mutex_lock(&forks_lock);
}

void clinux_release_forks(void) { pthread_mutex_unlock(&forks_lock); }

const char *clinux_strerror(int number, char *buffer, size_t size) { return strerror_r(number, buffer, size); }
