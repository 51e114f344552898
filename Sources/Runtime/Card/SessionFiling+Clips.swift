// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

// The clips of this run's sessions, and their stills.
extension SessionFiling {
    /// Writes a clip, its still and its journal line.
    /// - Parameter between: called between two pieces of the clip, to write what is more urgent.
    func write(
        _ plan: ClipPlan, from held: ClipPins.Held, session: SessionRef, header: SessionHeader,
        between: @escaping () throws(CardError) -> Void
    ) throws(CardError) -> Outcome {
        let (footage, pin) = (held.footage, held.pin)
        let folder = try folder(of: session, header: header)
        let pending = try folder.beginClip(
            number: plan.number, kind: plan.kind,
            expectedBytes: expectedBytes(of: plan, from: footage))
        let output = InterruptibleOutput(pending, between: between)
        let writer = ClipWriter(parameters: footage.parameters, encoderName: footage.encoderName)
        let written: WrittenClip
        do {
            written = try writer.write(
                plan, from: footage.line, sound: held.sound(of: plan),
                metadata: metadata(of: plan, folder: folder, header: self.header(of: session) ?? header), to: output)
        } catch {
            pending.abandon()
            if let failure = output.failure { throw failure }
            let reason = error.message
            try append(.lostClip(number: plan.number, reason: "\(error)"), session: session, header: header)
            return .lost(reason: reason)
        }
        let file = try pending.commit()
        if plan.kind.hasMark { try bringMark(of: plan.number, to: session, header: header) }
        let record = ClipRecord(
            number: plan.number, kind: plan.kind, file: file, firstFrame: written.firstFrame.frame,
            lastFrame: written.lastFrame.frame, firstTimestamp: written.firstFrame.timestamp, seconds: written.seconds,
            isCutShort: written.startsLate || footage.line.isCutShort(pin), id: self.header(of: session)?.id.map { "\($0)-\(plan.number)" },
            recorded: plan.orientation.isMirrored ? plan.orientation : nil)
        try append(.clip(record), session: session, header: header)
        writeStill(of: record, framesPerSecond: header.framesPerSecond, into: folder)
        return .written(record, file: "\(folder.name)/\(file)")
    }

    /// Estimates a clip's size from the line's running average: near enough to refuse a clip that can't fit before it is begun.
    func expectedBytes(of plan: ClipPlan, from footage: Footage) -> Int64 {
        let held = footage.line.stamps(from: plan.from, through: plan.through).count
        return Int64(footage.line.status.averageBytesPerFrame * Double(held))
    }

    /// Writes the clip's still, a picture of the clip's moment. The still is optional: a card with room for the clip but not for the still
    /// keeps the clip.
    func writeStill(of record: ClipRecord, framesPerSecond: Double, into folder: SessionFolder) {
        let mark = folder.entries.lazy.compactMap { if case .marked(let mark) = $0, mark.number == record.number { mark } else { nil } }.last
        let marked = mark.flatMap { record.seconds(of: $0.about, at: framesPerSecond) }
        let moment = record.judgement.moment ?? (record.kind.hasMark ? marked : nil)
        guard
            let still = try? StillReader.still(
                ofClip: "\(card.path)/\(folder.name)/\(record.file)", at: moment.map { .seconds($0.clamped(to: 0...1e6)) },
                orientation: record.orientation),
            let jpeg = try? StillReader.jpeg(still.seen, quality: 80)
        else { return }
        try? folder.writeStill(jpeg, number: record.number)
        guard let unmirrored = still.unmirrored, let jpeg = try? StillReader.jpeg(unmirrored, quality: 80) else { return }
        try? folder.writeStill(jpeg, number: record.number, isUnmirrored: true)
    }

    /// Returns the tags of a clip's file, by the names that libavformat knows.
    private func metadata(of plan: ClipPlan, folder: SessionFolder, header: SessionHeader) -> [String: String] {
        var tags = [
            "title": "\(header.title(in: folder.name)) \(Self.word(plan.kind)) \(plan.kind.shown(plan.number))", "album": folder.name,
            "comment": ClipComment.words([header.camera, header.encoder], isMirrored: plan.orientation.isMirrored),
        ]
        tags.merge(Self.dates(at: clock?.time(of: plan.from, in: header), header)) { $1 }
        let archer = folder.entries.reversed().lazy.compactMap { entry -> String? in
            if case .target(let target) = entry { target.archer } else { nil }
        }.first
        if let archer { tags["artist"] = archer.onOneLine }
        return tags
    }

    /// Returns the tags about a film's date: none if no date is known.
    /// - Parameter time: the time at which it begins, in seconds since 1970 (UTC); `nil` for a film of an older version's session, or of a
    ///   virtual run, which have the date of their session.
    static func dates(at time: Int64?, _ header: SessionHeader) -> [String: String] {
        guard header.date != nil else { return header.started.isEmpty ? [:] : ["date": header.started] }
        guard let time, header.date?.known != nil else { return [:] }
        let local = SessionDate(.clock, utc: time, offset: header.offset).label
        return ["date": local, "creation_time": CivilTime(seconds: time).creationTime]
    }

    /// Returns the word for the clip's kind in its file's title, which isn't translated.
    private static func word(_ kind: ClipPlan.Kind) -> String {
        switch kind {
        case .mark: "clip"
        case .tail: "unmarked"
        case .buffer, .part, .detected, .film: kind.rawValue
        }
    }
}

/// Lets something more urgent be written between two pieces of a clip, and remembers why writing failed.
final class InterruptibleOutput: ClipOutput {
    private let output: PendingClip
    private let between: () throws(CardError) -> Void
    private(set) var failure: CardError?

    init(_ output: PendingClip, between: @escaping () throws(CardError) -> Void) {
        self.output = output
        self.between = between
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        try write { output throws(CardError) in try output.write(bytes, at: offset) }
    }

    func write(_ pieces: [UnsafeRawBufferPointer], at offset: Int64) throws {
        try write { output throws(CardError) in try output.write(pieces, at: offset) }
    }

    private func write(_ body: (PendingClip) throws(CardError) -> Void) throws(CardError) {
        do {
            try between()
            try body(output)
        } catch {
            failure = failure ?? error
            throw error
        }
    }
}

extension CardCondition {
    /// True if files that are open on such a card can't be relied on. A full card still has its files as they were.
    var losesFiles: Bool {
        switch self {
        case .ready, .full: false
        case .absent, .readOnly, .failing: true
        }
    }
}

extension CardError {
    /// The lasting condition of the card that this error means.
    var condition: CardCondition {
        switch self {
        case .absent: .absent
        case .readOnly: .readOnly
        case .full: .full(freeBytes: 0)
        default: .failing(message)
        }
    }
}
