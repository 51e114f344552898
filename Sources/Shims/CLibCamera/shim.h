// SPDX-License-Identifier: GPL-3.0-or-later

// Only carries libcamera's compiler and linker flags to CCamera: its headers are C++.
#pragma once
