// SPDX-License-Identifier: GPL-3.0-or-later

/// What the delay line is to keep for clips.
public enum LineCommand: Hashable, Sendable {
    /// Keep this footage, what there is of it and what comes, until the clip is cut.
    case pin(ClipPlan, SessionRef)
    /// The clip with this number won't be written: let its footage go.
    case release(Int, SessionRef)
    /// Keep this footage while it is looked at, in the place of what was looked at before; `nil`: nothing is any more.
    case look(ClosedRange<Timestamp>?)
}
