// SPDX-License-Identifier: GPL-3.0-or-later

import Storage

/// The version of this program, for the command line, which knows only Runtime.
public typealias ProgramVersion = Storage.ProgramVersion
