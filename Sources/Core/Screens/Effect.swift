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
    case setDelay(Duration)
    /// Size, rate, camera, sound or the buffer's length changed: stop the stream and start it as these settings say.
    case restartStream(Settings)
    case saveSettings(Settings)

    /// What the LED and the buzzer say.
    public enum Signal: Hashable, Sendable {
        case marked, saved, refused
    }
}
