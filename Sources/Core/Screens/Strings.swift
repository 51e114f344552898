/// Every word the box shows, in one place, so that another language is another table.
enum Strings {
    // MARK: Live

    static let recording = "REC"
    static let paused = "PAUSED"
    static let mark = "MARK"
    static let stop = "STOP"
    static let live = "LIVE"
    static let noPictureYet = "No picture to mark yet"
    static let nothingToSave = "Nothing to save yet"
    static let savingBuffer = "Saving the whole buffer"
    static let bufferWaits = "The buffer waits for a card"

    static func seconds(_ seconds: Double) -> String { "\(tenths(seconds)) s" }
    static func ago(_ seconds: Double) -> String { "\(plainNumber(seconds)) s AGO" }
    /// Before the seconds that are left.
    static let delayedPictureIn = "Delayed picture in"
    static func bufferSaved(_ seconds: Double) -> String { "Buffer saved: \(span(seconds))" }
    static func mirrored(_ isOn: Bool) -> String { isOn ? "Mirrored" : "Not mirrored" }
    static func split(_ isOn: Bool) -> String { isOn ? "Live beside delayed" : "Delayed picture" }
    static func turned(_ degrees: Int) -> String { degrees == 0 ? "Upright" : "Turned \(degrees)°" }

    /// How much footage fits: `12 min`, and seconds where minutes would be coarse.
    static func span(_ seconds: Double) -> String {
        let whole = Int(seconds.clamped(to: 0...86_400).rounded(.down))
        return whole < 120 ? "\(whole) s" : "\(whole / 60) min"
    }

    static func clips(_ count: Int) -> String { count == 1 ? "1 clip" : "\(count) clips" }
    static func saved(_ written: Int, of all: Int) -> String { "\(written) of \(all) saved" }

    // MARK: Key legend

    static let flip = "Flip"
    static let splitView = "Split"
    static let info = "Info"
    static let turn = "Turn"
    static let menu = "Menu"
    static let knobDelay = "Delay"
    static let choose = "Choose"
    static let change = "Change"
    static let done = "Done"
    static let back = "Back"
    static let save = "Save"
    static let dontSave = "Don’t save"
    static let scroll = "Scroll"
    static let markWord = "Mark"

    // MARK: The card at STOP

    static let offerTitle = "Save the whole buffer?"
    static func offerBody(_ seconds: Double) -> String {
        "Nothing was marked. The last \(span(seconds)) are still here."
    }
    static func offerEnds(in seconds: Int) -> String { "This goes away in \(seconds) s." }
    static func onTheCard(_ count: Int) -> String { "\(clips(count)) on the card" }
    static func writing(_ written: Int, of all: Int) -> String { "Saving clip \(min(written + 1, all)) of \(all)" }
    static func waiting(_ count: Int) -> String { count == 1 ? "1 clip waits for a card" : "\(count) clips wait for a card" }
    static func lost(_ count: Int) -> String { count == 1 ? "1 clip is lost" : "\(count) clips are lost" }
    static let nextSession = "The next session has begun."

    // MARK: Switching off

    static let keepHolding = "Keep holding to switch off"
    static let letGo = "Let go, and the box stays on."
    static let switchingOff = "Switching off…"
    static let leaveTheCard = "Leave the card in until the picture is gone."
    static let holdOnceMore = "To switch off all the same, hold STOP again for 5 s."
    static func clipsBeingWritten(_ written: Int, of all: Int) -> String { "Clips are being written: \(written) of \(all)." }
    static func notOnACard(_ work: UnsavedWork) -> String {
        let (what, isOne) = unsaved(work)
        return "\(what) \(isOne ? "isn’t" : "aren’t") on a card"
    }
    static func lostThen(_ work: UnsavedWork) -> String {
        let (what, isOne) = unsaved(work)
        return "\(what) \(isOne ? "is" : "are") lost then."
    }
    private static func unsaved(_ work: UnsavedWork) -> (what: String, isOne: Bool) {
        if work.clips == 0 { return ("Arrows", false) }
        return (clips(work.clips) + (work.hasArrows ? " and arrows" : ""), work.clips == 1 && !work.hasArrows)
    }
    static func putInToSave(_ card: CardCondition) -> String { putIn(card) + " What waits is written then." }
    /// What makes the card take something again.
    static func putIn(_ card: CardCondition) -> String {
        switch card {
        case .ready, .absent: noCardAdvice(0)
        case .readOnly: lockedCardAdvice(0)
        case .full: fullCardAdvice(0)
        case .failing: "Use another card."
        }
    }

