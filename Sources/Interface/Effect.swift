import Core

/// What is to be done. Effects are performed in order, each at once.
public enum Effect: Hashable, Sendable {
    /// Into the journal. The first mark or save of a session opens its folder.
    case recordMark(Mark)
    /// The mark with this number is taken back.
    case withdrawMark(Int)
    /// Keep this footage in the delay line, what there is of it and what comes.
    case pin(ClipPlan)
    /// The clip's footage is complete: write it, then let the footage go.
    case cut(ClipPlan)
    /// The clip with this number won't be written: let its footage go.
    case dropClip(Int)
    /// Keep and write the whole buffer.
    case saveBuffer(ClipPlan)
    /// The session is over; clips that are still being written belong to it.
    case closeSession
    case signal(Signal)
    /// Into the journal, in the place of what it said of this end. A session that was filed is taken up again by it.
    case recordEnd(EndRecord, SessionRef)
    case recordNotes(String, SessionRef)
    /// Bring everything about a session on the card in line with its journal: record, clips' names and metadata, pages, index.
    case file(SessionRef)
    /// The newest session of this run that ended goes on: the next mark belongs to it.
    case resumeSession(Int)
    /// Load the still of a clip, for drawings that show it.
    case fetchStill(ClipKey)
    /// Play a clip from its beginning, or change how the one that plays goes on.
    case play(ClipKey, file: String, PlaybackTimeline)
    case stopPlaying
    /// Look sessions up in the card's index.
    case findSessions(SessionQuery)
    /// Read all about one session of the card.
    case openSession(String)
    /// Remove sessions, with everything in them. The only thing that deletes.
    case deleteSessions([String])
    case setDelay(Duration)
    /// Size, rate, camera, sound or the buffer's length changed: stop the stream and start it as these settings say.
    case restartStream(Settings)
    case saveSettings(Settings)
    /// End the program when everything is on the card, and have the box go off. The interface takes nothing any more. Where a loss
    /// is accepted, the person knows that what waits for a card won't be written.
    case switchOff(isLossAccepted: Bool)

    /// What the LED and the buzzer say.
    public enum Signal: Hashable, Sendable {
        case marked, saved, refused
        /// The box goes off.
        case ending
    }
}
