// SPDX-License-Identifier: GPL-3.0-or-later

/// A rally that is over, or a piece of a long one.
public struct Rally: Hashable, Sendable {
    /// The picture with which its movement began. Of a later piece of a long rally it is the first picture, whose number is estimated from the
    /// pictures before and after it, which is exact at a steady rate.
    public var first: FrameStamp
    /// The footage of its clip.
    public var window: ClosedRange<Timestamp>
    /// The referee's whistle in it, with the camera's picture then, or else the picture since which it rests. `nil` for a piece that was cut off
    /// because it was too long, and without a rest when STOP was pressed.
    public var end: FrameStamp?
    /// True if `end` is a whistle.
    public var isWhistled = false
}

/// Cuts rallies, attempts and jumps out of the time between them, by the movement in a region of the picture.
///
/// A clip begins 2 s before the movement and ends 1.5 s after it rests: a serve is prepared before it is seen to move, and the ball is called.
/// So movement that rests for less than these 3.5 s belongs to one rally, because the clips would overlap. Clips never overlap, each instant
/// with movement of a rally that is long enough lies in exactly one of them, and the time between them in none.
///
/// A referee's whistle ends the rally that runs. What moves on after its clip is another rally, or too short for one.
public struct RallyCutter: Hashable, Sendable {
    /// The footage before the first movement and after the last.
    public static let (lead, tail) = (Duration.seconds(2), Duration.milliseconds(1500))
    /// A rest of this length ends a rally.
    public static var rest: Duration { lead + tail }
    /// If nothing moved for this time, or this number of clips in a row were cut at the longest, the region is probably wrong.
    private static let (patience, mostCuts) = (Duration.seconds(300), 3)

    /// A rally in progress.
    private struct Running: Hashable, Sendable {
        var first: FrameStamp
        var from: Timestamp
        /// True for a piece after the first of a long rally: it is a clip however short it is.
        var isContinued = false
        /// The picture since which it rests; `nil` while it moves.
        var rest: FrameStamp?
        /// The whistle that ends it, which was heard already.
        var whistle: FrameStamp?
        /// True if it is only what moved on after a whistle.
        var isRemainder = false
    }

    /// A rally whose movement lasts for less is no clip.
    public var shortest: Duration
    /// The longest clip. A longer rally becomes several clips, one directly after the other.
    public var longest: Duration
    /// The time from a whistle to the end of its clip.
    public var whistleTail = Self.tail

    private var running: Running?
    private var isMoving = false
    /// The time since which nothing has moved, or at first since when anybody looks.
    private var still: Timestamp?
    /// The end of the last clip.
    private var border: Timestamp?
    private var cuts = 0

    /// - Parameters:
    ///   - shortest: above zero.
    ///   - longest: longer than 3.5 s.
    public init(shortest: Duration, longest: Duration) {
        (self.shortest, self.longest) = (shortest, longest)
    }

    /// The beginning of the clip of the rally that runs; `nil` between two rallies.
    public var start: Timestamp? { running?.from }

    /// A sign that the region doesn't show rallies.
    public enum Doubt: Hashable, Sendable {
        /// Nothing in it has moved for five minutes.
        case nothingMoves
        /// Three clips in a row were as long as they may be.
        case neverRests
    }

    /// Returns the sign that the region is a wrong one; `nil` while rallies come as they should.
    public func doubt(at now: Timestamp) -> Doubt? {
        if cuts >= Self.mostCuts { return .neverRests }
        guard !isMoving, let still, still.duration(to: now) >= Self.patience else { return nil }
        return .nothingMoves
    }

    // MARK: Events

    /// Takes over that the region moves, or rests again.
    /// - Returns: the rallies that are over by then.
    public mutating func take(_ change: RegionMovement.Change) -> [Rally] {
        switch change {
        case .moves(let stamp):
            let over = pass(to: stamp)
            isMoving = true
            if running == nil {
                let lead = stamp.timestamp - Self.lead
                let from = border.map { max(lead, $0 + .nanoseconds(1)) } ?? lead
                // Movement that is told after STOP may have begun before it.
                let first = stamp.timestamp < from ? FrameStamp(frame: stamp.frame + 1, timestamp: from) : stamp
                running = Running(first: first, from: from)
            }
            running?.rest = nil
            return over
        case .rests(let stamp):
            let over = isMoving ? cut(upTo: stamp) : []
            isMoving = false
            still = stamp.timestamp
            running?.rest = stamp
            // Players who walk off after a whistle make no rally, and mustn't join the next one.
            if let running, running.isRemainder, !isLong(running, until: stamp.timestamp) { self.running = nil }
            return over
        }
    }

