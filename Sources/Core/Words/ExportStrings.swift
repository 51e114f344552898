// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of an export's sheet.
extension Strings {
    package static func name(of form: ExportForm, _ subject: ExportSubject) -> String { parts(of: form, subject).name }
    package static func meaning(of form: ExportForm, _ subject: ExportSubject) -> String { parts(of: form, subject).meaning }

    private static func parts(of form: ExportForm, _ subject: ExportSubject) -> (name: String, meaning: String) {
        let row = form.row
        let words =
            subject.isWhole(as: form)
            ? text("export.session")
            : text("export.\(row.key)", ["speed": speed(1 / Double(max(1, row.slowness))), "times": row.slowness])
        let parts = words.split(separator: "|", maxSplits: 1)
        return (trimmed(parts.first ?? ""), trimmed(parts.dropFirst().first ?? ""))
    }

    /// - Parameter what: the name of the clip, or of anything else that is exported.
    package static func export(_ what: String) -> String { text("export.title", ["what": what]) }
    package static var theSession: String { text("export.the-session") }
    package static func bestOf(_ clips: Int, seconds: Double) -> String {
        text("export.best-of-size", ["clips": Strings.clips(clips), "span": span(seconds)])
    }
    package static func cantBeJoined(_ clip: Int) -> String { text("export.cant-be-joined", ["clip": self.clip(clip)]) }

    /// The number of clips in a film with drawings, and the time for which it stands still at a drawing.
    package static func drawn(_ clips: Int, freeze seconds: Double) -> String {
        let clips = Strings.clips(clips)
        return seconds > 0 ? text("export.drawn-freeze", ["clips": clips, "seconds": Strings.seconds(seconds)]) : clips
    }

    // MARK: Destination

    package static func stick(_ label: String?) -> String { label.map { text("export.stick-named", ["label": $0]) } ?? text("export.stick") }
    package static var cardsFolder: String { text("export.card") }
    package static func free(_ bytes: Int64) -> String { text("figures.card-free", ["free": self.bytes(bytes)]) }
    package static var noStick: String { text("export.no-stick") }
    package static var putAStickIn: String { text("export.put-a-stick-in") }
    package static var stickIsChecked: String { text("export.stick-is-checked") }
    package static var stickIsFree: String { text("export.stick-is-free") }
    package static var stickRefused: String { text("export.stick-refused") }
    package static var pushToExport: String { text("export.push") }
    package static var exportBegins: String { text("export.begins") }

    // MARK: Progress

    package static func exportedFiles(_ number: Int, of count: Int) -> String { text("export.file-of", ["number": number, "count": count]) }
    package static func bytes(_ done: Int64, of all: Int64) -> String { text("export.bytes-of", ["done": bytes(done), "all": bytes(all)]) }
    package static func timeLeft(_ seconds: Double) -> String { text("export.time-left", ["span": span(max(1, seconds.rounded(.up)))]) }
    package static var timeNotKnown: String { text("export.time-not-known") }
    package static var stickMayBePulled: String { text("export.may-be-pulled") }
    package static var isOnTheCard: String { text("export.is-on-the-card") }
    package static var isMade: String { text("export.is-made") }

    // MARK: Result

    /// "6 files on the stick KINGSTON".
    package static func exported(_ result: ExportResult) -> String {
        let stick = result.label.map { text("export.on-stick-named", ["label": $0]) } ?? text("export.on-stick")
        let place = result.place == .card ? text("export.on-the-card") : stick
        let files = text("export.files", count: result.files)
        return text("export.done", ["files": files, "place": place])
    }
    /// "2 new, 1 replaced, 3 kept"; `nil` if all files are new.
    package static func exportCounts(_ result: ExportResult) -> String? {
        guard result.replaced + result.kept > 0 else { return nil }
        return [
            result.written > 0 ? text("export.new", ["count": result.written]) : nil,
            result.replaced > 0 ? text("export.replaced", ["count": result.replaced]) : nil,
            result.kept > 0 ? text("export.kept", ["count": result.kept]) : nil,
        ].compactMap { $0 }.joined(separator: ", ")
    }
    /// Shown while an export that another sheet began is running.
    package static func exportIsAnother(_ what: String) -> String { text("export.is-another", ["what": what]) }
    package static var stickCanBePulled: String { text("export.can-be-pulled") }
    package static var isInExport: String { text("export.is-in-export") }
    package static var exportStopped: String { text("export.stopped") }
    /// The number of files that were complete before an export stopped; `nil` if there was no such file.
    package static func exportedBefore(_ result: ExportResult) -> String? {
        let files = text("export.files", count: result.files)
        return result.files > 0 ? text("export.before", ["files": files]) : nil
    }
    package static var exportRuns: String { text("export.runs") }
}

/// The reasons why an export can't be done, or can't continue.
extension Message {
    package static var exportCancelled: Message { text("export.cancelled") }
    package static var stickPulled: Message { text("export.stick-pulled") }
    package static var stickMissing: Message { text("export.no-stick") }
    package static var stickFull: Message { text("export.stick-full") }
    package static var stickReadOnly: Message { text("export.stick-read-only") }
    package static var stickDamaged: Message { text("export.stick-damaged") }
    package static var stickFormat: Message { text("export.stick-format") }
    package static var stickIsCard: Message { text("export.stick-is-card") }
    package static var stickIsOwn: Message { text("export.stick-is-own") }
    package static var fileTooLarge: Message { text("export.file-too-large") }
    package static func nothingDrawn(_ number: Int, in session: String) -> Message {
        text("export.nothing-drawn", ["number": "\(number)", "session": Message(session)])
    }
    package static func compareTakesTwo(_ session: String) -> Message { text("export.compare-takes-two", ["session": Message(session)]) }
    package static func isFileAndNoFolder(_ name: String) -> Message { text("export.is-file", ["name": Message(name)]) }
    package static var isSomebodysOwn: Message { text("export.is-somebodys") }
    package static var nothingInCommon: Message { text("export.nothing-in-common") }
    package static func noRoom(needed: Int64, free: Int64) -> Message {
        text("export.no-room", ["needed": Message(Strings.bytes(needed)), "free": Message(Strings.bytes(free))])
    }
}
