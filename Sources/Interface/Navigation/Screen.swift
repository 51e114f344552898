// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One screen: it hears what a person does and what the services tell, and says what is seen of it.
///
/// A screen is a value. It changes itself and what all screens share; what else is to be done it gives back. Who comes after it,
/// and what lies under it, is `Path`'s to know.
protocol Screen {
    /// What each control does on it now. STOP's hold and the tools are added for every screen.
    func grammar(in context: Context) -> Grammar
    /// What its row of tools has, after Undo; empty where it has none.
    func tools(in context: Context) -> [ToolOffer]
    /// What its Undo would take back, in words; `nil` where there is nothing.
    func undo(in context: Context) -> String?
    /// Its Undo would take back a mark, with the clip.
    func undoesAMark(in context: Context) -> Bool
    /// The target face that it shows with its hits; `nil` where it has none.
    func face(in context: Context, at now: Timestamp) -> FaceSight?
    /// What a person did.
    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    /// What a service told, once the context has taken it in; `tick`: time has passed.
    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    /// It comes up again, with nothing over it any more.
    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    /// It is left for the screen under it, or for Live.
    mutating func leave(in context: inout Context, at now: Timestamp) -> [ScreenOutcome]
    /// From back to front.
    func layers(in context: Context, at now: Timestamp) -> [Layer]
    /// The next instant after `seen` at which what is seen changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp?
    /// What plays on it: what has to be decoded for it.
    func tracks(in context: Context) -> [Track]
    /// The part of the delay line that has to stay while it is looked at.
    func footage(at now: Timestamp) -> ClosedRange<Timestamp>?
    /// The footer goes while nobody touches anything.
    func hidesFooter(in context: Context) -> Bool
    /// The clips whose stills it draws.
    func stills(in context: Context) -> [ClipKey]
    /// The first pictures of clips that are about to come: while something is dragged.
    func peeks(in context: Context) -> [PeekKey]
    /// The pictures that it takes out of footage, the first one first.
    func extracts(in context: Context, at now: Timestamp) -> [Extract]
    /// In which it has to know what moves, even if nobody wants to see that. None of it plays.
    func studied(in context: Context) -> [Track]
    /// An arrow that is held as a finger.
    func heldArrow(at now: Timestamp) -> HeldArrowRing?
    /// How it goes out, once it goes in a way of its own.
    var exit: ScreenExit? { get }
    /// Where a toast hides nothing that matters.
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
