// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to the delay line to keep footage for clips.
public enum LineCommand: Hashable, Sendable {
    /// Keep this footage, including the part that is still to come, until the clip is cut.
    case pin(ClipPlan, SessionRef)
    /// Release the footage of the clip with this number, which won't be written.
    case release(Int, SessionRef)
    /// Keep this footage while it is shown, instead of the footage shown before; `nil`: none is shown any more.
    case look(ClosedRange<Timestamp>?)
}
