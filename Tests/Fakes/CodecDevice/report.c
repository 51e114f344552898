// SPDX-License-Identifier: GPL-3.0-or-later

// The report for tests: VIR_FAKE_CODEC_REPORT names a file that gets one JSON object a line, appended at once, so that it survives a
// killed process and several processes can share it. Violations go to standard error too.
#include "device.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void escape(char *text) {
    for (; *text; text++)
        if (*text == '"' || *text == '\\' || (unsigned char)*text < ' ') *text = '\'';
}

static void append(struct context *context, const char *what, const char *rest) {
    const char *path = getenv("VIR_FAKE_CODEC_REPORT");
    if (!path || !*path) return;
    char line[2048];
    int length = snprintf(line, sizeof line, "{\"what\":\"%s\",\"pid\":%d,\"device\":\"%s\",\"context\":%u,\"seconds\":%.6f%s}\n", what,
                          (int)getpid(), context ? role_name(context->role) : "", context ? context->number : 0,
                          (double)now_nanoseconds() / 1e9, rest);
    if (length >= (int)sizeof line) return;
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0) return;
    ssize_t written = write(file, line, (size_t)length);
    (void)written;
    close(file);
}

static void detail(struct context *context, const char *what, const char *format, va_list arguments, bool is_loud) {
    char text[512], rest[600];
    vsnprintf(text, sizeof text, format, arguments);
    escape(text);
    snprintf(rest, sizeof rest, ",\"detail\":\"%s\"", text);
    append(context, what, rest);
    if (is_loud) fprintf(stderr, "codec device: %s: %s: %s\n", context ? role_name(context->role) : "", what, text);
}

void violation(struct context *context, const char *format, ...) {
    if (context) context->violations++;
    va_list arguments;
    va_start(arguments, format);
    detail(context, "violation", format, arguments, true);
    va_end(arguments);
}

void note(struct context *context, const char *what, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    detail(context, what, format, arguments, false);
    va_end(arguments);
}

void report_context(struct context *context) {
    char rest[1400];
    const struct counters *c = &context->counters;
    int length = snprintf(
        rest, sizeof rest,
        ",\"width\":%u,\"height\":%u,\"in\":%llu,\"out\":%llu,\"bytes\":%llu,\"keyframes\":%llu,\"forced\":%llu,\"dropped\":%llu,"
        "\"events\":%llu,\"ioctls\":%llu,\"starved\":%llu,\"longestQueue\":%llu,\"drains\":%llu,\"ownSeconds\":%.6f,\"violations\":%u,"
        "\"controls\":{",
        context->queue[output_side].format.width, context->queue[output_side].format.height, (unsigned long long)c->in,
        (unsigned long long)c->out, (unsigned long long)c->bytes, (unsigned long long)c->keyframes, (unsigned long long)c->forced,
        (unsigned long long)c->dropped, (unsigned long long)c->events, (unsigned long long)c->ioctls, (unsigned long long)c->starved,
        (unsigned long long)c->longest_queue, (unsigned long long)c->drains, (double)c->own_time / 1e9, context->violations);
    for (unsigned int i = 0; i < context->control_count && length < (int)sizeof rest - 40; i++)
        length += snprintf(rest + length, sizeof rest - (size_t)length, "%s\"0x%08x\":%d", i ? "," : "", context->control[i].id,
                           context->control[i].value);
    snprintf(rest + length, sizeof rest - (size_t)length, "}");
    append(context, "closed", rest);
}

#define NAME(request)                                                                                                                      \
    case request: return #request

const char *request_name(unsigned long request) {
    switch (request) {
        NAME(VIDIOC_QUERYCAP);
        NAME(VIDIOC_ENUM_FMT);
        NAME(VIDIOC_G_FMT);
        NAME(VIDIOC_S_FMT);
        NAME(VIDIOC_TRY_FMT);
        NAME(VIDIOC_REQBUFS);
        NAME(VIDIOC_QUERYBUF);
        NAME(VIDIOC_QBUF);
        NAME(VIDIOC_DQBUF);
        NAME(VIDIOC_EXPBUF);
        NAME(VIDIOC_CREATE_BUFS);
        NAME(VIDIOC_PREPARE_BUF);
        NAME(VIDIOC_STREAMON);
        NAME(VIDIOC_STREAMOFF);
        NAME(VIDIOC_G_PARM);
        NAME(VIDIOC_S_PARM);
        NAME(VIDIOC_G_CTRL);
        NAME(VIDIOC_S_CTRL);
        NAME(VIDIOC_QUERYCTRL);
        NAME(VIDIOC_QUERYMENU);
        NAME(VIDIOC_QUERY_EXT_CTRL);
        NAME(VIDIOC_G_EXT_CTRLS);
        NAME(VIDIOC_S_EXT_CTRLS);
        NAME(VIDIOC_TRY_EXT_CTRLS);
        NAME(VIDIOC_G_SELECTION);
        NAME(VIDIOC_S_SELECTION);
        NAME(VIDIOC_ENCODER_CMD);
        NAME(VIDIOC_TRY_ENCODER_CMD);
        NAME(VIDIOC_DECODER_CMD);
        NAME(VIDIOC_TRY_DECODER_CMD);
        NAME(VIDIOC_ENUM_FRAMESIZES);
        NAME(VIDIOC_ENUM_FRAMEINTERVALS);
        NAME(VIDIOC_DQEVENT);
        NAME(VIDIOC_SUBSCRIBE_EVENT);
        NAME(VIDIOC_UNSUBSCRIBE_EVENT);
        NAME(VIDIOC_CROPCAP);
    }
    return "unknown ioctl";
}
