// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV

/// What libav itself wants to say. By default it would go to standard error, between the box's own lines.
public enum LibAVLog {
    /// Silences libav in the whole program: what matters of it comes back as error codes. Thread-safe.
    public static func quiet() {
        av_log_set_level(AV_LOG_QUIET)
    }
}
