// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A screen of the interface: it handles input and events, and says what it shows.
///
/// A screen is a value. It changes itself and the state that all screens share, and returns further work as outcomes. Only `Path` knows
/// which screen comes after it and which lies under it.
protocol Screen {
    /// Returns the action of each control at present. STOP's hold and the tools are added for every screen.
    func grammar(in context: Context) -> Grammar
    /// Returns the tools of its row, after Undo; empty if it has none.
    func tools(in context: Context) -> [ToolOffer]
    /// Returns what its Undo would take back, in words, or `nil` if there is nothing.
    func undo(in context: Context) -> String?
    /// Returns true if its Undo would take back a mark, with the clip.
    func undoesAMark(in context: Context) -> Bool
    /// Returns the target face that it shows with its hits, or `nil` if it has none.
    func face(in context: Context, at now: Timestamp) -> FaceSight?
    /// Handles a person's input.
    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    /// Handles a service's event, after the context has handled it. `tick` means that time has passed.
    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    /// Comes up again, with nothing over it any more.
    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    /// Finishes its work before it is left for the screen under it or for Live.
    mutating func leave(in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    /// Returns its layers, from back to front.
    func layers(in context: Context, at now: Timestamp) -> [Layer]
    /// Returns the next instant after `seen` at which its picture changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp?
    /// Returns the tracks that play on it, which have to be decoded.
    func tracks(in context: Context) -> [Track]
    /// Returns the part of the delay line that has to be kept while it is shown.
    func footage(at now: Timestamp) -> ClosedRange<Timestamp>?
    /// Returns true if the footer hides while nobody touches anything.
    func hidesFooter(in context: Context) -> Bool
    /// Returns the clips whose stills it draws.
    func stills(in context: Context) -> [ClipKey]
    /// Returns the first pictures of clips that are about to come, while something is dragged.
    func peeks(in context: Context) -> [PeekKey]
    /// Returns the pictures that it extracts from footage, the first one to extract first.
    func extracts(in context: Context, at now: Timestamp) -> [Extract]
    /// Returns the footage whose movement it needs to know, even if movement isn't displayed. None of it plays.
    func studied(in context: Context) -> [Track]
    /// Returns the ring of an arrow that is held as a finger.
    func heldArrow(at now: Timestamp) -> HeldArrowRing?
    /// Its exit, once it goes out in its own way.
    var exit: ScreenExit? { get }
    /// Returns the position at which a toast hides nothing that matters.
    func toastPlace(in context: Context) -> ToastPlace
}

extension Screen {
    func tools(in context: Context) -> [ToolOffer] { [] }
    func undo(in context: Context) -> String? { nil }
    func undoesAMark(in context: Context) -> Bool { false }
    func face(in context: Context, at now: Timestamp) -> FaceSight? { nil }
    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] { [] }
    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] { [] }
    mutating func leave(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] { [] }
    func tracks(in context: Context) -> [Track] { [] }
    func footage(at now: Timestamp) -> ClosedRange<Timestamp>? { nil }
    func hidesFooter(in context: Context) -> Bool { false }
    func stills(in context: Context) -> [ClipKey] { [] }
    func peeks(in context: Context) -> [PeekKey] { [] }
    func extracts(in context: Context, at now: Timestamp) -> [Extract] { [] }
    func studied(in context: Context) -> [Track] { [] }
    func heldArrow(at now: Timestamp) -> HeldArrowRing? { nil }
    var exit: ScreenExit? { nil }
    func toastPlace(in context: Context) -> ToastPlace { .foot(Look(context.settings)) }
}
