// SPDX-License-Identifier: GPL-3.0-or-later

// The still picture between the kernel and the box's first own picture: the name in the middle of the TV, on its dark background.
//
// udev runs it as soon as a display card has its frame buffer. The box takes the TV over a moment later with a buffer of
// its own, so a late write does no harm. Prints a line and ends with 1 if there is nothing to draw on.

#include <fcntl.h>
#include <linux/fb.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct {
    float x0, y0, x1, y1;
} Stroke;

// V, I, R as strokes with round ends; the unit is the letters' height. The bow of the R is an arc, drawn separately.
static const Stroke strokes[] = {
    {-1.35f, -0.5f, -0.975f, 0.5f}, {-0.975f, 0.5f, -0.6f, -0.5f}, {-0.05f, -0.5f, -0.05f, 0.5f}, {0.6f, -0.5f, 0.6f, 0.5f},
    {0.6f, -0.5f, 0.95f, -0.5f},    {0.6f, 0.04f, 0.95f, 0.04f},   {0.93f, 0.04f, 1.25f, 0.5f},
};
static const float bowX = 0.95f, bowY = -0.23f, bowRadius = 0.27f, halfWidth = 0.075f;

static float toStroke(Stroke s, float x, float y) {
    float dx = s.x1 - s.x0, dy = s.y1 - s.y0;
    float t = ((x - s.x0) * dx + (y - s.y0) * dy) / (dx * dx + dy * dy);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypotf(x - s.x0 - t * dx, y - s.y0 - t * dy);
}

// Returns the distance of a point from the centre of the nearest stroke.
static float distance(float x, float y) {
    float nearest = 1e9f;
    for (size_t i = 0; i < sizeof strokes / sizeof *strokes; i++) nearest = fminf(nearest, toStroke(strokes[i], x, y));
    if (x > bowX) nearest = fminf(nearest, fabsf(hypotf(x - bowX, y - bowY) - bowRadius));
    return nearest;
}

static uint32_t channel(uint32_t value, struct fb_bitfield field) { return (value >> (8 - field.length)) << field.offset; }

int main(void) {
    struct fb_var_screeninfo screen;
    struct fb_fix_screeninfo memory;
    int file = open("/dev/fb0", O_RDWR | O_CLOEXEC);
    if (file < 0 || ioctl(file, FBIOGET_VSCREENINFO, &screen) < 0 || ioctl(file, FBIOGET_FSCREENINFO, &memory) < 0) {
        perror("still: /dev/fb0");
        return 1;
    }
    uint32_t bytes = screen.bits_per_pixel / 8;
    if ((bytes != 4 && bytes != 2) || screen.red.length > 8 || screen.green.length > 8 || screen.blue.length > 8 ||
        (uint64_t)memory.line_length * screen.yres > memory.smem_len) {
        fprintf(stderr, "still: a frame buffer of %u bits isn't drawn on\n", screen.bits_per_pixel);
        return 1;
    }
    uint8_t *pixels = mmap(NULL, memory.smem_len, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (pixels == MAP_FAILED) {
        perror("still: frame buffer");
        return 1;
    }
    float height = 0.16f * screen.yres, middleX = screen.xres / 2.0f, middleY = screen.yres / 2.0f;
    for (uint32_t y = 0; y < screen.yres; y++) {
        uint8_t *line = pixels + (size_t)y * memory.line_length;
        for (uint32_t x = 0; x < screen.xres; x++) {
            // The letters are amber; the background is the overlay's own black.
            float far = (distance((x + 0.5f - middleX) / height, (y + 0.5f - middleY) / height) - halfWidth) * height;
            float cover = far > 0.5f ? 0 : far < -0.5f ? 1 : 0.5f - far;
            uint32_t red = (uint32_t)(14 + cover * (255 - 14)), green = (uint32_t)(14 + cover * (176 - 14)),
                     blue = (uint32_t)(16 * (1 - cover));
            uint32_t pixel = channel(red, screen.red) | channel(green, screen.green) | channel(blue, screen.blue);
            memcpy(line + (size_t)x * bytes, &pixel, bytes);
        }
    }
    return 0;
}
