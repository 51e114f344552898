// SPDX-License-Identifier: GPL-3.0-or-later

// The internal state of the fake's chips and requests.
#pragma once
#define _GNU_SOURCE
#include "CFakeGPIO.h"
#include <dlfcn.h>
#include <gpiod.h>
#include <pthread.h>
#include <stddef.h>

enum { most_lines = 64, most_edges = 256 };

struct fake_line {
    char name[32];
    char consumer[32];
    int refusal;
    int output;
    bool is_contact;
    unsigned long debounce;
    unsigned long sequence;
    struct fake_request *request;
};

/// A chip of the machine. It outlives the handles that are open on it.
struct fake_board {
    struct fake_board *next;
    char path[64];
    char label[64];
    unsigned int lines;
    bool is_plugged;
    int open_refusal, debounce_refusal, read_failure, output_failure;
    unsigned int requests;
    struct fake_line line[most_lines];
};

// Every object of the fake begins with this mark; the real library's objects don't.

struct fake_handle {
    uint64_t mark;
    struct fake_board *board;
};

struct fake_line_info {
    uint64_t mark;
    unsigned int offset;
    char name[32];
    char consumer[32];
};

struct fake_edge {
    uint64_t mark;
    bool is_rising;
    int64_t nanoseconds;
    unsigned int line;
    unsigned long sequence;
};

struct fake_request {
    uint64_t mark;
    struct fake_board *board;
    /// A pipe that holds one byte for each waiting edge; its writing end is closed when the chip is unplugged.
    int reader, writer;
    size_t first, count;
    struct fake_edge edges[most_edges];
};

/// All buffers are the fake's: when they are made, the library that will fill them isn't known.
struct fake_buffer {
    uint64_t mark;
    struct gpiod_edge_event_buffer *real;
    bool is_faked;
    size_t count;
    struct fake_edge edges[most_edges];
};

extern pthread_mutex_t fake_gpio_lock;
static const uint64_t fake_mark = 0x46414b454750494fULL;

static inline bool is_fake(const void *object) { return object && *(const uint64_t *)object == fake_mark; }

/// Returns the chip with this path, or NULL. The lock must be held.
struct fake_board *fake_board_at(const char *path);

/// The real library's function of the same name.
#define REAL(name) ((__typeof__(&name))fake_real(#name))
void *fake_real(const char *name);
