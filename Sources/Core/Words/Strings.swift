/// Every word the box shows, in one place, so that another language is another table.
package enum Strings {
    // MARK: Live

    package static let recording = "REC"
    package static let paused = "PAUSED"
    package static let mark = "MARK"
    package static let stop = "STOP"
    package static let live = "LIVE"
    package static let noPictureYet = "No picture to mark yet"
    package static let nothingToSave = "Nothing to save yet"
    package static let savingBuffer = "Saving the whole buffer"
    package static let bufferWaits = "The buffer waits for a card"

    package static func seconds(_ seconds: Double) -> String { "\(tenths(seconds)) s" }
    package static func ago(_ seconds: Double) -> String { "\(plainNumber(seconds)) s AGO" }
    /// Before the seconds that are left.
    package static let delayedPictureIn = "Delayed picture in"
    package static func bufferSaved(_ seconds: Double) -> String { "Buffer saved: \(span(seconds))" }
    package static func mirrored(_ isOn: Bool) -> String { isOn ? "Mirrored" : "Not mirrored" }
    package static func split(_ isOn: Bool) -> String { isOn ? "Live beside delayed" : "Delayed picture" }
    package static func turned(_ degrees: Int) -> String { degrees == 0 ? "Upright" : "Turned \(degrees)°" }

    /// How much footage fits: `12 min`, and seconds where minutes would be coarse.
    package static func span(_ seconds: Double) -> String {
        let whole = Int(seconds.clamped(to: 0...86_400).rounded(.down))
        return whole < 120 ? "\(whole) s" : "\(whole / 60) min"
    }

    package static func clips(_ count: Int) -> String { count == 1 ? "1 clip" : "\(count) clips" }
    package static func saved(_ written: Int, of all: Int) -> String { "\(written) of \(all) saved" }

    // MARK: Key legend

    package static let flip = "Flip"
    package static let splitView = "Split"
    package static let info = "Info"
    package static let turn = "Turn"
    package static let menu = "Menu"
    package static let knobDelay = "Delay"
    package static let choose = "Choose"
    package static let change = "Change"
    package static let done = "Done"
    package static let back = "Back"
    package static let save = "Save"
    package static let dontSave = "Don’t save"
    package static let scroll = "Scroll"
    package static let markWord = "Mark"

    // MARK: The card at STOP

    package static let offerTitle = "Save the whole buffer?"
    package static func offerBody(_ seconds: Double) -> String {
        "Nothing was marked. The last \(span(seconds)) are still here."
    }
    package static func offerEnds(in seconds: Int) -> String { "This goes away in \(seconds) s." }
    package static func onTheCard(_ count: Int) -> String { "\(clips(count)) on the card" }
    package static func writing(_ written: Int, of all: Int) -> String { "Saving clip \(min(written + 1, all)) of \(all)" }
    package static func waiting(_ count: Int) -> String { count == 1 ? "1 clip waits for a card" : "\(count) clips wait for a card" }
    package static func lost(_ count: Int) -> String { count == 1 ? "1 clip is lost" : "\(count) clips are lost" }
    package static let nextSession = "The next session has begun."

    // MARK: Switching off

    package static let keepHolding = "Keep holding to switch off"
    package static let letGo = "Let go, and the box stays on."
    package static let switchingOff = "Switching off…"
    package static let leaveTheCard = "Leave the card in until the picture is gone."
    package static let holdOnceMore = "To switch off all the same, hold STOP again for 5 s."
    package static func clipsBeingWritten(_ written: Int, of all: Int) -> String { "Clips are being written: \(written) of \(all)." }
    package static func notOnACard(_ work: UnsavedWork) -> String {
        let (what, isOne) = unsaved(work)
        return "\(what) \(isOne ? "isn’t" : "aren’t") on a card"
    }
    package static func lostThen(_ work: UnsavedWork) -> String {
        let (what, isOne) = unsaved(work)
        return "\(what) \(isOne ? "is" : "are") lost then."
    }
    private static func unsaved(_ work: UnsavedWork) -> (what: String, isOne: Bool) {
        if work.clips == 0 { return ("Arrows", false) }
        return (clips(work.clips) + (work.hasArrows ? " and arrows" : ""), work.clips == 1 && !work.hasArrows)
    }
    package static func putInToSave(_ card: CardCondition) -> String { putIn(card) + " What waits is written then." }
    /// What makes the card take something again.
    package static func putIn(_ card: CardCondition) -> String {
        switch card {
        case .ready, .absent: noCardAdvice(0)
        case .readOnly: lockedCardAdvice(0)
        case .full: fullCardAdvice(0)
        case .failing: "Use another card."
        }
    }

    // MARK: Diagnostics

    package static let delayError = "Delay error"
    package static let frames = "Frames"
    package static let shownFrames = "On the TV"
    package static let picture = "Picture"
    package static let tv = "TV"
    package static let camera = "Camera"
    package static let encoder = "Encoder"
    package static let decoder = "Decoder"
    package static let memory = "Memory"
    package static let power = "Power"

    /// What is known of the supply and the heat; `nil` where nothing is.
    package static func power(_ state: PowerState) -> String? {
        let supply = state.isWeak.map { $0 ? "weak" : state.hasBeenWeak ? "good, has been weak" : "good" }
        let heat = state.isSlowedByHeat ?? false ? "slowed down" : state.hasBeenSlowed ? "has been slowed down" : nil
        let parts = [supply, state.celsius.map { "\($0) °C" }, heat].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    package static func milliseconds(_ p50: Double, _ p99: Double, _ max: Double) -> String {
        "\(tenths(p50)) ms, 99 % \(tenths(p99)), max \(tenths(max))"
    }
    package static func frameCounts(captured: Int64, lost: Int64) -> String { "\(captured) captured, \(lost) lost" }
    package static func shownCounts(repeated: Int64, skipped: Int64) -> String { "\(repeated) repeated, \(skipped) skipped" }
    package static func perSecond(_ rate: Double) -> String { "\(tenths(rate)) a second" }
    package static func megabytes(_ bytes: Int64) -> String { "\(bytes / 1_000_000) MB" }

    // MARK: Conditions

    package static let noCamera = "No camera"
    package static let noCameraAdvice = "Check its cable; the picture comes back."
    package static let noEncoder = "Nothing is recorded"
    package static let codecFailed = "The video hardware failed"
    package static func codecFailedAdvice(_ from: String, _ to: String) -> String { "\(to) goes on instead of \(from). Nothing that was recorded is lost." }
    package static let tooLargePicture = "A large picture for this board"
    package static let noTV = "TV is away"
    package static let noTVAdvice = "Check the HDMI cable and the TV’s input."
    package static let noCard = "No card"
    package static let lockedCard = "Card is locked"
    package static let fullCard = "Card is full"
    package static let failingCard = "Card can’t be written"
    package static func noCardAdvice(_ waiting: Int) -> String { "Put the card in." + waitingInMemory(waiting) }
    package static func lockedCardAdvice(_ waiting: Int) -> String {
        "Slide its lock open, or use another card." + waitingInMemory(waiting)
    }
    package static func fullCardAdvice(_ waiting: Int) -> String {
        "Make room, or use another card." + waitingInMemory(waiting)
    }
    private static func waitingInMemory(_ count: Int) -> String {
        count == 0 ? "" : count == 1 ? " 1 clip waits in memory." : " \(count) clips wait in memory."
    }
    package static let weakPower = "Weak power supply"
    package static let weakPowerAdvice = "Use the supply that is made for the board, on its own cable."
    package static let tooHot = "Too hot: slowed down"
    package static let tooHotAdvice = "Put the box in the shade, with air around it."
    package static func framesLost(_ percent: Int) -> String { "\(percent) of 100 pictures are lost" }
    package static let framesLostAdvice = "Too much to do: choose a smaller size or rate."
    package static let framesLostAtTheSmallest = "Too much to do, and no smaller picture is left."
    package static let safeMode = "Safe mode: 720p30 after three crashes"
    package static let safeModeAdvice = "Pull the plug to try again as set."
    package static let sessionGoesOn = "VIR started again; the session goes on"
    package static let lostWithTheRun = "VIR ended before it was written"
    package static func wrongSetting(_ line: Int, in file: String) -> String { line > 0 ? "\(file), line \(line)" : file }
    package static let shortMemory = "Memory is too small"
    package static func shortMemoryAdvice(_ seconds: Double) -> String {
        "It holds \(span(seconds)): turn the delay down, or choose a smaller picture."
    }
    package static func cutShort(_ number: Int) -> String { "Clip \(number) was cut short" }
    package static let cutShortAdvice = "Memory was full. Mark more often, or set a shorter “Longest”."
    package static func clipLost(_ number: Int) -> String { "Clip \(number) is lost" }
    package static func more(_ count: Int) -> String { "and \(count) more" }
}

/// A number to a tenth: 5 is 5.0.
package func tenths(_ number: Double) -> String {
    let scaled = Int((number * 10).clamped(to: -1e12...1e12).rounded())
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / 10).\(abs(scaled) % 10)"
}
