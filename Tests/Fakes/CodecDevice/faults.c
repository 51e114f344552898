// SPDX-License-Identifier: GPL-3.0-or-later

// The faults of a real device, requested as `[decode:|encode:]KIND@AT[xTIMES]`.
#include "device.h"
#include <stdlib.h>
#include <string.h>

struct fault {
    enum fault_kind kind;
    /// -1 for both roles.
    int role;
    uint64_t at;
    /// The number of strikes left; -1 for ever.
    long left;
};

static struct fault faults[most_faults];
static unsigned int fault_count;

static const char *const names[fault_kind_count] = {
    [fault_none] = "none", [fault_open] = "open",           [fault_reqbufs] = "reqbufs", [fault_streamon] = "streamon",
    [fault_drop] = "drop", [fault_overshoot] = "overshoot", [fault_stuck] = "stuck",     [fault_hold] = "hold",
    [fault_eio] = "eio",   [fault_error] = "error",         [fault_jam] = "jam",         [fault_gone] = "gone",
};

bool fault_add(const char *words) {
    struct fault fault = {.role = -1, .left = 1};
    if (!strncmp(words, "decode:", 7)) fault.role = decode_role;
    else if (!strncmp(words, "encode:", 7)) fault.role = encode_role;
    if (fault.role >= 0) words += 7;
    const char *at = strchr(words, '@');
    size_t length = at ? (size_t)(at - words) : strlen(words);
    for (int kind = 1; kind < fault_kind_count; kind++)
        if (strlen(names[kind]) == length && !strncmp(names[kind], words, length)) fault.kind = kind;
    if (!fault.kind || fault_count == most_faults) return false;
    if (at) {
        char *end = NULL;
        fault.at = strtoull(at + 1, &end, 10);
        if (end == at + 1) return false;
        if (*end == 'x' && !strcmp(end, "x*")) fault.left = -1;
        else if (*end == 'x') {
            fault.left = strtol(end + 1, &end, 10);
            if (*end || fault.left < 1) return false;
        } else if (*end) return false;
    }
    faults[fault_count++] = fault;
    return true;
}

static bool is_of(const struct fault *fault, enum role role, enum fault_kind kind) {
    return fault->kind == kind && (fault->role < 0 || fault->role == (int)role);
}

bool fault_strikes(enum role role, enum fault_kind kind, uint64_t count) {
    for (unsigned int i = 0; i < fault_count; i++) {
        struct fault *fault = &faults[i];
        if (!is_of(fault, role, kind) || count < fault->at || !fault->left) continue;
        if (fault->left > 0) fault->left--;
        return true;
    }
    return false;
}

uint64_t fault_argument(enum role role, enum fault_kind kind) {
    for (unsigned int i = 0; i < fault_count; i++)
        if (is_of(&faults[i], role, kind)) return faults[i].at;
    return 0;
}
