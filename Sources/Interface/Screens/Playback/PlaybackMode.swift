// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A tool that works on a playback's picture, and has the controls meanwhile.
///
/// It keeps only what is its own. The playback is the screen's: a step through the pictures is kept when the tool is left.
protocol PlaybackMode: Hashable, Sendable {
    /// The name of the screen while the tool is in use.
    var place: ScreenKind { get }
    /// True if it shows the playback's pictures, which can be zoomed and drawn on.
    var showsPictures: Bool { get }
    /// Returns true if words are being written.
    func isWriting(in context: Context) -> Bool
    /// Returns what each control does at present.
    func bindings(on playback: any Playback, in context: Context) -> Bindings<ToolInUse<Self>>
    /// Returns the tools of the row, after Undo.
    func tools(on playback: any Playback, in context: Context) -> [ToolOffer]
    /// Returns what Undo would take back, in words.
    func undo(on playback: any Playback, in context: Context) -> String?
    /// Undoes that.
    mutating func takeBack(on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    /// Returns what Redo would do again, in words.
    func redo(on playback: any Playback, in context: Context) -> String?
    /// Does that again.
    mutating func doAgain(on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    mutating func handle(_ input: ScreenInput, on playback: inout any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    /// Handles an event after the playback has handled it.
    mutating func hear(_ event: Event, on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    /// Returns the tool in words, for somebody who can't see it.
    func spoken(on playback: any Playback, in context: Context, at now: Timestamp) -> Spoken
    func layers(on playback: any Playback, in context: Context, at now: Timestamp) -> [Layer]
    func nextChange(on playback: any Playback, after seen: Timestamp) -> Timestamp?
    func wishes(on playback: any Playback, in context: Context, at now: Timestamp) -> Wishes
    func toastPlace(on playback: any Playback, in context: Context) -> ToastPlace?
}

/// A tool and the playback on which it works: both may be changed by the controls.
struct ToolInUse<Mode: PlaybackMode> {
    var mode: Mode
    var playback: any Playback
}

extension PlaybackMode {
    /// Returns the label of each control at present.
    func grammar(on playback: any Playback, in context: Context) -> Grammar { bindings(on: playback, in: context).grammar }

    /// Performs the action that its table has for this input; without a row for it, nothing.
    mutating func perform(_ input: ScreenInput, on playback: inout any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var tool = ToolInUse(mode: self, playback: playback)
        defer { (self, playback) = (tool.mode, tool.playback) }
        return bindings(on: playback, in: context).perform(input, on: &tool, in: &context, at: now)
    }

    var showsPictures: Bool { true }
    func isWriting(in context: Context) -> Bool { false }
    func tools(on playback: any Playback, in context: Context) -> [ToolOffer] { [] }
    func undo(on playback: any Playback, in context: Context) -> String? { playback.undo(in: context) }

    mutating func takeBack(on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        playback.takeBack(in: &context, at: now)
    }

    func redo(on playback: any Playback, in context: Context) -> String? { playback.redo(in: context) }

    mutating func doAgain(on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        playback.doAgain(in: &context, at: now)
    }

    mutating func hear(_ event: Event, on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] { [] }
    func nextChange(on playback: any Playback, after seen: Timestamp) -> Timestamp? { playback.nextChange(after: seen) }
    func wishes(on playback: any Playback, in context: Context, at now: Timestamp) -> Wishes { playback.wishes(in: context, at: now) }
    func toastPlace(on playback: any Playback, in context: Context) -> ToastPlace? { playback.toastPlace(in: context) }
}
