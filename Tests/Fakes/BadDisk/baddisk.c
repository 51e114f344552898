// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that fails now and then: calls that change anything below a folder are refused at random (loaded by LD_PRELOAD).
//
// VIR_BAD_DISK       the folder, as realpath gives it
// VIR_BAD_DISK_SEED  the same seed and the same calls give the same refusals
// VIR_BAD_DISK_LESS  one call in this number is refused (40); after a refusal often the next few as well, as on real disks
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t dice;
static int in_a_row, reason;

#define REAL(name)                                                                                                                         \
    static __typeof__(&name) real;                                                                                                         \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name)

static uint32_t roll(uint32_t sides) {
    if (!dice) {
        const char *seed = getenv("VIR_BAD_DISK_SEED");
        dice = (seed ? strtoull(seed, NULL, 10) : 1) * 0x9E3779B97F4A7C15u + 1;
    }
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (uint32_t)(dice >> 33) % sides;
}

static int is_below(const char *path) {
    const char *folder = getenv("VIR_BAD_DISK");
    size_t length = folder ? strlen(folder) : 0;
    return length > 0 && strncmp(path, folder, length) == 0;
}

static int is_on_it(int file) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return is_below(path);
}

/// Returns true if this call is refused; `errno` then gives the reason.
static int refused(void) {
    static const int reasons[] = {EIO, ENOSPC, EROFS};
    const char *less = getenv("VIR_BAD_DISK_LESS");
    pthread_mutex_lock(&lock);
    if (in_a_row > 0) {
        in_a_row--;
    } else if (roll(less ? (uint32_t)atoi(less) : 40) == 0) {
        in_a_row = (int)roll(4);
        reason = reasons[roll(3)];
    } else {
        pthread_mutex_unlock(&lock);
        return 0;
    }
    int why = reason;
    pthread_mutex_unlock(&lock);
    errno = why;
    return 1;
}

static int fails(int file) { return is_on_it(file) && refused(); }

static int place_fails(int folder, const char *path) {
    if (path[0] == '/') return is_below(path) && refused();
    return folder != AT_FDCWD && fails(folder);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
    REAL(pwrite);
    return fails(file) ? -1 : real(file, bytes, count, place);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
    REAL(pwrite64);
    return fails(file) ? -1 : real(file, bytes, count, place);
}

ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t place) {
    REAL(pwritev);
    return fails(file) ? -1 : real(file, pieces, count, place);
}

ssize_t pwritev64(int file, const struct iovec *pieces, int count, off64_t place) {
    REAL(pwritev64);
    return fails(file) ? -1 : real(file, pieces, count, place);
}

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(write);
    return fails(file) ? -1 : real(file, bytes, count);
}

int fsync(int file) {
    REAL(fsync);
    return fails(file) ? -1 : real(file);
}

int fdatasync(int file) {
    REAL(fdatasync);
    return fails(file) ? -1 : real(file);
}

int ftruncate(int file, off_t size) {
    REAL(ftruncate);
    return fails(file) ? -1 : real(file, size);
}

int renameat(int old_folder, const char *old_path, int folder, const char *path) {
    REAL(renameat);
    return place_fails(old_folder, old_path) ? -1 : real(old_folder, old_path, folder, path);
}

int unlinkat(int folder, const char *path, int flags) {
    REAL(unlinkat);
    return place_fails(folder, path) ? -1 : real(folder, path, flags);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    REAL(mkdirat);
    return place_fails(folder, path) ? -1 : real(folder, path, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    REAL(openat);
    mode_t mode = 0;
    if (flags & (O_CREAT | O_TMPFILE)) {
        va_list more;
        va_start(more, flags);
        mode = va_arg(more, mode_t);
        va_end(more);
    }
    if (flags & O_CREAT && place_fails(folder, path)) return -1;
    return real(folder, path, flags, mode);
}
