// SPDX-License-Identifier: GPL-3.0-or-later

// libgpiod's functions for chips and lines, on the fake.
#include "fake.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <fcntl.h>
#include <unistd.h>

static bool is_fake_path(const char *path) { return strncmp(path, "fake:", 5) == 0; }

static void *refused(int error) {
    errno = error;
    return NULL;
}

bool gpiod_is_gpiochip_device(const char *path) { return is_fake_path(path) || REAL(gpiod_is_gpiochip_device)(path); }

struct gpiod_chip *gpiod_chip_open(const char *path) {
    if (!is_fake_path(path)) return REAL(gpiod_chip_open)(path);
    pthread_mutex_lock(&fake_gpio_lock);
    struct fake_board *board = fake_board_at(path);
    int error = !board || !board->is_plugged ? ENOENT : board->open_refusal;
    pthread_mutex_unlock(&fake_gpio_lock);
    if (error) return refused(error);
    struct fake_handle *handle = calloc(1, sizeof *handle);
    *handle = (struct fake_handle){.mark = fake_mark, .board = board};
    return (struct gpiod_chip *)handle;
}

void gpiod_chip_close(struct gpiod_chip *chip) {
    if (is_fake(chip)) free(chip);
    else REAL(gpiod_chip_close)(chip);
}

struct gpiod_chip_info *gpiod_chip_get_info(struct gpiod_chip *chip) {
    if (!is_fake(chip)) return REAL(gpiod_chip_get_info)(chip);
    struct fake_handle *info = calloc(1, sizeof *info);
    *info = *(struct fake_handle *)chip;
    return (struct gpiod_chip_info *)info;
}

void gpiod_chip_info_free(struct gpiod_chip_info *info) {
    if (is_fake(info)) free(info);
    else REAL(gpiod_chip_info_free)(info);
}

const char *gpiod_chip_info_get_name(struct gpiod_chip_info *info) {
    if (!is_fake(info)) return REAL(gpiod_chip_info_get_name)(info);
    return "gpiochip0";
}

const char *gpiod_chip_info_get_label(struct gpiod_chip_info *info) {
    if (!is_fake(info)) return REAL(gpiod_chip_info_get_label)(info);
    return ((struct fake_handle *)info)->board->label;
}

size_t gpiod_chip_info_get_num_lines(struct gpiod_chip_info *info) {
    if (!is_fake(info)) return REAL(gpiod_chip_info_get_num_lines)(info);
    return ((struct fake_handle *)info)->board->lines;
}

struct gpiod_line_info *gpiod_chip_get_line_info(struct gpiod_chip *chip, unsigned int offset) {
    if (!is_fake(chip)) return REAL(gpiod_chip_get_line_info)(chip, offset);
    struct fake_board *board = ((struct fake_handle *)chip)->board;
    if (offset >= board->lines) return refused(EINVAL);
    struct fake_line_info *info = calloc(1, sizeof *info);
    info->mark = fake_mark;
    info->offset = offset;
    pthread_mutex_lock(&fake_gpio_lock);
    struct fake_line *line = &board->line[offset];
    bool is_plugged = board->is_plugged;
    snprintf(info->name, sizeof info->name, "%s", line->name);
    snprintf(info->consumer, sizeof info->consumer, "%s", line->request ? "vir" : line->consumer);
    pthread_mutex_unlock(&fake_gpio_lock);
    if (is_plugged) return (struct gpiod_line_info *)info;
    free(info);
    return refused(ENODEV);
}

void gpiod_line_info_free(struct gpiod_line_info *info) {
    if (is_fake(info)) free(info);
    else REAL(gpiod_line_info_free)(info);
}

static const char *text(const char *text) { return text[0] ? text : NULL; }

const char *gpiod_line_info_get_name(struct gpiod_line_info *info) {
    if (!is_fake(info)) return REAL(gpiod_line_info_get_name)(info);
    return text(((struct fake_line_info *)info)->name);
}

bool gpiod_line_info_is_used(struct gpiod_line_info *info) {
    if (!is_fake(info)) return REAL(gpiod_line_info_is_used)(info);
    return ((struct fake_line_info *)info)->consumer[0] != 0;
}

const char *gpiod_line_info_get_consumer(struct gpiod_line_info *info) {
    if (!is_fake(info)) return REAL(gpiod_line_info_get_consumer)(info);
    return text(((struct fake_line_info *)info)->consumer);
}

// Settings and configurations are the real library's own, and are read back from there.

static bool is_contact(struct gpiod_line_settings *settings) {
    return gpiod_line_settings_get_direction(settings) == GPIOD_LINE_DIRECTION_INPUT &&
           gpiod_line_settings_get_edge_detection(settings) == GPIOD_LINE_EDGE_BOTH &&
           gpiod_line_settings_get_bias(settings) == GPIOD_LINE_BIAS_PULL_UP &&
           gpiod_line_settings_get_event_clock(settings) == GPIOD_LINE_CLOCK_MONOTONIC && gpiod_line_settings_get_active_low(settings);
}

static int objection(struct fake_board *board, unsigned int offset, unsigned long debounce) {
    if (!board->is_plugged) return ENODEV;
    if (offset >= board->lines) return EINVAL;
    if (board->line[offset].refusal) return board->line[offset].refusal;
    if (board->line[offset].request || board->line[offset].consumer[0]) return EBUSY;
    return debounce ? board->debounce_refusal : 0;
}

struct gpiod_line_request *gpiod_chip_request_lines(struct gpiod_chip *chip, struct gpiod_request_config *request_config,
                                                    struct gpiod_line_config *line_config) {
    if (!is_fake(chip)) return REAL(gpiod_chip_request_lines)(chip, request_config, line_config);
    struct fake_board *board = ((struct fake_handle *)chip)->board;
    unsigned int offsets[most_lines];
    size_t count = gpiod_line_config_get_configured_offsets(line_config, offsets, most_lines);
    if (!count) return refused(EINVAL);
    struct gpiod_line_settings *settings = gpiod_line_config_get_line_settings(line_config, offsets[0]);
    unsigned long debounce = gpiod_line_settings_get_debounce_period_us(settings);
    bool contact = is_contact(settings);
    gpiod_line_settings_free(settings);

    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return NULL;
    struct fake_request *request = calloc(1, sizeof *request);
    *request = (struct fake_request){.mark = fake_mark, .board = board, .reader = ends[0], .writer = ends[1]};
    int error = 0;
    pthread_mutex_lock(&fake_gpio_lock);
    for (size_t index = 0; index < count && !error; index++) error = objection(board, offsets[index], debounce);
    for (size_t index = 0; index < count && !error; index++) {
        struct fake_line *line = &board->line[offsets[index]];
        line->request = request;
        line->output = 0;
        line->is_contact = contact;
        line->debounce = debounce;
        line->sequence = 0;
    }
    if (!error) board->requests++;
    pthread_mutex_unlock(&fake_gpio_lock);
    if (!error) return (struct gpiod_line_request *)request;
    close(ends[0]);
    close(ends[1]);
    free(request);
    return refused(error);
}
