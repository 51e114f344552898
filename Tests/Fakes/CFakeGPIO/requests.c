// SPDX-License-Identifier: GPL-3.0-or-later

// libgpiod's functions for requested lines and their edges, on the fake.
#include "fake.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

void gpiod_line_request_release(struct gpiod_line_request *real) {
    if (!is_fake(real)) {
        REAL(gpiod_line_request_release)(real);
        return;
    }
    struct fake_request *request = (struct fake_request *)real;
    pthread_mutex_lock(&fake_gpio_lock);
    struct fake_board *board = request->board;
    for (unsigned int line = 0; line < board->lines; line++)
        if (board->line[line].request == request) board->line[line].request = NULL;
    board->requests--;
    if (request->writer >= 0) close(request->writer);
    close(request->reader);
    pthread_mutex_unlock(&fake_gpio_lock);
    free(request);
}

int gpiod_line_request_get_fd(struct gpiod_line_request *real) {
    if (!is_fake(real)) return REAL(gpiod_line_request_get_fd)(real);
    return ((struct fake_request *)real)->reader;
}

enum gpiod_line_value gpiod_line_request_get_value(struct gpiod_line_request *real, unsigned int offset) {
    if (!is_fake(real)) return REAL(gpiod_line_request_get_value)(real, offset);
    return GPIOD_LINE_VALUE_INACTIVE;
}

int gpiod_line_request_set_value(struct gpiod_line_request *real, unsigned int offset, enum gpiod_line_value value) {
    if (!is_fake(real)) return REAL(gpiod_line_request_set_value)(real, offset, value);
    struct fake_board *board = ((struct fake_request *)real)->board;
    pthread_mutex_lock(&fake_gpio_lock);
    int error = board->is_plugged ? board->output_failure : ENODEV;
    if (!error) board->line[offset].output = value == GPIOD_LINE_VALUE_ACTIVE;
    pthread_mutex_unlock(&fake_gpio_lock);
    errno = error;
    return error ? -1 : 0;
}

struct gpiod_edge_event_buffer *gpiod_edge_event_buffer_new(size_t capacity) {
    struct gpiod_edge_event_buffer *real = REAL(gpiod_edge_event_buffer_new)(capacity);
    if (!real) return NULL;
    struct fake_buffer *buffer = calloc(1, sizeof *buffer);
    buffer->mark = fake_mark;
    buffer->real = real;
    return (struct gpiod_edge_event_buffer *)buffer;
}

void gpiod_edge_event_buffer_free(struct gpiod_edge_event_buffer *buffer) {
    REAL(gpiod_edge_event_buffer_free)(((struct fake_buffer *)buffer)->real);
    free(buffer);
}

int gpiod_line_request_read_edge_events(struct gpiod_line_request *real, struct gpiod_edge_event_buffer *events, size_t most) {
    struct fake_buffer *buffer = (struct fake_buffer *)events;
    buffer->is_faked = is_fake(real);
    if (!buffer->is_faked) return REAL(gpiod_line_request_read_edge_events)(real, buffer->real, most);
    struct fake_request *request = (struct fake_request *)real;
    pthread_mutex_lock(&fake_gpio_lock);
    int error = request->board->is_plugged ? request->board->read_failure : ENODEV;
    char wakes[most_edges];
    buffer->count = 0;
    if (error) {
        request->board->read_failure = 0;
        (void)!read(request->reader, wakes, 1);
    } else {
        while (buffer->count < most && request->count) {
            buffer->edges[buffer->count++] = request->edges[request->first];
            request->first = (request->first + 1) % most_edges;
            request->count--;
        }
        if (buffer->count) (void)!read(request->reader, wakes, buffer->count);
    }
    pthread_mutex_unlock(&fake_gpio_lock);
    errno = error;
    return error ? -1 : (int)buffer->count;
}

struct gpiod_edge_event *gpiod_edge_event_buffer_get_event(struct gpiod_edge_event_buffer *events, unsigned long index) {
    struct fake_buffer *buffer = (struct fake_buffer *)events;
    if (!buffer->is_faked) return REAL(gpiod_edge_event_buffer_get_event)(buffer->real, index);
    return index < buffer->count ? (struct gpiod_edge_event *)&buffer->edges[index] : NULL;
}

enum gpiod_edge_event_type gpiod_edge_event_get_event_type(struct gpiod_edge_event *event) {
    if (!is_fake(event)) return REAL(gpiod_edge_event_get_event_type)(event);
    return ((struct fake_edge *)event)->is_rising ? GPIOD_EDGE_EVENT_RISING_EDGE : GPIOD_EDGE_EVENT_FALLING_EDGE;
}

uint64_t gpiod_edge_event_get_timestamp_ns(struct gpiod_edge_event *event) {
    if (!is_fake(event)) return REAL(gpiod_edge_event_get_timestamp_ns)(event);
    return (uint64_t)((struct fake_edge *)event)->nanoseconds;
}

unsigned int gpiod_edge_event_get_line_offset(struct gpiod_edge_event *event) {
    if (!is_fake(event)) return REAL(gpiod_edge_event_get_line_offset)(event);
    return ((struct fake_edge *)event)->line;
}

unsigned long gpiod_edge_event_get_line_seqno(struct gpiod_edge_event *event) {
    if (!is_fake(event)) return REAL(gpiod_edge_event_get_line_seqno)(event);
    return ((struct fake_edge *)event)->sequence;
}
