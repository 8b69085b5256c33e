// Command lines, signals and output that can be interrupted, for command-line tools.
#ifndef CLINUX_OPTIONS_H
#define CLINUX_OPTIONS_H

#include <stddef.h>

/// What `clinux_next_option` found, besides the codes of the options themselves (which are above all of these).
enum {
    CLINUX_OPTION_END = -1,
    /// An argument that is no option.
    CLINUX_OPTION_POSITIONAL = 1,
    /// No such option, or a long name that several options begin with.
    CLINUX_OPTION_UNKNOWN = 2,
    /// An option without the argument that it needs.
    CLINUX_OPTION_NO_ARGUMENT = 3,
    /// A long option with an argument that it does not take.
    CLINUX_OPTION_SURPLUS_ARGUMENT = 4,
};

/// Begins with a command line; the parser's state is the process's, so one line is read at a time.
void clinux_begin_options(void);

/// `getopt_long`, in the order of the arguments. `letters` are the short options as `getopt` has them; `names`,
/// `takes_argument` (0 or 1) and `codes` are the `count` long ones. `text` becomes the argument (of the option, or the
/// positional itself), or for a fault the option as it was written; `letter` the short option that is at fault, or 0.
/// After the end, `clinux_option_index` tells where the arguments behind `--` begin.
int clinux_next_option(
    int argc, char *const *argv, const char *letters, const char *const *names, const int *takes_argument,
    const int *codes, int count, const char **text, int *letter);
int clinux_option_index(void);

/// Opens /dev/null, for reading alone, in the place of each standard stream that is closed: else the next file that is
/// opened would take its number and get what is printed.
void clinux_claim_standard_streams(void);

/// Turns SIGINT and SIGTERM into a byte on a pipe, and SIGPIPE into EPIPE, until `clinux_restore_signals`. Returns the
/// end of the pipe to read from, or -1 with errno. For one caller at a time. A second SIGINT or SIGTERM does what it would
/// have done: whoever is kept from ending can be ended.
int clinux_catch_signals(void);
/// As one of the signals would have.
void clinux_end_catching(void);
void clinux_restore_signals(void);

/// Lets a write beyond the limit for a file's size (`ulimit -f`) fail with EFBIG where the signal would end the process,
/// until `clinux_restore_file_size_signal`. For one caller at a time.
void clinux_ignore_file_size_signal(void);
void clinux_restore_file_size_signal(void);

/// Waits until `end` can be read or the reader of `output` has gone.
void clinux_wait_for_end(int end, int output);

/// Writes all of `bytes`, waiting for room, unless `end` (-1: none) becomes readable first: then a line that was begun is
/// brought to its end, if there is room for that within `patience` milliseconds, and no other is begun. Returns 0, or
/// errno, or ECANCELED after whole lines, or ETIMEDOUT in the middle of one.
int clinux_write_all(int output, const void *bytes, size_t count, int end, int patience);

/// Whether so many threads more can be made now: 0, or the number of the error for which one could not.
int clinux_can_make_threads(int count);
/// Whether so many files more can be opened now: 0, or the number of the error for which one could not.
int clinux_can_open(int count);

#endif
