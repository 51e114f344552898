// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV

/// libav's own log. By default it would go to standard error, between the box's own lines.
public enum LibAVLog {
    /// Silences libav in the whole program: everything that matters also comes back as an error code. Thread-safe.
    public static func quiet() {
        av_log_set_level(AV_LOG_QUIET)
    }
}
