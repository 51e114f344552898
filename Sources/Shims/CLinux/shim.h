// SPDX-License-Identifier: GPL-3.0-or-later

// The kernel's calls that Swift cannot import: variadic functions, and constants of enumerations.
#pragma once
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/rtc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <semaphore.h>
#include <time.h>

/// Gives the calling thread the name that the kernel shows; 15 bytes at most.
static inline int vir_name_thread(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

/// Sets the nice value of the calling thread: on Linux it belongs to the thread, not to the process.
static inline int vir_set_thread_nice(int nice) { return setpriority(PRIO_PROCESS, 0, nice); }

/// Lets the kernel begin to write this part of a file to the disk, without waiting for it (sync_file_range(2), the flag
/// SYNC_FILE_RANGE_WRITE). It is a hint: it promises nothing, and if it isn't possible nothing happens.
static inline void vir_start_writing(int file, long long offset, long long count) { syscall(SYS_sync_file_range, file, offset, count, 2); }

/// Waits until everything that was written to the file system of this open file or folder is on its disk (syncfs(2)). Returns 0, or -1 with
/// `errno`.
static inline int vir_sync_file_system(int file) { return (int)syscall(SYS_syncfs, file); }

/// Lets an empty file share the blocks of another one until one of the two is changed (ioctl_ficlone(2)): FICLONE of <linux/fs.h>, which
/// can't be included beside glibc's <sys/mount.h>. Returns 0, or -1 with `errno`.
static inline int vir_clone_file(int target, int source) { return ioctl(target, _IOW(0x94, 9, int), source); }

/// Sets a battery clock, an open /dev/rtc0, to this time in UTC (rtc(4)). Returns 0, or -1 with `errno`.
static inline int vir_set_battery_clock(int clock, const struct tm *utc) {
    struct rtc_time time = {.tm_sec = utc->tm_sec,
                            .tm_min = utc->tm_min,
                            .tm_hour = utc->tm_hour,
                            .tm_mday = utc->tm_mday,
                            .tm_mon = utc->tm_mon,
                            .tm_year = utc->tm_year,
                            .tm_wday = utc->tm_wday,
                            .tm_yday = utc->tm_yday};
    return ioctl(clock, RTC_SET_TIME, &time);
}

// GNU's own (sem_clockwait(3), since glibc 2.30): the header declares it for _GNU_SOURCE only. Both boards are 64-bit.
extern int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline);

/// Takes one from the semaphore, or waits for it until this instant of CLOCK_MONOTONIC. Returns 0, or -1 with `errno`.
static inline int vir_semaphore_wait(sem_t *semaphore, const struct timespec *deadline) {
    return sem_clockwait(semaphore, CLOCK_MONOTONIC, deadline);
}

/// Returns true (1) if this user may ask for real-time priority.
static inline int vir_may_run_in_real_time(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_RTPRIO, &limit) == 0 && limit.rlim_cur > 0;
}

/// Returns the largest size that this process has had in memory, in KiB.
static inline long vir_peak_resident_kibibytes(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
}
