// SPDX-License-Identifier: GPL-3.0-or-later

/// Says since when something has been moving without a rest, as a person does who raises a bow.
public struct LastingMovement: Hashable, Sendable {
    /// A shorter rest doesn't count: a slow movement stands still for a picture or two.
    public static let rest: Duration = .milliseconds(500)

    private var start: Timestamp?
    private var newest: Timestamp?

    public init() {}

    /// Notes that something moves at this instant. Instants rise.
    public mutating func note(at now: Timestamp) {
        if !isMoving(at: now) { start = now }
        newest = now
    }

    /// Returns for how long it has been moving; zero if nothing moves.
    public func time(at now: Timestamp) -> Duration {
        guard let start, isMoving(at: now) else { return .zero }
        return start.duration(to: now)
    }

    private func isMoving(at now: Timestamp) -> Bool { newest.map { $0.duration(to: now) < Self.rest } ?? false }
}
