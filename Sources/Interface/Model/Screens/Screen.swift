// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A screen of the interface: it handles input and events, and says what it shows.
///
/// A screen is a value. It changes itself and the state that all screens share, and returns further work as outcomes. Only `Path` knows
/// which screen comes after it and which lies under it.
protocol Screen: Hashable, Sendable {
    /// The name of the screen. A screen with several modes has a name for each.
    var place: ScreenKind { get }
    /// The way in which it lies over other screens.
    var presentation: Presentation { get }
    /// The page of it that is up; `nil` if it has no pages. Another page is as new to the hands as another screen.
    var page: (any Hashable & Sendable)? { get }
    /// True if Live may take its place when nobody has used the box for a while, because nothing is lost.
    var givesWay: Bool { get }
    /// True if no screen over it may give way to Live, because it would be lost with them.
    var isKeptOpen: Bool { get }
    /// True if a value is being chosen. The consequences of the value wait until then.
    var isChoosing: Bool { get }
    /// True if it waits for a key as the answer to a question.
    var isListening: Bool { get }
    /// Returns true if words are being written. They get what is typed on a keyboard.
    func isWriting(in context: Context) -> Bool
    /// Returns the right edge of what Live may draw beside it.
    func rightOfLive(_ look: Theme) -> Double
    /// The share of the canvas's width that its picture has, which can be zoomed and drawn on; `nil` if it shows no such picture.
    var pictureShare: Double? { get }
    /// Returns where the person is in that picture, 0…1 both ways as it is displayed; `nil` if nobody knows.
    func person(in context: Context) -> Point?
    /// Returns the footage that has to be searched to know that, once somebody is about to need it.
    func personSearches(in context: Context) -> [Track]
    /// Returns true if a drawing on its picture fades, or is about to.
    func isFading(in context: Context, at now: Timestamp) -> Bool
    /// True while the ladder of speeds is up: it has the place of the zoom's sign.
    var showsSpeeds: Bool { get }
    /// The live or the delayed picture whose movement it may have to know, if it doesn't show Live.
    var watched: VideoSource? { get }
    /// Returns what each control does at present. STOP's hold and the tools are added for every screen.
    func bindings(in context: Context) -> Bindings<Self>
    /// Returns the label of each control at present.
    func grammar(in context: Context) -> Grammar
    /// Returns its tools beside Undo and Redo, in any order; empty if it has none.
    func tools(in context: Context) -> [ToolOffer]
    /// Returns what its Undo would take back, in words, or `nil` if there is nothing.
    func undo(in context: Context) -> String?
    /// Returns what its Redo would do again, in words, or `nil` if nothing was undone.
    func redo(in context: Context) -> String?
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
    /// Returns the screen in words, for somebody who can't see it: what has the focus, how that is, and its place.
    func spoken(in context: Context, at now: Timestamp) -> Spoken
    /// Returns its layers, from back to front.
    func layers(in context: Context, at now: Timestamp) -> [Layer]
    /// Returns the next instant after `seen` at which its picture changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp?
    /// Returns everything that it needs from the services that decode and read pictures.
    func wishes(in context: Context, at now: Timestamp) -> Wishes
    /// Returns true if the footer hides while nobody touches anything.
    func hidesFooter(in context: Context) -> Bool
    /// Returns the ring of an arrow that is held as a finger.
    func heldArrow(at now: Timestamp) -> ArrowButtonHoldRing?
    /// Its exit, once it goes out in its own way.
    var exit: ScreenExit? { get }
    /// Returns the place at which a toast hides nothing that matters; `nil` for the place that Live has for it.
    func toastPlace(in context: Context) -> ToastPlace?
}

/// The way in which a screen lies over other screens.
enum Presentation: Hashable, Sendable {
    /// It fills the TV.
    case page
    /// It lies beside the screen from which it was opened, which stays visible.
    case sheet
    /// It lies over Live, which stays visible. When it is left it moves out by itself, and comes back as it was.
    case overLive
}

extension Screen {
    var presentation: Presentation { .page }
    var page: (any Hashable & Sendable)? { nil }
    var givesWay: Bool { false }
    var isKeptOpen: Bool { false }
    var isChoosing: Bool { false }
    var isListening: Bool { false }
    func isWriting(in context: Context) -> Bool { false }
    func rightOfLive(_ look: Theme) -> Double { Areas.right }
    var pictureShare: Double? { nil }
    func person(in context: Context) -> Point? { nil }
    func personSearches(in context: Context) -> [Track] { [] }
    func isFading(in context: Context, at now: Timestamp) -> Bool { false }
    var showsSpeeds: Bool { false }
    var watched: VideoSource? { nil }
    func grammar(in context: Context) -> Grammar { bindings(in: context).grammar }
    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        perform(input, in: &context, at: now)
    }
    func tools(in context: Context) -> [ToolOffer] { [] }
    func undo(in context: Context) -> String? { nil }
    func redo(in context: Context) -> String? { nil }
    func face(in context: Context, at now: Timestamp) -> FaceSight? { nil }
    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] { [] }
    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] { [] }
    mutating func leave(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] { [] }
    func wishes(in context: Context, at now: Timestamp) -> Wishes { Wishes() }
    func hidesFooter(in context: Context) -> Bool { false }
    func heldArrow(at now: Timestamp) -> ArrowButtonHoldRing? { nil }
    var exit: ScreenExit? { nil }
    func toastPlace(in context: Context) -> ToastPlace? { .foot(Theme(context.settings)) }
}
