// SPDX-License-Identifier: GPL-3.0-or-later

// The internal state of the stand-in for the kernel's codec devices. One lock, `device_lock`, guards everything.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <linux/videodev2.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/time.h>
#include <unistd.h>

/// Raspberry Pi's tiled layout ("SAND"), which the mainline header lacks: columns of 128 bytes, luma above chroma in each.
#ifndef V4L2_PIX_FMT_NV12_COL128
#define V4L2_PIX_FMT_NV12_COL128 v4l2_fourcc('N', 'C', '1', '2')
#endif

enum {
    most_planes = 3,
    most_buffers = 32,
    most_contexts = 32,
    most_results = 64,
    most_events = 8,
    most_controls = 16,
    most_faults = 16,
    macroblocks_per_frame = 8192
};

/// The kernel's names of the sides: OUTPUT is from the client to the device, CAPTURE from the device to the client.
enum side { output_side, capture_side };

enum role { decode_role, encode_role, isp_role, image_role, role_count };

// MARK: Options (options.c)

struct options {
    bool has_role[role_count];
    /// True for `_MPLANE` buffer types, as in bcm2835-codec; otherwise the single-planar ones.
    bool is_mplane;
    /// True if a picture's planes are each in memory of their own (NV12M, YM12), if the API has several.
    bool has_separate_planes;
    /// The number of later pictures that must be inside before one comes out.
    unsigned int latency[role_count];
    /// The maximum number of buffers that REQBUFS gives a capture queue.
    unsigned int capture_buffers;
    /// Reports a source change whenever a stream begins (the kernel's document), not only if the format differs.
    bool always_tells_source;
    unsigned int max_width, max_height;
    /// Refuses STREAMON if the level that is set has too few macroblocks a second.
    bool enforces_level;
    /// Macroblocks a second of the whole block, encoder and decoder together; 0 is as fast as the processor.
    uint64_t speed;
    /// The number of streaming users that the block takes, encoders and decoders together; 0 is any number.
    unsigned int users;
    /// The file by which processes share the block's state; empty for this process alone.
    char block[256];
    /// Offers only tiled frames.
    bool is_tiled;
    /// The decoder's frames are display memory, as in Raspberry Pi's libavcodec.
    bool has_prime;
    /// Overwrites a capture buffer when it is queued, so that a client that still reads it shows garbage.
    bool poisons;
    bool traces;
};
extern struct options options;
void options_read(void);

// MARK: Faults (faults.c)

enum fault_kind {
    fault_none,
    fault_open,
    fault_reqbufs,
    fault_streamon,
    fault_drop,
    fault_overshoot,
    fault_stuck,
    fault_hold,
    fault_eio,
    fault_error,
    fault_jam,
    fault_gone,
    fault_kind_count
};

bool fault_add(const char *words);
/// Returns true if this fault strikes at this count; each strike is used up.
bool fault_strikes(enum role role, enum fault_kind kind, uint64_t count);
/// Returns the argument of a fault, or 0 if it wasn't asked for.
uint64_t fault_argument(enum role role, enum fault_kind kind);

// MARK: Buffers and queues (memory.c, queue.c)

struct plane {
    /// A memory file that stands for the buffer's memory; -1 without memory.
    int file;
    uint8_t *address;
    size_t length;
    uint32_t used, offset;
    ino_t inode;
    dev_t device;
    /// The client's own descriptor of memory that it lent (DMABUF); DQBUF returns it.
    int lent;
};

/// The owner of a buffer: the client, or the device (waiting, being worked on, or ready to be fetched).
enum buffer_state { with_client, queued, working, done };

struct buffer {
    enum buffer_state state;
    struct plane plane[most_planes];
    struct timeval stamp;
    uint32_t flags, sequence;
    bool is_keyframe, is_last, is_broken;
    /// The digest of the client's bytes when they were queued.
    uint64_t digest;
};

struct fifo {
    uint8_t index[most_buffers];
    unsigned int first, count;
};

struct format {
    uint32_t fourcc, width, height, pitch;
    uint32_t visible_width, visible_height;
    unsigned int planes;
    uint32_t size[most_planes];
};

struct queue {
    enum side side;
    uint32_t type, memory;
    unsigned int count;
    struct buffer buffer[most_buffers];
    struct fifo waiting, ready;
    bool is_streaming;
    /// True if DQBUF answers EPIPE once nothing is ready any more.
    bool is_at_end;
    uint32_t sequence;
    struct format format;
};

// MARK: A picture or access unit from the codec that has no capture buffer yet (worker.c)

struct result {
    AVFrame *picture;
    AVPacket *packet;
    struct timeval stamp;
    bool is_keyframe, is_broken;
};

struct control {
    uint32_t id;
    int32_t value;
};

struct counters {
    uint64_t in, out, bytes, keyframes, forced, dropped, events, ioctls, starved, longest_queue, drains;
    /// CPU time of the stand-in itself, in the client's threads and in its own, in nanoseconds.
    uint64_t own_time;
};

/// One open of a device.
struct context {
    bool is_open, is_closing, is_failed, is_stuck;
    enum role role;
    unsigned int number;
    /// The inode of the client's end of the socket. Our end hangs up when its last descriptor is closed.
    ino_t inode;
    int keeper;
    pid_t owner;
    struct queue queue[2];
    struct control control[most_controls];
    unsigned int control_count;
    uint32_t subscribed;
    struct v4l2_event event[most_events];
    unsigned int event_count, event_sequence;
    struct v4l2_fract interval;
    struct counters counters;
    unsigned int violations;

