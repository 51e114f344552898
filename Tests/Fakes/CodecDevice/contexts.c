// SPDX-License-Identifier: GPL-3.0-or-later

// The devices and their open contexts. A client's descriptor is one end of a socket pair: the kernel duplicates, passes and
// closes it like any other, its inode identifies its context, and our end hangs up when its last copy is closed.
#include "device.h"
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

pthread_mutex_t device_lock = PTHREAD_MUTEX_INITIALIZER;
struct context contexts[most_contexts];
static unsigned int opened, opened_of[role_count];
static int watchers[64];

static const struct {
    const char *name;
    int number;
} devices[role_count] = {
    {"decode", 10},
    {"encode", 11},
    {"isp", 12},
    {"encode_image", 31},
};

const char *role_name(enum role role) { return devices[role].name; }
int role_number(enum role role) { return devices[role].number; }

int role_at(const char *path) {
    if (!path || strncmp(path, "/dev/video", 10)) return -1;
    for (int role = 0; role < role_count; role++) {
        char known[32];
        snprintf(known, sizeof known, "/dev/video%d", devices[role].number);
        if (options.has_role[role] && !strcmp(path, known)) return role;
    }
    return -1;
}

static struct context *make(enum role role) {
    for (int i = 0; i < most_contexts; i++) {
        struct context *context = &contexts[i];
        if (context->is_open) continue;
        *context = (struct context){.is_open = true,
                                    .role = role,
                                    .number = ++opened,
                                    .owner = getpid(),
                                    .keeper = -1,
                                    .wants_headers = true,
                                    .is_tiled_within = options.is_tiled && prime_is_wanted(),
                                    .last_stamp = INT64_MIN};
        pthread_cond_init(&context->changed, NULL);
        formats_begin(context);
        controls_begin(context);
        context->interval = (struct v4l2_fract){1, 30};
        return context;
    }
    return NULL;
}

int context_open(enum role role, int flags) {
    contexts_reap();
    pthread_mutex_lock(&device_lock);
    int result = -EMFILE, pair[2];
    if (fault_strikes(role, fault_open, ++opened_of[role])) {
        note(NULL, "refused", "open of %s: busy", role_name(role));
        result = -EBUSY;
    } else {
        struct context *context = make(role);
        struct stat known;
        if (context && !socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) && !fstat(pair[0], &known)) {
            context->inode = known.st_ino;
            context->keeper = fcntl(pair[1], F_DUPFD_CLOEXEC, 200);
            syscall(SYS_close, pair[1]);
            if (!(flags & O_CLOEXEC)) fcntl(pair[0], F_SETFD, 0);
            fcntl(pair[0], F_SETFL, flags & O_NONBLOCK);
            result = pair[0];
            note(context, "opened", "%s", flags & O_NONBLOCK ? "nonblocking" : "blocking");
        } else if (context) context->is_open = false;
    }
    pthread_mutex_unlock(&device_lock);
    return result;
}

struct context *context_of(int file) {
    struct stat known;
    if (file < 0 || fstat(file, &known) || !S_ISSOCK(known.st_mode)) return NULL;
    for (int i = 0; i < most_contexts; i++)
        if (contexts[i].is_open && contexts[i].inode == known.st_ino) return &contexts[i];
    return NULL;
}

static bool has_hung_up(const struct context *context) {
    struct pollfd end = {.fd = context->keeper, .events = POLLIN};
    struct timespec zero = {0};
    return syscall(SYS_ppoll, &end, 1, &zero, NULL, 0) == 1 && end.revents & POLLHUP;
}

/// Ends a context. The lock must be held; it is released while the worker ends.
static void end(struct context *context) {
    context->is_closing = true;
    int keeper = context->keeper;
    context->keeper = -1;
    worker_stop(context);
    for (int side = 0; side < 2; side++) queue_release(&context->queue[side]);
    results_drop(context);
    codec_close(context);
    block_leave(context);
    report_context(context);
    syscall(SYS_close, keeper);
    context->is_open = false;
}

void contexts_reap(void) {
    pthread_mutex_lock(&device_lock);
    for (int i = 0; i < most_contexts; i++) {
        struct context *context = &contexts[i];
        if (context->is_open && !context->is_closing && context->owner == getpid() && context->keeper >= 0 && has_hung_up(context))
            end(context);
    }
    pthread_mutex_unlock(&device_lock);
}

__attribute__((destructor)) static void leave(void) {
    for (int i = 0; i < most_contexts; i++)
        if (contexts[i].is_open && contexts[i].owner == getpid()) {
            note(&contexts[i], "left", "open when the process ended");
            report_context(&contexts[i]);
            block_leave(&contexts[i]);
        }
}

// MARK: poll

void poll_watch(int file) {
    for (int i = 0; i < 64; i++)
        if (!watchers[i]) {
            watchers[i] = file + 1;
            return;
        }
}

void poll_unwatch(int file) {
    for (int i = 0; i < 64; i++)
        if (watchers[i] == file + 1) {
            watchers[i] = 0;
            return;
        }
}

void context_settle(struct context *context) {
    while (!options.speed && context->has_worker && context->owner == getpid() && !context->is_closing && !context->is_settled)
        pthread_cond_wait(&context->changed, &device_lock);
}

void context_changed(struct context *context) {
    context->is_settled = false;
    pthread_cond_broadcast(&context->changed);
    uint64_t one = 1;
    for (int i = 0; i < 64; i++)
        if (watchers[i] && write(watchers[i] - 1, &one, sizeof one) < 0) continue;
}

/// Returns true if the queue has a buffer of the client's: waiting, being worked on or not yet fetched.
static bool holds_buffers(const struct queue *queue) {
    for (unsigned int i = 0; i < queue->count; i++)
        if (queue->buffer[i].state != with_client) return true;
    return false;
}

/// Like the kernel's v4l2_m2m_poll: an error if neither queue can ever become ready.
unsigned int context_poll(struct context *context, short wanted) {
    const struct queue *output = &context->queue[output_side], *capture = &context->queue[capture_side];
    unsigned int result = 0;
    if (wanted & (POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM)) {
        bool has_output = output->is_streaming && holds_buffers(output);
        bool has_capture = capture->is_streaming && (holds_buffers(capture) || capture->is_at_end);
        if ((!has_output && !has_capture) || context->is_failed) result |= POLLERR;
        else {
            if (output->ready.count) result |= POLLOUT | POLLWRNORM;
            if (capture->ready.count || capture->is_at_end) result |= POLLIN | POLLRDNORM;
        }
    }
    if (context->event_count) result |= POLLPRI;
    return result & ((unsigned int)wanted | POLLERR | POLLHUP);
}