    // MARK: Diagnostics

    static let delayError = "Delay error"
    static let frames = "Frames"
    static let shownFrames = "On the TV"
    static let picture = "Picture"
    static let tv = "TV"
    static let camera = "Camera"
    static let encoder = "Encoder"
    static let decoder = "Decoder"
    static let memory = "Memory"
    static let power = "Power"

    /// What is known of the supply and the heat; `nil` where nothing is.
    static func power(_ state: PowerState) -> String? {
        let supply = state.isWeak.map { $0 ? "weak" : state.hasBeenWeak ? "good, has been weak" : "good" }
        let heat = state.isSlowedByHeat ?? false ? "slowed down" : state.hasBeenSlowed ? "has been slowed down" : nil
        let parts = [supply, state.celsius.map { "\($0) °C" }, heat].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    static func milliseconds(_ p50: Double, _ p99: Double, _ max: Double) -> String {
        "\(tenths(p50)) ms, 99 % \(tenths(p99)), max \(tenths(max))"
    }
    static func frameCounts(captured: Int64, lost: Int64) -> String { "\(captured) captured, \(lost) lost" }
    static func shownCounts(repeated: Int64, skipped: Int64) -> String { "\(repeated) repeated, \(skipped) skipped" }
    static func perSecond(_ rate: Double) -> String { "\(tenths(rate)) a second" }
    static func megabytes(_ bytes: Int64) -> String { "\(bytes / 1_000_000) MB" }

    // MARK: Conditions

    static let noCamera = "No camera"
    static let noCameraAdvice = "Check its cable; the picture comes back."
    static let noEncoder = "Nothing is recorded"
    static let codecFailed = "The video hardware failed"
    static func codecFailedAdvice(_ from: String, _ to: String) -> String { "\(to) goes on instead of \(from). Nothing that was recorded is lost." }
    static let tooLargePicture = "A large picture for this board"
    static let noTV = "TV is away"
    static let noTVAdvice = "Check the HDMI cable and the TV’s input."
    static let noCard = "No card"
    static let lockedCard = "Card is locked"
    static let fullCard = "Card is full"
    static let failingCard = "Card can’t be written"
    static func noCardAdvice(_ waiting: Int) -> String { "Put the card in." + waitingInMemory(waiting) }
    static func lockedCardAdvice(_ waiting: Int) -> String {
        "Slide its lock open, or use another card." + waitingInMemory(waiting)
    }
    static func fullCardAdvice(_ waiting: Int) -> String {
        "Make room, or use another card." + waitingInMemory(waiting)
    }
    private static func waitingInMemory(_ count: Int) -> String {
        count == 0 ? "" : count == 1 ? " 1 clip waits in memory." : " \(count) clips wait in memory."
    }
    static let weakPower = "Weak power supply"
    static let weakPowerAdvice = "Use the supply that is made for the board, on its own cable."
    static let tooHot = "Too hot: slowed down"
    static let tooHotAdvice = "Put the box in the shade, with air around it."
    static func framesLost(_ percent: Int) -> String { "\(percent) of 100 pictures are lost" }
    static let framesLostAdvice = "Too much to do: choose a smaller size or rate."
    static let framesLostAtTheSmallest = "Too much to do, and no smaller picture is left."
    static let safeMode = "Safe mode: 720p30 after three crashes"
    static let safeModeAdvice = "Pull the plug to try again as set."
    static let sessionGoesOn = "VIR started again; the session goes on"
    static let lostWithTheRun = "VIR ended before it was written"
    static func wrongSetting(_ line: Int, in file: String) -> String { line > 0 ? "\(file), line \(line)" : file }
    static let shortMemory = "Memory is too small"
    static func shortMemoryAdvice(_ seconds: Double) -> String {
        "It holds \(span(seconds)): turn the delay down, or choose a smaller picture."
    }
    static func cutShort(_ number: Int) -> String { "Clip \(number) was cut short" }
    static let cutShortAdvice = "Memory was full. Mark more often, or set a shorter “Longest”."
    static func clipLost(_ number: Int) -> String { "Clip \(number) is lost" }
    static func more(_ count: Int) -> String { "and \(count) more" }
}

/// A number to a tenth: 5 is 5.0.
func tenths(_ number: Double) -> String {
    let scaled = Int((number * 10).clamped(to: -1e12...1e12).rounded())
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / 10).\(abs(scaled) % 10)"
}
