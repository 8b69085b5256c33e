#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "CLinuxOptions.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { most_options = 64, most_at_once = 4096, most_threads = 64, most_files = 64 };

// 0, not 1: glibc then also forgets where in a cluster of letters it was.
void clinux_begin_options(void) {
    optind = 0;
    opterr = 0;
}

int clinux_next_option(
    int argc, char *const *argv, const char *letters, const char *const *names, const int *takes_argument,
    const int *codes, int count, const char **text, int *letter) {
    struct option options[most_options + 1];
    memset(options, 0, sizeof options);
    for (int index = 0; index < count && index < most_options; index++) {
        options[index].name = names[index];
        options[index].has_arg = takes_argument[index] ? required_argument : no_argument;
        options[index].val = codes[index];
    }
    int before = optind ? optind : 1;
    optarg = NULL;
    optopt = 0;
    int code = getopt_long(argc, argv, letters, options, NULL);
    *text = optarg;
    *letter = 0;
    if (code != '?' && code != ':') return code;
    // A long option has been passed by, a cluster of letters perhaps not.
    const char *written = before < argc ? argv[before] : "";
    int is_long = written[0] == '-' && written[1] == '-';
    *text = written;
    if (!is_long) *letter = optopt;
    if (code == ':') return CLINUX_OPTION_NO_ARGUMENT;
    return is_long && optopt ? CLINUX_OPTION_SURPLUS_ARGUMENT : CLINUX_OPTION_UNKNOWN;
}

int clinux_option_index(void) { return optind; }

void clinux_claim_standard_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        if (fcntl(stream, F_GETFD) != -1) continue;
        int opened;
        do opened = open("/dev/null", O_RDONLY);
        while (opened == -1 && errno == EINTR);
        if (opened == -1 || opened == stream) continue;
        dup2(opened, stream);
        close(opened);
    }
}

static int signal_pipe[2] = {-1, -1};
static struct sigaction before_interrupt, before_terminate, before_pipe;

static void note_signal(int number) {
    int saved = errno;
    char byte = (char)number;
    // A full pipe says it already.
    ssize_t written = write(signal_pipe[1], &byte, 1);
    (void)written;
    errno = saved;
}

int clinux_catch_signals(void) {
    struct sigaction action;
    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) == -1) return -1;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART | SA_RESETHAND;
    action.sa_handler = note_signal;
    sigaction(SIGINT, &action, &before_interrupt);
    // A shell starts what runs in the background with SIGINT ignored; it stays so.
    if (before_interrupt.sa_handler == SIG_IGN) sigaction(SIGINT, &before_interrupt, NULL);
    sigaction(SIGTERM, &action, &before_terminate);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, &before_pipe);
    return signal_pipe[0];
}

void clinux_end_catching(void) { note_signal(0); }

void clinux_restore_signals(void) {
    sigaction(SIGINT, &before_interrupt, NULL);
    sigaction(SIGTERM, &before_terminate, NULL);
    sigaction(SIGPIPE, &before_pipe, NULL);
    close(signal_pipe[0]);
    close(signal_pipe[1]);
    signal_pipe[0] = signal_pipe[1] = -1;
}

static struct sigaction before_file_size;

void clinux_ignore_file_size_signal(void) {
    struct sigaction action;
    sigaction(SIGXFSZ, NULL, &before_file_size);
    // A handler of the program's own lets the write fail just as well.
    if (before_file_size.sa_handler != SIG_DFL) return;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL);
}

void clinux_restore_file_size_signal(void) { sigaction(SIGXFSZ, &before_file_size, NULL); }

void clinux_wait_for_end(int end, int output) {
    // Of `output` only errors and hang-ups are asked for, which are always told.
    struct pollfd descriptors[2] = {{end, POLLIN, 0}, {output, 0, 0}};
    while (poll(descriptors, 2, -1) == -1 && errno == EINTR) {
    }
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// As much as a pipe with any room takes without blocking, and at once; of lines that fit only whole ones.
static size_t portion(const char *bytes, size_t count) {
    if (count <= most_at_once) return count;
    const char *newline = memrchr(bytes, '\n', most_at_once);
    return newline ? (size_t)(newline - bytes) + 1 : most_at_once;
}

int clinux_write_all(int output, const void *bytes, size_t count, int end, int patience) {
    const char *next = bytes;
    int64_t deadline = 0;
    while (count > 0) {
        struct pollfd descriptors[2] = {{output, POLLOUT, 0}, {deadline ? -1 : end, POLLIN, 0}};
        int64_t rest = deadline ? deadline - milliseconds() : -1;
        int ready = poll(descriptors, 2, deadline ? (int)(rest > 0 ? rest : 0) : -1);
        if (ready == -1) {
            if (errno == EINTR) continue;
            return errno;
        }
        if (ready == 0) return ETIMEDOUT;
        if (descriptors[1].revents) {
            if (next == bytes || next[-1] == '\n') return ECANCELED;
            const char *newline = memchr(next, '\n', count);
            if (newline) count = (size_t)(newline - next) + 1;
            deadline = milliseconds() + patience;
            continue;
        }
        ssize_t written = write(output, next, portion(next, count));
        if (written == -1) {
            if (errno == EINTR || errno == EAGAIN) continue;
            return errno;
        }
        next += written;
        count -= (size_t)written;
    }
    return deadline ? ECANCELED : 0;
}

static pthread_mutex_t probe_lock = PTHREAD_MUTEX_INITIALIZER;

static void *wait_for_probe(void *nothing) {
    pthread_mutex_lock(&probe_lock);
    pthread_mutex_unlock(&probe_lock);
    return nothing;
}

static nlink_t tasks(void) {
    struct stat status;
    return stat("/proc/self/task", &status) == 0 ? status.st_nlink : 0;
}

int clinux_can_make_threads(int count) {
    pthread_t threads[most_threads];
    nlink_t before = tasks();
    int made = 0, result = 0;
    if (count > most_threads) count = most_threads;
    pthread_mutex_lock(&probe_lock);
    while (made < count && !(result = pthread_create(&threads[made], NULL, wait_for_probe, NULL))) made++;
    pthread_mutex_unlock(&probe_lock);
    for (int index = 0; index < made; index++) pthread_join(threads[index], NULL);
    // A thread that was joined counts for a moment more.
    for (int round = 0; round < 100 && tasks() > before; round++) usleep(100);
    return result;
}

int clinux_can_open(int count) {
    int opened[most_files];
    int made = 0, result = 0;
    if (count > most_files) count = most_files;
    while (made < count && !result) {
        int descriptor = open("/", O_PATH | O_CLOEXEC);
        if (descriptor == -1 && errno == EINTR) continue;
        if (descriptor == -1) result = errno;
        else opened[made++] = descriptor;
    }
    while (made > 0) close(opened[--made]);
    return result;
}
