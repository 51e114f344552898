// SPDX-License-Identifier: GPL-3.0-or-later

#include "CCamera.h"
#include "../CameraObject/CameraObject.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/// The object's places, in the order in which they are tried. No variable and no relative name adds to these: the object runs with all rights of the program.
static const char *const places[] = {
#ifdef VIR_CAMERA_OBJECT
    // A program that is built to be run where its sources are.
    VIR_CAMERA_OBJECT,
#endif
    // Made on this machine for the libcamera that it has, by `vir setup`.
    "/usr/local/lib/vir/camera.so",
    // The card's, or the package's.
    "/usr/lib/vir/camera.so",
};

/// Set once, and valid until the process ends: libcamera's threads may outlive all of ours, so the object is never closed.
static _Atomic(const vir_camera_object *) loaded;

static struct {
    pthread_mutex_t lock;
    int state;
    char objection[256];
} search = {PTHREAD_MUTEX_INITIALIZER, VIR_CAMERA_MISSING, ""};

/// Returns true if a file is the system's own: only root can have put it there. `VIR_CAMERA_OBJECT` belongs to whoever builds.
static bool is_trusted(const char *path, const struct stat *status) {
#ifdef VIR_CAMERA_OBJECT
    if (strcmp(path, VIR_CAMERA_OBJECT) == 0) return true;
#endif
    (void)path;
    return status->st_uid == 0 && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Returns true if a version such as "v0.3.2" belongs to a library such as "libcamera.so.0.3".
static bool is_version_of(const char *library, const char *version) {
    static const char prefix[] = "libcamera.so.";
    if (strncmp(library, prefix, sizeof prefix - 1) != 0) return false;
    const char *numbers = library + sizeof prefix - 1;
    const size_t length = strlen(numbers);
    if (version[0] == 'v') version++;
    // "0.3" isn't the beginning of "0.30.1".
    return strncmp(version, numbers, length) == 0 && (version[length] < '0' || version[length] > '9');
}

int vir_camera_try(const char *path, const vir_camera_object **object, char *objection, size_t size) {
    if (path[0] != '/') {
        snprintf(objection, size, "%s: it is no full path", path);
        return VIR_CAMERA_REFUSED;
    }
    struct stat status;
    if (stat(path, &status) < 0) return VIR_CAMERA_MISSING;
    if (!S_ISREG(status.st_mode) || !is_trusted(path, &status)) {
        snprintf(objection, size, "%s: it isn't root's alone", path);
        return VIR_CAMERA_REFUSED;
    }
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(objection, size, "%s: %s", path, reason ? reason : "it can't be loaded");
        return VIR_CAMERA_REFUSED;
    }
    // POSIX: a symbol's address may be a function's.
    vir_camera_object_table_function *table = NULL;
    *(void **)&table = dlsym(handle, VIR_CAMERA_SYMBOL);
    const vir_camera_object *found = table ? table() : NULL;
    if (!found) {
        snprintf(objection, size, "%s: it is no camera object", path);
    } else if (found->interface != VIR_CAMERA_INTERFACE || found->size != sizeof *found) {
        snprintf(objection, size, "%s: it is made for another version of VIR (interface %u, not %d)", path, found->interface,
                 VIR_CAMERA_INTERFACE);
    } else if (!is_version_of(found->libcamera, found->library_version())) {
        snprintf(objection, size, "%s: it is made for %s, and libcamera here is %s", path, found->libcamera, found->library_version());
    } else {
        *object = found;
        return VIR_CAMERA_LOADED;
    }
    dlclose(handle);
    return VIR_CAMERA_REFUSED;
}

int vir_camera_load(void) {
    if (atomic_load_explicit(&loaded, memory_order_acquire)) return VIR_CAMERA_LOADED;
    pthread_mutex_lock(&search.lock);
    if (!atomic_load_explicit(&loaded, memory_order_acquire)) {
        search.state = VIR_CAMERA_MISSING;
        search.objection[0] = 0;
        for (size_t place = 0; place < sizeof places / sizeof *places && search.state != VIR_CAMERA_LOADED; place++) {
            const vir_camera_object *object = NULL;
            char objection[sizeof search.objection] = "";
            const int state = vir_camera_try(places[place], &object, objection, sizeof objection);
            if (state == VIR_CAMERA_MISSING) continue;
            // The first objection counts: that object would have been taken.
            if (state == VIR_CAMERA_LOADED || search.state == VIR_CAMERA_MISSING) strcpy(search.objection, objection);
            search.state = state;
            if (state == VIR_CAMERA_LOADED) atomic_store_explicit(&loaded, object, memory_order_release);
        }
    }
    const int state = search.state;
    pthread_mutex_unlock(&search.lock);
    return state;
}

void vir_camera_objection(char *objection, size_t size) {
    pthread_mutex_lock(&search.lock);
    snprintf(objection, size, "%s", search.objection);
    pthread_mutex_unlock(&search.lock);
}

// MARK: The calls, passed on
//
// A camera, a buffer and a frame come from the object only, so whoever has one has loaded it.

static const vir_camera_object *object(void) { return atomic_load_explicit(&loaded, memory_order_acquire); }

const char *vir_camera_library_version(void) { return vir_camera_load() == VIR_CAMERA_LOADED ? object()->library_version() : ""; }

int vir_camera_list(void *context, void (*visit)(void *context, const vir_camera_entry *entry)) {
    return vir_camera_load() == VIR_CAMERA_LOADED ? object()->list(context, visit) : -ENOSYS;
}

void vir_camera_look_again(void) {
    if (vir_camera_load() == VIR_CAMERA_LOADED) object()->look_again();
}

int vir_camera_open(const char *id, vir_camera **camera) {
    return vir_camera_load() == VIR_CAMERA_LOADED ? object()->open(id, camera) : -ENOSYS;
}

void vir_camera_close(vir_camera *camera) { object()->close(camera); }

int vir_camera_offers(vir_camera *camera, void *context, void (*visit)(void *context, const vir_camera_offer *offer)) {
    return object()->offers(camera, context, visit);
}

int vir_camera_configure(vir_camera *camera, const vir_camera_wish *wish, vir_camera_stream *stream) {
    return object()->configure(camera, wish, stream);
}

int vir_camera_start(vir_camera *camera, int64_t frame, const vir_camera_controls *controls) {
    return object()->start(camera, frame, controls);
}

void vir_camera_adjust(vir_camera *camera, const vir_camera_controls *controls) { object()->adjust(camera, controls); }

void vir_camera_stop(vir_camera *camera) { object()->stop(camera); }

uint32_t vir_camera_buffer_count(const vir_camera *camera) { return object()->buffer_count(camera); }

const vir_camera_buffer *vir_camera_buffer_at(const vir_camera *camera, uint32_t index) { return object()->buffer_at(camera, index); }

int vir_camera_next(vir_camera *camera, int64_t patience, vir_camera_frame *frame) { return object()->next(camera, patience, frame); }

void vir_camera_give_back(const vir_camera_buffer *buffer) { object()->give_back(buffer); }
