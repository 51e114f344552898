// SPDX-License-Identifier: GPL-3.0-or-later

// /dev with the devices in it: the folder's listing, and the answers of stat and access.
#include "device.h"
#define PUBLIC __attribute__((visibility("default")))
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

enum { most_listings = 16 };
static struct listing {
    DIR *folder;
    int next;
    union {
        struct dirent entry;
        struct dirent64 entry64;
    };
} listings[most_listings];
static pthread_mutex_t listing_lock = PTHREAD_MUTEX_INITIALIZER;

PUBLIC DIR *opendir(const char *path) {
    DIR *folder = REAL(opendir)(path);
    if (!folder || (strcmp(path, "/dev") && strcmp(path, "/dev/"))) return folder;
    pthread_mutex_lock(&listing_lock);
    for (int i = 0; i < most_listings; i++)
        if (!listings[i].folder) {
            listings[i].folder = folder;
            // From the highest number down: nobody may rely on an order, since a Pi's /dev has none.
            listings[i].next = role_count - 1;
            break;
        }
    pthread_mutex_unlock(&listing_lock);
    return folder;
}

PUBLIC int closedir(DIR *folder) {
    pthread_mutex_lock(&listing_lock);
    for (int i = 0; i < most_listings; i++)
        if (listings[i].folder == folder) listings[i].folder = NULL;
    pthread_mutex_unlock(&listing_lock);
    return REAL(closedir)(folder);
}

static struct listing *next_of(DIR *folder) {
    struct listing *result = NULL;
    pthread_mutex_lock(&listing_lock);
    for (int i = 0; i < most_listings; i++) {
        if (listings[i].folder != folder) continue;
        while (listings[i].next >= 0 && !options.has_role[listings[i].next]) listings[i].next--;
        if (listings[i].next >= 0) result = &listings[i];
    }
    pthread_mutex_unlock(&listing_lock);
    return result;
}

static bool is_hidden(DIR *folder, const char *name) {
    char path[300];
    snprintf(path, sizeof path, "/dev/%s", name);
    if (role_at(path) < 0) return false;
    for (int i = 0; i < most_listings; i++)
        if (listings[i].folder == folder) return true;
    return false;
}

#define FILL(made)                                                                                                                         \
    memset(&made, 0, sizeof made);                                                                                                         \
    made.d_ino = (ino_t)(900000 + listing->next);                                                                                          \
    made.d_type = DT_CHR;                                                                                                                  \
    made.d_reclen = sizeof made;                                                                                                           \
    snprintf(made.d_name, sizeof made.d_name, "video%d", role_number((enum role)listing->next--))

PUBLIC struct dirent *readdir(DIR *folder) {
    struct listing *listing = next_of(folder);
    if (listing) {
        FILL(listing->entry);
        return &listing->entry;
    }
    struct dirent *entry;
    do entry = REAL(readdir)(folder);
    while (entry && is_hidden(folder, entry->d_name));
    return entry;
}

PUBLIC struct dirent64 *readdir64(DIR *folder) {
    struct listing *listing = next_of(folder);
    if (listing) {
        FILL(listing->entry64);
        return &listing->entry64;
    }
    struct dirent64 *entry;
    do entry = REAL(readdir64)(folder);
    while (entry && is_hidden(folder, entry->d_name));
    return entry;
}

#define DESCRIBE(known, role)                                                                                                              \
    memset(known, 0, sizeof *known);                                                                                                       \
    known->st_mode = S_IFCHR | 0660;                                                                                                       \
    known->st_nlink = 1;                                                                                                                   \
    known->st_rdev = makedev(81, (unsigned int)role_number((enum role)role));                                                              \
    known->st_ino = (ino_t)(900000 + role)

#define STAT(name, kind)                                                                                                                   \
    PUBLIC int name(const char *path, struct kind *known) {                                                                                \
        int role = role_at(path);                                                                                                          \
        if (role < 0) return REAL(name)(path, known);                                                                                      \
        DESCRIBE(known, role);                                                                                                             \
        return 0;                                                                                                                          \
    }
STAT(stat, stat)
STAT(lstat, stat)
STAT(stat64, stat64)
STAT(lstat64, stat64)

PUBLIC int access(const char *path, int mode) { return role_at(path) >= 0 ? 0 : REAL(access)(path, mode); }
PUBLIC int faccessat(int folder, const char *path, int mode, int flags) {
    return role_at(path) >= 0 ? 0 : REAL(faccessat)(folder, path, mode, flags);
}
