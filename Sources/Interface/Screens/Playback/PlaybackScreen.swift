// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A playback, and the tool that is in use on its pictures.
///
/// Both work on the same footage at the same position, because there is one playback only. A tool ends when the footage is gone, or can't
/// be played; a replay ends with it.
struct PlaybackScreen: Screen {
    private(set) var playback: any Playback
    /// The tool that has the controls; `nil` while they are the playback's own.
    private(set) var mode: (any PlaybackMode)?

    init(_ playback: any Playback) { self.playback = playback }

    var place: ScreenKind { mode?.place ?? playback.place }
    var isKeptOpen: Bool { playback.isKeptOpen }
    var pictureShare: Double? { mode?.showsPictures ?? true ? playback.pictureShare : nil }
    func person(in context: Context) -> Point? { playback.person(in: context) }
    func personSearches(in context: Context) -> [Track] { playback.personSearches(in: context) }
    var showsSpeeds: Bool { mode == nil && playback.showsSpeeds }
    var watched: VideoSource? { mode == nil ? playback.watched : nil }
    func isWriting(in context: Context) -> Bool { mode?.isWriting(in: context) ?? false }
    func hidesFooter(in context: Context) -> Bool { mode == nil && playback.hidesFooter(in: context) }

    func isFading(in context: Context, at now: Timestamp) -> Bool {
        mode?.showsPictures ?? true && playback.isFading(in: context, at: now)
    }

    // MARK: Tools

    /// Gives the controls to a tool.
    /// - Parameter open: opens the tool on the playback; `nil` if it can't work there.
    mutating func open(_ open: (inout any Playback) -> (any PlaybackMode)?) {
        guard let mode = open(&playback) else { return }
        self.mode = mode
        playback.touch = nil
    }

    /// Gives the controls back to the playback, which stays at the position to which the tool went.
    /// - Returns: false if no tool is in use.
    mutating func closeMode(at now: Timestamp) -> Bool {
        guard mode != nil else { return false }
        (mode, playback.touch) = (nil, nil)
        // The playback doesn't hear that the arrow is released.
        playback.transport.endShuttle(at: now)
        return true
    }

    // The table is that of the tool in use, or the playback's: `handle` hands each input on to it.
    func bindings(in context: Context) -> Bindings<Self> { [:] }
    func grammar(in context: Context) -> Grammar { mode?.grammar(on: playback, in: context) ?? playback.grammar(in: context) }
    func tools(in context: Context) -> [ToolOffer] { mode?.tools(on: playback, in: context) ?? playback.tools(in: context) }
    func undo(in context: Context) -> String? { mode.map { $0.undo(on: playback, in: context) } ?? playback.undo(in: context) }
    func redo(in context: Context) -> String? { mode.map { $0.redo(on: playback, in: context) } ?? playback.redo(in: context) }

    // MARK: Input and events

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .tool(.lines): return context.toggleLines(at: now)
        case .tool(.movement): return context.toggleMovement(at: now)
        case .tool(.undo): return mode?.takeBack(on: playback, in: &context, at: now) ?? playback.takeBack(in: &context, at: now)
        case .tool(.redo): return mode?.doAgain(on: playback, in: &context, at: now) ?? playback.doAgain(in: &context, at: now)
        default: return mode?.handle(input, on: &playback, in: &context, at: now) ?? playback.handle(input, in: &context, at: now)
        }
    }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let keys = playback.keys
        var outcomes = playback.hear(event, in: &context, at: now)
        if outcomes.contains(.back) { return mode == nil ? outcomes : [.back] + outcomes }
        guard mode != nil else {
            if case .tick = event { outcomes += playback.end(at: now) }
            return outcomes
        }
        // A tool goes on only with the clips on which it was opened.
        guard playback.keys == keys else { return outcomes + [.back] }
        return outcomes + (mode?.hear(event, on: playback, in: &context, at: now) ?? [])
    }

    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] { playback.comeBack(in: &context, at: now) }

    // MARK: Rendering

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        mode?.spoken(on: playback, in: context, at: now) ?? playback.spoken(in: context, at: now)
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        mode?.layers(on: playback, in: context, at: now) ?? playback.layers(in: context, at: now)
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        mode.map { $0.nextChange(on: playback, after: seen) } ?? playback.nextChange(after: seen)
    }

    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        mode?.wishes(on: playback, in: context, at: now) ?? playback.wishes(in: context, at: now)
    }

    func toastPlace(in context: Context) -> ToastPlace? {
        mode.map { $0.toastPlace(on: playback, in: context) } ?? playback.toastPlace(in: context)
    }
}

extension PlaybackScreen {
    static func == (one: PlaybackScreen, other: PlaybackScreen) -> Bool {
        AnyHashable(one.playback) == AnyHashable(other.playback) && one.mode.map { AnyHashable($0) } == other.mode.map { AnyHashable($0) }
    }

    func hash(into hasher: inout Hasher) {
        playback.hash(into: &hasher)
        mode?.hash(into: &hasher)
    }
}
