// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A screen that plays footage, on whose pictures tools work: a replay of a clip or of the delay line, or two compared clips.
///
/// `PlaybackScreen` puts it on the TV, with the tool that is in use.
protocol Playback: Screen {
    /// The control over the time that its pictures share.
    var transport: Transport { get set }
    var jog: JogRule { get set }
    /// The finger that is down on it.
    var touch: Touch<PlaybackTarget>? { get set }
    /// True if it shows the delay line.
    var isOfLine: Bool { get }
    /// The keys of its clips, the first clip's first.
    var keys: [ClipKey] { get }
    /// Returns its pictures, the first clip's first. A picture that is still live isn't among them.
    func sources(at now: Timestamp) -> [PlaybackSource]
    /// Returns the facts about its first footage, or `nil` if its clip isn't open yet.
    func facts(in context: Context) -> ClipFacts?
    /// Goes to a position.
    mutating func jump(to position: Duration, in context: Context, at now: Timestamp)
    /// Runs through the footage while an arrow is held.
    mutating func shuttle(_ direction: Double, in context: Context, at now: Timestamp)
    /// Returns the next steps once the footage has played to its end. Nothing follows while a tool is in use.
    func end(at now: Timestamp) -> [ScreenOutcome]
    /// Returns the pictures, with nothing on them.
    func pictureLayers(in context: Context, at now: Timestamp) -> [Layer]
    /// Returns the pictures as grounds for drawings.
    func pictures(in context: Context, at now: Timestamp) -> [DrawnPicture]
    /// Returns the time of the picture for a tool's head.
    func time(in context: Context, at now: Timestamp) -> String
    func bar(in context: Context, at now: Timestamp) -> FootageBar
    func drawBar(in context: Context, at now: Timestamp, on sketch: inout DrawingBuilder)
}

/// The target of a finger on a playback.
enum PlaybackTarget: Hashable, Sendable {
    case bar, picture
}

/// One of the pictures of a playback: its footage, and the position in it.
struct PlaybackSource: Hashable, Sendable {
    var track: TrackID
    var footage: FootageID
    /// The position in the footage, in the middle of a picture's time.
    var position: Duration
    /// The number of the picture there, and the time at which it begins.
    var picture: Int64
    var start: Duration

    var key: ClipKey? { if case .clip(let key) = footage { key } else { nil } }
}

extension Playback {
    var isOfLine: Bool { false }
    func end(at now: Timestamp) -> [ScreenOutcome] { [] }

    mutating func jump(to position: Duration, in context: Context, at now: Timestamp) { transport.jump(to: position, at: now) }
    mutating func shuttle(_ direction: Double, in context: Context, at now: Timestamp) { transport.beginShuttle(direction, at: now) }

    /// Returns the session to which one of its pictures belongs, or `nil` if there is no session yet.
    func session(in context: Context) -> SessionRef? {
        if !isOfLine { return context.desk.book?.ref }
        return context.sessions.session.hasBegun ? context.sessions.session.ref : nil
    }

    func isFading(in context: Context, at now: Timestamp) -> Bool {
        !transport.isPaused && pictures(in: context, at: now).contains { $0.isFading(in: context) }
    }

    /// Returns all drawings on the pictures.
    func drawingLayers(in context: Context, at now: Timestamp) -> [Layer] {
        pictures(in: context, at: now).flatMap { $0.layers(in: context) }
    }

    func toastPlace(in context: Context) -> ToastPlace? {
        .foot(Theme(context.settings)).raised(to: FootageBar.top(context) - Theme.margin)
    }
}

// MARK: Undo

extension Playback {
    /// Returns what Undo would take back, in words: the newest change of the clips, or in the line.
    func undo(in context: Context) -> String? {
        isOfLine ? context.lineUndo : context.undoable?.words
    }

    /// Returns what Redo would do again, in words.
    func redo(in context: Context) -> String? {
        isOfLine ? context.lineRedo : context.redoable?.words
    }

    /// Undoes the newest change of the clips, or in the line.
    func takeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        isOfLine ? .effects(context.undoInLine(at: now)) : context.undoEdit()
    }

    /// Does the change again that was undone last.
    func doAgain(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        isOfLine ? .effects(context.redoInLine(at: now)) : context.redoEdit()
    }
}
