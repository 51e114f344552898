// SPDX-License-Identifier: GPL-3.0-or-later

/// The clock as the parts of the box see it: real in the box, virtual in a virtual run and in tests.
///
/// Only the edge of the program holds a timebase. Core's own rules get `now` as an argument instead.
public protocol Timebase: Sendable {
    /// The present instant. Reentrant.
    func now() -> Timestamp
    /// Returns at `deadline` or just after. In virtual time it returns at once: the driver of a virtual run
    /// has already moved the clock to the instant at which the caller has something to do.
    func wait(until deadline: Timestamp)
}
