// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The source of a session's label: the wall clock, or in a virtual run a fixed date, so that the same inputs
/// give the same names.
public enum WallClock: Sendable {
    case system
    case fixed

    /// Returns a label such as `2026-11-20T14:03:00` for a session that begins this long after the run did: the local time, or the fixed
    /// date plus that duration.
    public func label(after sinceStart: Duration) -> String {
        var seconds: time_t
        var parts = tm()
        switch self {
        case .system:
            seconds = time(nil)
            localtime_r(&seconds, &parts)
        case .fixed:
            seconds = 1_767_225_600 + time_t(sinceStart.inSeconds)  // 2026-01-01 00:00 UTC
            gmtime_r(&seconds, &parts)
        }
        func padded(_ number: Int32, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
            + "T\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
    }
}
