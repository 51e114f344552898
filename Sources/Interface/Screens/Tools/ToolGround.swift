// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The ground for a tool: a replay of a clip or of the delay line, or two compared clips.
enum ToolGround: Hashable, Sendable {
    case replay(ReplayScreen)
    case compare(CompareScreen)

    /// One of its pictures: its footage, and the position in it.
    struct Source: Hashable, Sendable {
        var track: TrackID
        var footage: FootageID
        /// The position in the footage, in the middle of a picture's time.
        var place: Duration
        /// The number of the picture there, and the time at which it begins.
        var picture: Int64
        var start: Duration

        var key: ClipKey? { if case .clip(let key) = footage { key } else { nil } }
    }

    var screen: any Screen {
        switch self {
        case .replay(let screen): screen
        case .compare(let screen): screen
        }
    }

    var transport: Transport {
        get {
            switch self {
            case .replay(let screen): screen.transport
            case .compare(let screen): screen.transport
            }
        }
        set {
            switch self {
            case .replay(var screen):
                screen.transport = newValue
                self = .replay(screen)
            case .compare(var screen):
                screen.transport = newValue
                self = .compare(screen)
            }
        }
    }

    /// True if two clips lie beside each other.
    var isBeside: Bool { if case .compare(let screen) = self { screen.mode == .beside } else { false } }

    /// The replay's look back, if it is of the delay line.
    var look: LookBack? { if case .replay(let screen) = self { screen.look } else { nil } }

    /// Returns its pictures, the first clip's first. A picture that is still live isn't among them.
    func sources(at now: Timestamp) -> [Source] {
        let clock = transport.position(at: now)
        switch self {
        case .replay(let screen):
            let picture = screen.transport.picture(at: clock)
            return [
                Source(
                    track: .replay, footage: screen.track.footage, place: clock, picture: picture + (screen.look?.known.frame ?? 0),
                    start: screen.transport.grid + screen.transport.interval * Int(picture))
            ]
        case .compare(let screen):
            return [screen.side, screen.otherSide].compactMap { $0 }.map { side in
                let place = max(.zero, clock + side.zero)
                let picture = side.picture(at: place)
                return Source(
                    track: side.track, footage: .clip(side.key), place: place, picture: picture, start: side.interval * Int(picture))
            }
        }
    }

    /// The keys of the clips.
    var keys: [ClipKey] {
        switch self {
        case .replay(let screen): [screen.key].compactMap { $0 }
        case .compare(let screen): [screen.side.key, screen.otherSide?.key].compactMap { $0 }
        }
    }

    /// Returns the session to which one of its pictures belongs, or `nil` if there is no session yet.
    func session(in context: Context) -> SessionRef? {
        if look == nil { return context.desk.book?.ref }
        return context.sessions.session.hasBegun ? context.sessions.session.ref : nil
    }

    /// Undoes the last change of the clips, or in the line.
    func undo(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        look == nil ? context.undoEdit() : .effects(context.undoInLine(at: now))
    }

    /// Does the change again that was undone last.
    func redo(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        look == nil ? context.redoEdit() : .effects(context.redoInLine(at: now))
    }

    // MARK: Time

    mutating func step(_ pictures: Int, in context: Context, at now: Timestamp) {
        let steps = pictures.clamped(to: -100_000...100_000)
        jump(to: transport.position(at: now) + transport.interval * steps, in: context, at: now)
    }

    /// Runs through the footage while an arrow is held.
    mutating func shuttle(_ direction: Double, in context: Context, at now: Timestamp) {
        switch self {
        case .replay(var screen):
            screen.shuttle(direction, context, at: now)
            self = .replay(screen)
        case .compare: transport.beginShuttle(direction, at: now)
        }
    }

    /// Goes to a position. In the line it may go anywhere, as the replay does.
    private mutating func jump(to place: Duration, in context: Context, at now: Timestamp) {
        switch self {
        case .replay(var screen):
            screen.jump(to: place, context, at: now)
            self = .replay(screen)
        case .compare: transport.jump(to: place, at: now)
        }
    }

    /// Goes to the position under a finger on the bar.
    mutating func touch(_ point: Point, in context: Context, at now: Timestamp) {
        let bar = bar(in: context, at: now)
        if bar.reach.contains(point) { jump(to: bar.place(at: point.x), in: context, at: now) }
    }

    // MARK: Rendering

    /// Returns the pictures, with nothing on them.
    func pictureLayers(in context: Context, at now: Timestamp) -> [Layer] {
        switch self {
        case .replay(let screen): ReplayDrawing(screen, context, at: now).pictureLayers
        case .compare(let screen): CompareDrawing(screen, context, at: now).pictureLayers
        }
    }

    /// Returns the pictures as grounds for drawings.
    func pictures(in context: Context, at now: Timestamp) -> [DrawnPicture] {
        switch self {
        case .replay(let screen): screen.pictures(in: context, at: now)
        case .compare(let screen): screen.pictures(in: context, at: now)
        }
    }

    /// Returns all drawings on the pictures.
    func drawingLayers(in context: Context, at now: Timestamp) -> [Layer] {
        pictures(in: context, at: now).flatMap { $0.layers(in: context) }
    }

    /// Returns the time for its head.
    func time(in context: Context, at now: Timestamp) -> String {
        switch self {
        case .replay(let screen): ReplayHead.time(of: screen, context, at: now)
        case .compare(let screen):
            Strings.offsetMilliseconds(screen.transport.time(of: screen.transport.position(at: now), from: .zero))
        }
    }

    func bar(in context: Context, at now: Timestamp) -> FootageBar {
        switch self {
        case .replay(let screen): ReplayBar(screen, context, at: now).bar
        case .compare(let screen): screen.bar(context)
        }
    }

    func drawBar(in context: Context, at now: Timestamp, on sketch: inout Sketch) {
        switch self {
        case .replay(let screen): ReplayBar(screen, context, at: now).draw(on: &sketch)
        case .compare(let screen): CompareDrawing(screen, context, at: now).drawBar(on: &sketch)
        }
    }
}
