// SPDX-License-Identifier: GPL-3.0-or-later

// The C library's calls that reach the kernel's displays. On other descriptors than the fake's they go to the kernel.
#include "fake.h"
#include <poll.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int answer(struct fake_client *client, unsigned long request, void *argument) {
    if (client->is_cut_off) return -ENODEV;
    int result = fake_describe(client, request, argument);
    if (result == fake_not_mine) result = fake_properties(client, request, argument);
    if (result == fake_not_mine) result = fake_buffers(client, request, argument);
    if (result == fake_not_mine && request == DRM_IOCTL_MODE_ATOMIC) result = fake_atomic(client, argument);
    return result == fake_not_mine ? -EINVAL : result;
}

int ioctl(int file, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (!fake_may_be(file)) return (int)syscall(SYS_ioctl, file, request, argument);
    pthread_mutex_lock(&fake_lock);
    struct fake_client *client = fake_client_of(file);
    int result = client ? answer(client, request, argument) : 0;
    pthread_mutex_unlock(&fake_lock);
    if (!client) return (int)syscall(SYS_ioctl, file, request, argument);
    if (result >= 0) return result;
    errno = -result;
    return -1;
}

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    int target = file;
    off_t start = offset;
    if (fake_may_be(file)) {
        pthread_mutex_lock(&fake_lock);
        struct fake_client *client = fake_client_of(file);
        struct fake_memory *memory = client ? fake_mapped(client->card, offset) : NULL;
        if (memory) {
            target = memory->file;
            start = 0;
        }
        pthread_mutex_unlock(&fake_lock);
    }
    return (void *)syscall(SYS_mmap, address, length, protection, flags, target, start);
}

static int kernel_poll(struct pollfd *files, nfds_t count, int milliseconds) {
    struct timespec limit = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000L};
    return (int)syscall(SYS_ppoll, files, count, milliseconds < 0 ? NULL : &limit, NULL, 0);
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
    void (*wait)(void *, int) = NULL;
    void *context = NULL;
    bool is_fake = false;
    if (count == 1 && fake_may_be(files[0].fd)) {
        pthread_mutex_lock(&fake_lock);
        struct fake_client *client = fake_client_of(files[0].fd);
        if (client) {
            is_fake = true;
            wait = client->is_cut_off ? NULL : client->card->wait;
            context = client->card->wait_context;
        }
        pthread_mutex_unlock(&fake_lock);
    }
    if (!is_fake) return kernel_poll(files, count, milliseconds);
    int ready = kernel_poll(files, count, 0);
    if (ready != 0 || !wait || milliseconds == 0) return ready;
    wait(context, milliseconds < 0 ? 60000 : milliseconds);
    return kernel_poll(files, count, 0);
}
