// SPDX-License-Identifier: GPL-3.0-or-later

/// Every word that the box shows: typed access to the keys of a `Language`, so that another language is another file.
package enum Strings {
    // MARK: Live

    package static var live: String { text("live.live") }
    package static var noPictureYet: String { text("live.no-picture-yet") }
    package static var nothingToSave: String { text("live.nothing-to-save") }
    package static var savingBuffer: String { text("live.saving-buffer") }
    package static var bufferWaits: String { text("live.buffer-waits") }

    /// A number of seconds, without decimals if it is whole: "5 s", "5.5 s".
    package static func seconds(_ seconds: Double) -> String {
        text("live.seconds", ["seconds": Int(exactly: (seconds * 10).rounded() / 10).map { "\($0)" } ?? tenths(seconds)])
    }
    /// Shown after the age of the picture in seconds.
    package static var ago: String { text("live.ago") }
    /// Shown after the seconds of a delay that is being set.
    package static var delayWord: String { text("live.delay") }
    package static func marks(_ count: Int) -> String { text("live.marks", count: count) }
    package static func marks(_ count: Int, of arrows: Int) -> String { text("live.marks-of", ["marks": count, "arrows": arrows]) }
    /// The length of footage that fits in the buffer; in `pausedBuffer`, the length that is kept while no footage comes.
    package static func buffer(_ seconds: Double) -> String { text("live.buffer", ["span": span(seconds)]) }
    package static func pausedBuffer(_ seconds: Double) -> String { text("live.paused-buffer", ["span": span(seconds)]) }
    /// Shown before the seconds that are left.
    package static var delayedPictureIn: String { text("live.delayed-picture-in") }
    package static func bufferSaved(_ seconds: Double) -> String { text("live.buffer-saved", ["seconds": span(seconds)]) }
    /// Shown in the row of archers: the end is scored.
    package static func endDone(_ number: Int) -> String { text("live.end-done", ["number": number]) }
    package static func mirrored(_ isOn: Bool) -> String { text(isOn ? "live.mirrored.on" : "live.mirrored.off") }
    package static func split(_ isOn: Bool) -> String { text(isOn ? "live.split.on" : "live.split.off") }
    package static func turned(_ degrees: Int) -> String { degrees == 0 ? text("live.upright") : text("live.turned", ["degrees": degrees]) }

    /// A span of time: `12 min`, or seconds below two minutes.
    package static func span(_ seconds: Double) -> String {
        let whole = Int(seconds.clamped(to: 0...86_400).rounded(.down))
        return whole < 120 ? text("live.span-seconds", ["seconds": whole]) : text("live.span-minutes", ["minutes": whole / 60])
    }

    package static func clips(_ count: Int) -> String { text("live.clips", count: count) }

    // MARK: Answers

    package static var save: String { text("keys.save") }
    package static var dontSave: String { text("keys.dont-save") }

    // MARK: The controls

    static var mark: String { text("live.mark") }
    static var stop: String { text("live.stop") }

    // MARK: The card at STOP

    package static var offerTitle: String { text("stop.offer-title") }
    package static func offerBody(_ seconds: Double) -> String { text("stop.offer-body", ["seconds": span(seconds)]) }
    package static func offerEnds(in seconds: Int) -> String { text("stop.offer-ends", ["seconds": seconds]) }
    package static func onTheCard(_ count: Int) -> String { text("stop.on-the-card", count: count) }
    package static func writing(_ written: Int, of all: Int) -> String { text("stop.writing", ["written": min(written + 1, all), "all": all]) }
    package static func waiting(_ count: Int) -> String { text("stop.waiting", count: count) }
    package static func lost(_ count: Int) -> String { text("stop.lost", count: count) }
    package static var nextSession: String { text("stop.next-session") }

    // MARK: Switching off

    package static func offIn(_ seconds: Int) -> String { text("off.in", ["seconds": seconds]) }
    package static var letGo: String { text("off.let-go") }
    package static var switchingOff: String { text("off.switching-off") }
    package static var leaveTheCard: String { text("off.leave-the-card") }
    package static var holdOnceMore: String { text("off.hold-once-more") }
    package static func clipsBeingWritten(_ written: Int, of all: Int) -> String {
        text("off.clips-being-written", ["written": written, "all": all])
    }
    package static func notOnACard(_ work: UnsavedWork) -> String { text("off.not-on-a-card", ["what": list(work)]) }
    package static func lostThen(_ work: UnsavedWork) -> String { text("off.lost-then", ["what": list(work)]) }
    private static func list(_ work: UnsavedWork) -> String {
        var parts = work.clips > 0 ? [clips(work.clips)] : []
        if work.hasArrows { parts.append(text("off.arrows")) }
        if work.hasPictures { parts.append(text("off.pictures")) }
        if work.hasDecisions { parts.append(text("off.decisions")) }
        if work.changes > 0 { parts.append(text("off.changes", count: work.changes)) }
        return parts.joined(separator: ", ")
    }
    package static func putInToSave(_ card: CardCondition) -> String {
        (card.isWritable ? text("off.put-its-card-in") : putIn(card)) + " " + text("off.written-then")
    }
    /// The advice that makes the card take something again.
    package static func putIn(_ card: CardCondition) -> String {
        switch card {
        case .ready, .absent: text("off.put-the-card-in")
        case .readOnly: text("off.slide-the-lock")
        case .full: text("off.make-room")
        case .failing: text("off.use-another-card")
        }
    }

    // MARK: Diagnostics

    package static var delayError: String { text("figures.delay-error") }
    package static var frames: String { text("figures.frames") }
    package static var shownFrames: String { text("figures.shown-frames") }
    package static var picture: String { text("figures.picture") }
    package static var tv: String { text("figures.tv") }
    package static var camera: String { text("figures.camera") }
    package static var encoder: String { text("figures.encoder") }
    package static var decoder: String { text("figures.decoder") }
    package static var memory: String { text("figures.memory") }
    package static var card: String { text("figures.card") }
    package static var bufferWord: String { text("figures.buffer") }
    package static var power: String { text("figures.power") }

    /// The known facts about the power supply and the heat; `nil` if nothing is known.
    package static func power(_ state: PowerState) -> String? {
        let supply = state.isWeak.map { text($0 ? "figures.weak" : state.hasBeenWeak ? "figures.has-been-weak" : "figures.good") }
        let heat = state.isSlowedByHeat ?? false ? text("figures.slowed") : state.hasBeenSlowed ? text("figures.has-been-slowed") : nil
        let parts = [supply, state.celsius.map { text("figures.celsius", ["degrees": $0]) }, heat].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    package static func milliseconds(_ p50: Double, _ p99: Double, _ max: Double) -> String {
        text("figures.milliseconds", ["p50": tenths(p50), "p99": tenths(p99), "max": tenths(max)])
    }
    package static func frameCounts(captured: Int64, lost: Int64) -> String { text("figures.frame-counts", ["captured": captured, "lost": lost]) }
    package static func shownCounts(repeated: Int64, skipped: Int64) -> String {
        text("figures.shown-counts", ["repeated": repeated, "skipped": skipped])
    }
    package static func perSecond(_ rate: Double) -> String { text("figures.per-second", ["rate": tenths(rate)]) }
    package static func megabytes(_ bytes: Int64) -> String { text("figures.megabytes", ["number": bytes / 1_000_000]) }

    // MARK: Conditions

    package static var noCamera: String { text("conditions.no-camera") }
    package static var noCameraAdvice: String { text("conditions.no-camera-advice") }
    package static var noEncoder: String { text("conditions.no-encoder") }
    package static var noEncoderAdvice: String { text("conditions.no-encoder-advice") }
    package static var codecFailed: String { text("conditions.codec-failed") }
    package static func codecFailedAdvice(_ from: String, _ to: String) -> String {
        text("conditions.codec-failed-advice", ["to": to, "from": from])
    }
    package static var tooLargePicture: String { text("conditions.too-large-picture") }
    /// - Parameter instead: streams that the board is known to sustain.
    package static func tooLargeAdvice(_ stream: StreamParameters, instead: [StreamParameters]) -> String {
        let others = instead.map { Self.stream($0) }.joined(separator: " " + text("conditions.or") + " ")
        return text("conditions.too-large-advice", ["stream": Self.stream(stream), "others": others])
    }
    private static func stream(_ stream: StreamParameters) -> String {
        text("conditions.stream", ["size": stream.size, "rate": Int(stream.rate.hertz.rounded())])
    }
    package static var noTV: String { text("conditions.no-tv") }
    package static var noTVAdvice: String { text("conditions.no-tv-advice") }
    package static var noCard: String { text("conditions.no-card") }
    package static var lockedCard: String { text("conditions.locked-card") }
    package static var fullCard: String { text("conditions.full-card") }
    package static var failingCard: String { text("conditions.failing-card") }
    /// - Parameter waiting: clips that would be lost without a card.
    package static func noCardAdvice(_ waiting: Int) -> String {
        waiting > 0 ? text("conditions.wait-for-a-card", count: waiting) : text("conditions.put-one-in")
    }
    package static var lockedCardAdvice: String { text("conditions.slide-the-lock") }
    package static var fullCardAdvice: String { text("conditions.make-room") }
    package static var failingCardAdvice: String { text("conditions.use-another-card") }
    package static func clipsSaved(_ count: Int) -> String { text("conditions.clips-saved", count: count) }
    package static var weakPower: String { text("conditions.weak-power") }
    package static var weakPowerAdvice: String { text("conditions.weak-power-advice") }
    package static var tooHot: String { text("conditions.too-hot") }
    package static var tooHotAdvice: String { text("conditions.too-hot-advice") }
    package static func framesLost(_ percent: Int) -> String { text("conditions.frames-lost", ["percent": percent]) }
    package static var framesLostAdvice: String { text("conditions.frames-lost-advice") }
    package static var framesLostAtTheSmallest: String { text("conditions.frames-lost-at-the-smallest") }
    package static var safeMode: String { text("conditions.safe-mode") }
    package static var safeModeAdvice: String { text("conditions.safe-mode-advice") }
    package static var sessionGoesOn: String { text("conditions.session-goes-on") }
    package static var startedAgain: String { text("conditions.started-again") }
    package static var sessionNotFound: String { text("conditions.session-not-found") }
    package static var newSessionBegan: String { text("conditions.new-session-began") }
    package static var lostWithTheRun: String { text("conditions.lost-with-the-run") }
    package static func wrongSettings(_ count: Int) -> String { text("conditions.wrong-settings", count: count) }
    /// A line of the settings was taken although it isn't quite right.
    package static var settingsTaken: String { text("conditions.settings-taken") }
    /// The position of a fault in the settings, and its description.
    package static func wrongSetting(_ fault: SettingsFault) -> String {
        let place = fault.line > 0 ? text("conditions.line-of-file", ["file": fault.file, "line": fault.line]) : fault.file
        return text("conditions.wrong-setting", ["place": place, "problem": fault.message.text])
    }
    package static var soundMissing: String { text("conditions.no-sound") }
    package static var soundMissingAdvice: String { text("conditions.no-sound-advice") }
    package static var shortMemory: String { text("conditions.short-memory") }
    package static func shortMemoryAdvice(_ seconds: Double) -> String { text("conditions.short-memory-advice", ["seconds": span(seconds)]) }
    package static func cutShort(_ number: Int) -> String { text("conditions.cut-short", ["clip": clip(number)]) }
    package static var cutShortAdvice: String { text("conditions.cut-short-advice") }
    package static func clipLost(_ number: Int) -> String { text("conditions.clip-lost", ["clip": clip(number)]) }
    package static func others(_ count: Int) -> String { text("conditions.others", ["count": count]) }
}

/// Returns a number to a tenth: 5 is 5.0.
package func tenths(_ number: Double) -> String {
    let scaled = Int((number * 10).clamped(to: -1e12...1e12).rounded())
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / 10).\(abs(scaled) % 10)"
}
