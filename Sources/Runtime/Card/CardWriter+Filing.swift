// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

// Writing clips, records and pictures, each in its turn.
extension CardWriter {
    func close(_ session: SessionRef) throws(CardError) {
        let filed = try filing.close(session) { () throws(CardError) in _ = try self.writeOneLine() }
        tell(.filed(session, filed))
        keepTime()
    }

    /// Tells the name of a session's folder if it is new.
    func noteName(of session: SessionRef) {
        guard let name = filing.name(of: session), let header = filing.header(of: session) else { return }
        let key = SessionKey(card: filing.present, id: header.id, folder: name)
        guard key != names[session] else { return }
        names[session] = key
        countSessions()
        tell(.named(session, key, header))
    }

    /// Tells a session's header again, which has a date now.
    func tellName(of session: SessionRef) {
        guard let key = names[session], let header = filing.header(of: session) else { return }
        tell(.named(session, key, header))
    }

    /// Tries to write the refused record whose pause is over. Each pause is twice the one before.
    func writeLateRecord() throws(CardError) -> Bool {
        guard let session = lateRecords.due(at: timebase.now()) else { return false }
        if let card = filing.otherCard(for: .file(session)) {
            setAside(.file(session), for: card)
            lateRecords.noteWritten(session)
            return true
        }
        guard try refusal(of: { () throws(CardError) in try self.close(session) }) == nil else {
            lateRecords.noteRefusal(of: session, at: timebase.now())
            return false
        }
        lateRecords.noteWritten(session)
        return true
    }

    /// Does a write that clips must not wait for.
    /// - Returns: the error if only this file can't be written.
    /// - Throws: the error if the whole card refuses; the write is tried again later.
    func refusal(of write: () throws(CardError) -> Void) throws(CardError) -> CardError? {
        do {
            try write()
            return nil
        } catch {
            switch (error, filing.card.condition()) {
            // A plain failure on a full card is not for want of room.
            case (_, .ready), (.failed, .full): return error
            default: throw error
            }
        }
    }

    func cut(_ plan: ClipPlan, from held: ClipPins.Held, session: SessionRef, header: SessionHeader) throws(CardError) {
        let began = timebase.now()
        let outcome = try filing.write(plan, from: held, session: session, header: header) {
            () throws(CardError) in _ = try self.writeOneLine()
        }
        held.footage.line.unpin(held.pin)
        noteName(of: session)
        switch outcome {
        case .written(let record, let file):
            gauge.noteWritten(filing.card.size(of: file), in: began.duration(to: timebase.now()))
            tell(.written(session, record, file: file))
        case .lost(let reason): tell(.lost(session, number: plan.number, reason: reason))
        }
    }

    /// Drops the clips that wait, because somebody wants their footage forgotten.
    func dropCuts() {
        for (plan, session, held) in queue.takeCuts() {
            held.footage.line.unpin(held.pin)
            let reason = Message.forgotten
            queue.post(.command(.journal(session, .lostClip(number: plan.number, reason: reason.description))))
            tell(.lost(session, number: plan.number, reason: reason))
        }
    }

    /// Puts a picture into a session's folder, and tells what came of it.
    func keepPicture(_ jpeg: [UInt8], of session: SessionRef) throws(CardError) {
        guard let name = try filing.folderName(of: session) else { return tell(.pictureNotKept(session, reason: .noSession)) }
        var file: String?
        let refusal = try refusal(of: { () throws(CardError) in file = try self.filing.card.keepPicture(jpeg, inSession: name) })
        tell(file.map { .pictureKept(session, file: $0) } ?? .pictureNotKept(session, reason: refusal?.message ?? .isMissing))
    }
}
