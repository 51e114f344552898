// SPDX-License-Identifier: GPL-3.0-or-later

// The one block of hardware that all encoders and decoders share: its speed, and the number of its users. The state lies in a
// file, so that processes share it too. A user whose process died frees its slot.
#include "device.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct block {
    int64_t busy_until;
    struct {
        pid_t process;
        uint32_t context;
    } user[16];
};

static struct block own;
static struct block *block = &own;
static int block_file = -1;

int64_t now_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int64_t thread_nanoseconds(void) {
    struct timespec spent;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return spent.tv_sec * 1000000000LL + spent.tv_nsec;
}

static void hold(void) {
    if (options.block[0] && block_file < 0) {
        block_file = open(options.block, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (block_file < 0 || ftruncate(block_file, sizeof(struct block))) {
            perror("codec device: the block's file");
            _exit(66);
        }
        void *mapped = mmap(NULL, sizeof(struct block), PROT_READ | PROT_WRITE, MAP_SHARED, block_file, 0);
        if (mapped != MAP_FAILED) block = mapped;
    }
    if (block_file >= 0) flock(block_file, LOCK_EX);
}

static void let_go(void) {
    if (block_file >= 0) flock(block_file, LOCK_UN);
}

bool block_enter(struct context *context) {
    if (context->is_user_of_block) return true;
    if (!options.users) return context->is_user_of_block = true;
    hold();
    unsigned int taken = 0;
    int place = -1;
    for (int i = 0; i < 16; i++) {
        pid_t process = block->user[i].process;
        if (process && kill(process, 0) && errno == ESRCH) process = block->user[i].process = 0;
        if (process) taken++;
        else if (place < 0) place = i;
    }
    bool has_room = taken < options.users && place >= 0;
    if (has_room) {
        block->user[place].process = getpid();
        block->user[place].context = context->number;
    }
    let_go();
    return context->is_user_of_block = has_room;
}

void block_leave(struct context *context) {
    if (!context->is_user_of_block) return;
    context->is_user_of_block = false;
    if (!options.users) return;
    hold();
    for (int i = 0; i < 16; i++)
        if (block->user[i].process == getpid() && block->user[i].context == context->number) block->user[i].process = 0;
    let_go();
}

int64_t block_book(uint64_t macroblocks) {
    if (!options.speed) return 0;
    hold();
    int64_t now = now_nanoseconds();
    if (block->busy_until < now) block->busy_until = now;
    block->busy_until += (int64_t)(macroblocks * 1000000000ULL / options.speed);
    int64_t until = block->busy_until;
    let_go();
    return until;
}