    pthread_t worker;
    bool has_worker, is_working;
    /// True while the worker has nothing to do until something changes.
    bool is_settled;
    pthread_cond_t changed;
    struct result result[most_results];
    unsigned int first_result, result_count;
    /// True if STOP was requested; `before_stop` waiting output buffers come before it.
    bool is_stopping, is_flushed, is_stopped;
    unsigned int before_stop;
    /// True if a decoder that reported a source change waits until the client has set up its capture queue.
    bool awaits_setup, holds_output, is_user_of_block;
    unsigned int held_output;
    uint32_t stream_width, stream_height;
    /// Writes tiled pictures under a plain format's name; libavcodec's frames are described as tiled afterwards.
    bool is_tiled_within;
    /// The inner codec and its state.
    AVCodecContext *codec;
    bool wants_keyframe, wants_headers, has_resume_point, told_of_resume_point;
    uint64_t frames, since_keyframe, rate_window_bits;
    int64_t last_stamp, rate_window_start, bucket;
    uint8_t *headers;
    size_t headers_size;
};

extern pthread_mutex_t device_lock;
extern pthread_cond_t device_changed;

// MARK: The table of contexts (contexts.c)

const char *role_name(enum role role);
/// Returns the role of the device with this path, or -1.
int role_at(const char *path);
int role_number(enum role role);
/// Opens a device; returns a descriptor, or a negative error.
int context_open(enum role role, int flags);
/// Returns the context of a descriptor, or NULL. Takes no lock.
struct context *context_of(int file);
/// Ends the contexts whose descriptors are all closed.
void contexts_reap(void);
/// Wakes all threads that wait for a change.
void context_changed(struct context *context);
/// Waits until the device has done all that it can. A device without a speed takes no time, so the client finds the same on a busy machine.
void context_settle(struct context *context);
unsigned int context_poll(struct context *context, short wanted);
void poll_watch(int file);
void poll_unwatch(int file);

// MARK: ioctls. Each returns 0, a negative error, or `not_mine`.

enum { not_mine = -100000 };
int answer_description(struct context *context, unsigned long request, void *argument);
int answer_format(struct context *context, unsigned long request, void *argument);
int answer_control(struct context *context, unsigned long request, void *argument);
int answer_queue(struct context *context, int file, unsigned long request, void *argument);
int answer_event(struct context *context, unsigned long request, void *argument);
int answer(struct context *context, int file, unsigned long request, void *argument);

void formats_begin(struct context *context);
void format_for_stream(struct context *context, uint32_t width, uint32_t height, uint32_t coded_width, uint32_t coded_height);
struct queue *queue_of(struct context *context, uint32_t type);
bool is_compressed(uint32_t fourcc);
void controls_begin(struct context *context);
int32_t control_value(struct context *context, uint32_t id);
void event_add(struct context *context, uint32_t type, uint32_t changes);

int fifo_take(struct fifo *fifo);
void fifo_add(struct fifo *fifo, unsigned int index);
void queue_finish(struct context *context, struct queue *queue, unsigned int index);
void queue_release(struct queue *queue);
int stream_on(struct context *context, struct queue *queue);
void stream_off(struct context *context, struct queue *queue);
int command(struct context *context, bool is_stop);

int plane_make(struct plane *plane, size_t length);
int plane_lend(struct plane *plane, int file, size_t needed);
void plane_end(struct plane *plane);
/// Returns the memory file for a client's mmap at this offset, or -1.
int memory_mapped(struct context *context, off_t offset, size_t length, int protection, int flags, int *error);
/// Answers DMA_BUF_IOCTL_SYNC as a real dma-buf does; `not_mine` if the descriptor isn't memory of ours.
int memory_synchronised(int file, unsigned long request, void *argument);
uint64_t plane_digest(const struct plane *plane);

// MARK: The codecs (worker.c, encoder.c, decoder.c, pictures.c)

void worker_start(struct context *context);
void worker_stop(struct context *context);
void results_drop(struct context *context);
bool result_add(struct context *context, struct result result);
/// These run without the lock: the worker owns the buffer.
int encoder_open(struct context *context);
void encoder_take(struct context *context, struct buffer *buffer, bool forces_keyframe);
void decoder_take(struct context *context, struct buffer *buffer);
void decoder_flush(struct context *context);
void codec_close(struct context *context);
AVFrame *picture_of(struct context *context, struct buffer *buffer);
/// Returns the number of lines in a tiled picture's column.
uint32_t tiled_column(uint32_t lines);
void picture_write(const AVFrame *picture, const struct format *format, struct buffer *buffer, bool is_tiled);

// MARK: DRM PRIME (prime.c)

bool prime_is_wanted(void);
void prime_mapped(void *address, size_t length, int memory);
void prime_unmapped(void *address);

// MARK: The block that encoders and decoders share (block.c)

/// Takes a slot of the block; false if all are taken.
bool block_enter(struct context *context);
void block_leave(struct context *context);
/// Returns the time at which the block finishes a picture of this many macroblocks, in nanoseconds of CLOCK_MONOTONIC; 0 is at once.
int64_t block_book(uint64_t macroblocks);
int64_t now_nanoseconds(void);
/// Returns this thread's CPU time.
int64_t thread_nanoseconds(void);

// MARK: The report that tests read (report.c)

/// Reports that the client broke a rule of the kernel's documents.
void violation(struct context *context, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Reports a refusal, or anything else that a test may want to know.
void note(struct context *context, const char *what, const char *format, ...) __attribute__((format(printf, 3, 4)));
void report_context(struct context *context);
const char *request_name(unsigned long request);
