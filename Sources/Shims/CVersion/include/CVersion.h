// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Returns this program's version, such as `0.3.0` or `0.3.0-dev+1a2b3c4d`: Package.swift takes it from `tools/version`.
const char *_Nonnull vir_version(void);
