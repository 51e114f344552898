// SPDX-License-Identifier: GPL-3.0-or-later
#include "CVersion.h"

// The version is compiled into this file alone, so that another version costs one file and the linking.
const char *vir_version(void) { return VIR_VERSION; }
