// SPDX-License-Identifier: GPL-3.0-or-later

// EGL and OpenGL ES 2/3 for composing what planes cannot show.
#pragma once
#define EGL_EGLEXT_PROTOTYPES 1
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

static const EGLContext vir_egl_no_context = EGL_NO_CONTEXT;
static const EGLSurface vir_egl_no_surface = EGL_NO_SURFACE;
