import Core

/// What a person did, as a screen that takes the whole panel hears it.
enum ScreenInput: Hashable, Sendable {
    /// A button or the knob went down.
    case pressed(Control)
    /// It came up before it was held.
    case tapped(Control)
    /// It has been down for a second.
    case held(Control)
    /// An arrow is still down.
    case repeated(Control)
    /// The knob was turned; how fast is told by the steps that `KnobSpeed` makes of it.
    case turned(Int, KnobSpeed)
    /// A finger, or the mouse with its button down; canvas units.
    case touchDown(Point)
    case touchMoved(Point)
    case touchUp
}

/// How fast the knob is turned, by the time since its last turn in the same direction.
enum KnobSpeed: Hashable, Sendable {
    /// One detent after a rest: the finest step there is.
    case slow
    case steady
    /// The next detent within 60 ms.
    case quick
}

/// What a screen wants done, besides changing itself.
enum ScreenOutcome: Hashable, Sendable {
    case effect(Effect)
    /// A few words for a moment.
    case toast(String)
    /// One screen back; from the first one, Live.
    case back
    /// Live, from anywhere.
    case live
    /// The end was saved: its summary comes up.
    case summary
    /// Score this end of the session that is shown.
    case score(end: Int)
    /// The session goes on with its next end.
    case nextEnd
    /// Full screen, from its beginning.
    case play(clip: Int)
    /// The detail of a session of the card; it is read first.
    case open(session: String)
}
