// SPDX-License-Identifier: GPL-3.0-or-later

// VIR_FAKE_CODEC: `key=value` pairs separated by commas; README.md has the table.
#include "device.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options options;

static const char *const roles[role_count] = {"decode", "encode", "isp", "image"};

static void complain(const char *key, const char *value) {
    fprintf(stderr, "codec device: VIR_FAKE_CODEC: I don't understand %s=%s; see Tests/Fakes/CodecDevice/README.md\n", key, value);
    _exit(64);
}

static void set_devices(const char *value) {
    memset(options.has_role, 0, sizeof options.has_role);
    char words[128];
    snprintf(words, sizeof words, "%s", value);
    char *rest = NULL;
    for (char *word = strtok_r(words, "+", &rest); word; word = strtok_r(NULL, "+", &rest)) {
        bool is_known = !strcmp(word, "none");
        for (int role = 0; role < role_count; role++)
            if (!strcmp(word, roles[role])) is_known = options.has_role[role] = true;
        if (!is_known) complain("devices", value);
    }
}

static bool choice(const char *key, const char *value, const char *yes, const char *no) {
    if (!strcmp(value, yes)) return true;
    if (strcmp(value, no)) complain(key, value);
    return false;
}

static uint64_t number(const char *key, const char *value) {
    char *end = NULL;
    uint64_t result = strtoull(value, &end, 10);
    if (!*value || *end) complain(key, value);
    return result;
}

static void set(const char *key, const char *value) {
    if (!strcmp(key, "devices")) set_devices(value);
    else if (!strcmp(key, "api")) options.is_mplane = choice(key, value, "mplane", "single");
    else if (!strcmp(key, "planes")) options.has_separate_planes = choice(key, value, "several", "one");
    else if (!strcmp(key, "latency")) {
        for (int role = 0; role < role_count; role++) options.latency[role] = (unsigned int)number(key, value);
    } else if (!strcmp(key, "encode-latency")) options.latency[encode_role] = (unsigned int)number(key, value);
    else if (!strcmp(key, "decode-latency")) options.latency[decode_role] = (unsigned int)number(key, value);
    else if (!strcmp(key, "buffers")) options.capture_buffers = (unsigned int)number(key, value);
    else if (!strcmp(key, "source-change")) options.always_tells_source = choice(key, value, "always", "differing");
    else if (!strcmp(key, "max")) {
        if (sscanf(value, "%ux%u", &options.max_width, &options.max_height) != 2) complain(key, value);
    } else if (!strcmp(key, "level")) options.enforces_level = choice(key, value, "enforced", "ignored");
    else if (!strcmp(key, "speed")) options.speed = number(key, value);
    else if (!strcmp(key, "users")) options.users = (unsigned int)number(key, value);
    else if (!strcmp(key, "block")) snprintf(options.block, sizeof options.block, "%s", value);
    else if (!strcmp(key, "frames")) options.is_tiled = choice(key, value, "tiled", "plain");
    else if (!strcmp(key, "prime")) options.has_prime = choice(key, value, "yes", "no");
    else if (!strcmp(key, "poison")) options.poisons = choice(key, value, "yes", "no");
    else if (!strcmp(key, "trace")) options.traces = choice(key, value, "yes", "no");
    else if (!strcmp(key, "fault")) {
        if (!fault_add(value)) complain(key, value);
    } else complain(key, value);
    if (options.latency[encode_role] > 12 || options.latency[decode_role] > 16) complain(key, value);
    if (options.capture_buffers < 1 || options.capture_buffers > most_buffers) complain(key, value);
}

void options_read(void) {
    options = (struct options){.is_mplane = true,
                               .latency = {3, 2, 0, 0},
                               .capture_buffers = most_buffers,
                               .max_width = 1920,
                               .max_height = 1920,
                               .enforces_level = true,
                               .poisons = true};
    const char *words = getenv("VIR_FAKE_CODEC");
    if (!words) return;
    for (int role = 0; role < role_count; role++) options.has_role[role] = true;
    char *copy = strdup(words), *rest = NULL;
    for (char *pair = strtok_r(copy, ", \n", &rest); pair; pair = strtok_r(NULL, ", \n", &rest)) {
        char *value = strchr(pair, '=');
        if (!value) complain(pair, "");
        *value++ = 0;
        set(pair, value);
    }
    free(copy);
}
