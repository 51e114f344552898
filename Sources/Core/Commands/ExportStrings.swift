// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of an export's sheet.
extension Strings {
    package static func name(of form: ExportForm, _ subject: ExportSubject) -> String { parts(of: form, subject).name }
    package static func meaning(of form: ExportForm, _ subject: ExportSubject) -> String { parts(of: form, subject).meaning }

    private static func parts(of form: ExportForm, _ subject: ExportSubject) -> (name: String, meaning: String) {
        guard !subject.isWhole(as: form) else { return halves(of: Phrases.Export.session) }
        let words =
            switch form {
            case .file: Phrases.Export.file
            case .anybody: Phrases.Export.anybody
            case .slow(let slowness): Phrases.Export.slow(speed(1 / Double(max(1, slowness))), times: slowness)
            case .bestOf: Phrases.Export.bestOf
            case .drawings: Phrases.Export.drawings
            case .still: Phrases.Export.still
            case .strip: Phrases.Export.strip
            case .titledBestOf: Phrases.Export.titledBestOf
            case .compare: Phrases.Export.compare
            }
        return halves(of: words)
    }

    package static func bestOf(_ clips: Int, seconds: Double) -> String {
        Phrases.Export.bestOfSize(Strings.clips(clips), span: span(seconds))
    }
    package static func cantBeJoined(_ clip: Int) -> String { Phrases.Export.cantBeJoined(self.clip(clip)) }

    /// The number of clips in a film with drawings, and the time for which it stands still at a drawing.
    package static func drawn(_ clips: Int, freeze seconds: Double) -> String {
        let clips = Strings.clips(clips)
        return seconds > 0 ? Phrases.Export.drawnFreeze(clips, seconds: Strings.seconds(seconds)) : clips
    }

    // MARK: Destination

    package static func stick(_ label: String?) -> String { label.map { Phrases.Export.stickNamed($0) } ?? Phrases.Export.stick }
    package static func free(_ bytes: Int64) -> String { Phrases.Figures.cardFree(self.bytes(bytes)) }

    // MARK: Progress

    package static func exportedFiles(_ number: Int, of count: Int) -> String { Phrases.Export.fileOf(number, count: count) }
    package static func bytes(_ done: Int64, of all: Int64) -> String { Phrases.Export.bytesOf(bytes(done), all: bytes(all)) }
    package static func timeLeft(_ seconds: Double) -> String { Phrases.Export.timeLeft(span(max(1, seconds.rounded(.up)))) }

    // MARK: Result

    /// "6 files on the stick KINGSTON".
    package static func exported(_ result: ExportResult) -> String {
        let stick = result.label.map { Phrases.Export.onStickNamed($0) } ?? Phrases.Export.onStick
        let place = result.place == .card ? Phrases.Export.onTheCard : stick
        let files = Phrases.Export.files(result.files)
        return Phrases.Export.done(files, place: place)
    }
    /// "2 new, 1 replaced, 3 kept"; `nil` if all files are new.
    package static func exportCounts(_ result: ExportResult) -> String? {
        guard result.replaced + result.kept > 0 else { return nil }
        return [
            result.written > 0 ? Phrases.Export.new(result.written) : nil,
            result.replaced > 0 ? Phrases.Export.replaced(result.replaced) : nil,
            result.kept > 0 ? Phrases.Export.kept(result.kept) : nil,
        ].compactMap { $0 }.joined(separator: ", ")
    }
    /// The number of files that were complete before an export stopped; `nil` if there was no such file.
    package static func exportedBefore(_ result: ExportResult) -> String? {
        let files = Phrases.Export.files(result.files)
        return result.files > 0 ? Phrases.Export.before(files) : nil
    }
}

/// The reasons why an export can't be done, or can't continue.
extension Message {
    package static func nothingDrawn(_ number: Int, in session: String) -> Message {
        Phrases.ReasonParts.nothingDrawn(session, number: number)
    }
    package static func noRoom(needed: Int64, free: Int64) -> Message {
        Phrases.ReasonParts.noRoom(Strings.bytes(needed), free: Strings.bytes(free))
    }
}