    /// Takes over that a referee's whistle was heard. One at the beginning of a rally doesn't end it: referees also whistle for the serve.
    /// - Parameter whistle: its beginning, with the camera's picture then.
    public mutating func take(whistle: FrameStamp) {
        guard let piece = running, piece.whistle == nil else { return }
        let known = piece.isContinued ? piece.from : piece.first.timestamp + shortest
        if whistle.timestamp >= known { running?.whistle = whistle }
    }

    /// Lets time pass.
    /// - Parameter newest: the newest picture that was captured.
    /// - Returns: the rallies that are over by then.
    public mutating func pass(to newest: FrameStamp) -> [Rally] {
        if still == nil { still = newest.timestamp }
        let over = cut(upTo: newest)
        guard let rest = running?.rest?.timestamp, newest.timestamp >= rest + Self.rest else { return over }
        return over + [finish(through: rest + Self.tail)].compactMap { $0 }
    }

    /// Ends the rally that runs, with the footage that there is, because somebody pressed STOP or the camera is lost. Movement that goes on
    /// begins another rally.
    /// - Parameter newest: the newest picture that was captured.
    public mutating func close(at newest: FrameStamp) -> [Rally] {
        var over = pass(to: newest)
        guard let piece = running else { return over }
        over += [finish(through: min(end(of: piece) ?? newest.timestamp, newest.timestamp))].compactMap { $0 }
        if isMoving {
            let next = FrameStamp(frame: newest.frame + 1, timestamp: newest.timestamp + .nanoseconds(1))
            self.running = Running(first: next, from: next.timestamp)
        }
        return over
    }

    /// Forgets that anything moves: no picture comes any more. `close` it before.
    public mutating func lose() {
        (running, isMoving, still) = (nil, false, nil)
    }

    // MARK: Cutting

    /// Cuts off what is over although it moves: at a whistle, and at the longest length.
    private mutating func cut(upTo newest: FrameStamp) -> [Rally] {
        var over = cutAtLongest(upTo: newest)
        guard let piece = running, piece.whistle != nil, let end = end(of: piece), newest.timestamp >= end else { return over }
        over += [finish(through: end)].compactMap { $0 }
        guard piece.rest == nil else { return over }
        let next = max(end, border ?? end) + .nanoseconds(1)
        running = Running(first: Self.estimate(at: next, between: piece.first, newest), from: next, isRemainder: true)
        return over + cutAtLongest(upTo: newest)
    }

    /// Cuts off clips of the longest length, as long as the rally is longer.
    private mutating func cutAtLongest(upTo newest: FrameStamp) -> [Rally] {
        var pieces: [Rally] = []
        while let piece = running, piece.rest == nil, min(newest.timestamp, end(of: piece) ?? newest.timestamp) > piece.from + longest {
            let end = piece.from + longest
            pieces.append(rally(piece, through: end))
            border = end
            cuts += 1
            let next = end + .nanoseconds(1)
            running = Running(
                first: Self.estimate(at: next, between: piece.first, newest), from: next, isContinued: true, whistle: piece.whistle)
        }
        return pieces
    }

    /// Ends the rally that runs.
    /// - Returns: its clip; `nil` if its movement was too short.
    private mutating func finish(through end: Timestamp) -> Rally? {
        guard let piece = running else { return nil }
        running = nil
        guard isLong(piece, until: piece.rest?.timestamp ?? end), piece.from < end else { return nil }
        if !piece.isContinued { cuts = 0 }
        let through = min(end, piece.from + longest)
        border = through
        return rally(piece, through: through)
    }

    private func isLong(_ piece: Running, until last: Timestamp) -> Bool {
        piece.isContinued ? last >= piece.from : piece.first.timestamp.duration(to: last) >= shortest
    }

    /// Returns the end of a piece's clip, as far as it is known.
    private func end(of piece: Running) -> Timestamp? {
        [piece.rest.map { $0.timestamp + Self.tail }, piece.whistle.map { $0.timestamp + whistleTail }].compactMap { $0 }.min()
    }

    private func rally(_ piece: Running, through end: Timestamp) -> Rally {
        let window = piece.from...end
        func within(_ stamp: FrameStamp?) -> FrameStamp? { stamp.flatMap { window.contains($0.timestamp) ? $0 : nil } }
        return Rally(first: piece.first, window: window, end: within(piece.whistle) ?? within(piece.rest), isWhistled: within(piece.whistle) != nil)
    }

    /// Returns the picture at a time between two pictures.
    private static func estimate(at time: Timestamp, between first: FrameStamp, _ last: FrameStamp) -> FrameStamp {
        let (whole, part) = (first.timestamp.duration(to: last.timestamp).inSeconds, first.timestamp.duration(to: time).inSeconds)
        let frames = whole > 0 ? Double(last.frame - first.frame) * part / whole : 0
        return FrameStamp(frame: first.frame + Int64(frames.rounded(.up)), timestamp: time)
    }
}
