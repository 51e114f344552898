// SPDX-License-Identifier: GPL-3.0-or-later

// The functions by which a test changes a chip.
#include "fake.h"
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <unistd.h>

pthread_mutex_t fake_gpio_lock = PTHREAD_MUTEX_INITIALIZER;
static struct fake_board *boards;

void *fake_real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "CFakeGPIO: the real libgpiod has no %s\n", name);
        abort();
    }
    return function;
}

struct fake_board *fake_board_at(const char *path) {
    for (struct fake_board *board = boards; board; board = board->next)
        if (strcmp(board->path, path) == 0) return board;
    return NULL;
}

static void cut_off(struct fake_board *board) {
    for (unsigned int line = 0; line < board->lines; line++) {
        struct fake_request *request = board->line[line].request;
        if (request && request->writer >= 0) {
            close(request->writer);
            request->writer = -1;
        }
        board->line[line].request = NULL;
    }
}

// Boards are never freed, since a handle may still be open on one: a forgotten chip only loses its path.
void fake_gpio_make(const char *path, const char *label, unsigned int lines) {
    fake_gpio_forget(path);
    struct fake_board *board = calloc(1, sizeof *board);
    snprintf(board->path, sizeof board->path, "%s", path);
    snprintf(board->label, sizeof board->label, "%s", label);
    board->lines = lines < most_lines ? lines : most_lines;
    board->is_plugged = true;
    pthread_mutex_lock(&fake_gpio_lock);
    board->next = boards;
    boards = board;
    pthread_mutex_unlock(&fake_gpio_lock);
}

/// Locks, and returns the chip or NULL; `done` unlocks.
static struct fake_board *begin(const char *path) {
    pthread_mutex_lock(&fake_gpio_lock);
    return fake_board_at(path);
}

static struct fake_line *begin_line(const char *path, unsigned int number) {
    struct fake_board *board = begin(path);
    return board && number < board->lines ? &board->line[number] : NULL;
}

static void done(void) { pthread_mutex_unlock(&fake_gpio_lock); }

static void wake(struct fake_request *request) { (void)!write(request->writer, "", 1); }

void fake_gpio_forget(const char *path) {
    struct fake_board *board = begin(path);
    if (board) {
        board->is_plugged = false;
        cut_off(board);
        board->path[0] = 0;
    }
    done();
}

void fake_gpio_unplug(const char *path) {
    struct fake_board *board = begin(path);
    if (board) {
        board->is_plugged = false;
        cut_off(board);
    }
    done();
}

void fake_gpio_name(const char *path, unsigned int number, const char *name) {
    struct fake_line *line = begin_line(path, number);
    if (line) snprintf(line->name, sizeof line->name, "%s", name);
    done();
}

void fake_gpio_occupy(const char *path, unsigned int number, const char *consumer) {
    struct fake_line *line = begin_line(path, number);
    if (line) snprintf(line->consumer, sizeof line->consumer, "%s", consumer ? consumer : "");
    done();
}

void fake_gpio_refuse_line(const char *path, unsigned int number, int error) {
    struct fake_line *line = begin_line(path, number);
    if (line) line->refusal = error;
    done();
}

void fake_gpio_refuse_open(const char *path, int error) {
    struct fake_board *board = begin(path);
    if (board) board->open_refusal = error;
    done();
}

void fake_gpio_refuse_debounce(const char *path, int error) {
    struct fake_board *board = begin(path);
    if (board) board->debounce_refusal = error;
    done();
}

void fake_gpio_fail_outputs(const char *path, int error) {
    struct fake_board *board = begin(path);
    if (board) board->output_failure = error;
    done();
}

void fake_gpio_fail_next_read(const char *path, int error) {
    struct fake_board *board = begin(path);
    if (board) board->read_failure = error;
    // Wakes the reader, which then meets the failure.
    for (unsigned int number = 0; board && number < board->lines; number++) {
        if (!board->line[number].request || !board->line[number].is_contact) continue;
        wake(board->line[number].request);
        break;
    }
    done();
}

void fake_gpio_edge(const char *path, unsigned int number, bool is_rising, int64_t nanoseconds, unsigned int lost) {
    struct fake_line *line = begin_line(path, number);
    struct fake_request *request = line ? line->request : NULL;
    if (request && request->count < most_edges) {
        line->sequence += 1 + lost;
        request->edges[(request->first + request->count++) % most_edges] = (struct fake_edge){
            .mark = fake_mark, .is_rising = is_rising, .nanoseconds = nanoseconds, .line = number, .sequence = line->sequence};
        wake(request);
    }
    done();
}

int fake_gpio_output(const char *path, unsigned int number) {
    struct fake_line *line = begin_line(path, number);
    int output = line && line->request ? line->output : -1;
    done();
    return output;
}

long fake_gpio_debounce(const char *path, unsigned int number) {
    struct fake_line *line = begin_line(path, number);
    long debounce = line && line->request ? (long)line->debounce : -1;
    done();
    return debounce;
}

bool fake_gpio_is_contact(const char *path, unsigned int number) {
    struct fake_line *line = begin_line(path, number);
    bool is_contact = line && line->request && line->is_contact;
    done();
    return is_contact;
}

unsigned int fake_gpio_requests(const char *path) {
    struct fake_board *board = begin(path);
    unsigned int requests = board ? board->requests : 0;
    done();
    return requests;
}
