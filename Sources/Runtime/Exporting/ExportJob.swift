// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

/// An export in progress: makes the files of a plan in a folder, one at a time.
///
/// Thread-bound.
final class ExportJob {
    /// The outcome of one file.
    enum Step: Hashable {
        case written(String)
        /// A file of the same clips was there with other contents, and was replaced.
        case replaced(String)
        case isThere(String)
        /// This file couldn't be made, for example because a clip can't be read; the others go on.
        case problem(Message)
        /// A page that its session no longer has.
        case notMade
    }

    private let plan: ExportPlan
    private let folder: ExportFolder
    private var next = 0
    /// The bytes of the files that are finished.
    private(set) var doneBytes: Int64 = 0
    private(set) var written = 0
    private(set) var replaced = 0
    private(set) var kept = 0
    private(set) var problems: [Message]
    /// The whole session that is being exported: its name, the folder that it goes into, and its pages.
    private var session: (name: String, folder: String, pages: [String: [UInt8]])?

    init(_ plan: ExportPlan, to folder: ExportFolder) {
        (self.plan, self.folder) = (plan, folder)
        problems = plan.missing
    }

    var isOver: Bool { next >= plan.items.count }
    var bytes: Int64 { plan.bytes }
    var files: Int { plan.items.count }
    /// The file that is next, counted from 1.
    var file: Int { min(next + 1, plan.items.count) }
    /// True if the next file is made anew instead of copied.
    var isMadeAnew: Bool { plan.items.indices.contains(next) && plan.items[next].work.isMadeAnew }
    /// The next file's name, as it will be in the folder if no other file has that name.
    var name: String? {
        guard plan.items.indices.contains(next) else { return nil }
        let item = plan.items[next]
        return item.session.map { "\($0.title)/\(item.name)" } ?? item.name
    }

    /// Returns about how many bytes are still to be written. A copy counts as being there if its length is right.
    func neededBytes() throws(CardError) -> Int64 {
        var needed: Int64 = 0
        for item in plan.items where try !isLikelyThere(item) { needed += item.bytes }
        return needed
    }

    private func isLikelyThere(_ item: ExportPlan.Item) throws(CardError) -> Bool {
        guard item.work == .copy else { return try standing(of: item).standing == .current }
        guard let session = item.session else { return try folder.size(of: item.name) == item.bytes }
        let folderName = try open(session).folder
        return try folder.size(of: "\(folderName)/\(item.name)") == item.bytes
    }

    /// Exports the next file.
    /// - Parameter synced: receives how many bytes of the whole export would survive a power cut; for a file that is made anew, how much of
    ///   it is made.
    /// - Throws: the folder's refusal if it takes no more. What was exported before stays.
    func step(synced: (Int64) -> Void) throws(CardError) -> Step? {
        guard !isOver else { return nil }
        let item = plan.items[next]
        let step = try export(item, synced: synced)
        if let session = item.session, plan.items[next...].dropFirst().first?.session?.name != session.name { try tidy(session) }
        // Not reached if the folder refused the file: nothing of that file is there.
        next += 1
        doneBytes += item.bytes
        synced(doneBytes)
        return step
    }

    private func export(_ item: ExportPlan.Item, synced: (Int64) -> Void) throws(CardError) -> Step {
        do throws(CardError) {
            let place = try standing(of: item)
            if item.work == .page, session?.pages[item.name] == nil { return .notMade }
            switch place.standing {
            case .current:
                kept += 1
                return .isThere(place.name)
            // Only a page can be foreign: any other file gets another name in that case.
            case .foreign: return problem(.of(clip: place.name, .isSomebodysOwn))
            case .free, .changed: break
            }
            let before = doneBytes
            try withoutActuallyEscaping(synced) { synced throws(CardError) in
                try write(item, to: place.name) { synced(before + min($0, item.bytes)) }
            }
            if place.standing == .free { written += 1 } else { replaced += 1 }
            return place.standing == .free ? .written(place.name) : .replaced(place.name)
        } catch {
            guard case .failed(_, let subject, let reason) = error, item.sources.contains(subject) else { throw error }
            return problem(.of(clip: subject, reason))
        }
    }

    private func problem(_ message: Message) -> Step {
        problems.append(message)
        return .problem(message)
    }

    // MARK: Destination

    private func standing(of item: ExportPlan.Item) throws(CardError) -> ExportFolder.Place {
        if item.work == .index {
            return ExportFolder.Place(name: item.name, standing: try folder.standing(ofIndexPage: try folder.indexPage()))
        }
        guard let session = item.session else {
            let letters = item.subject.map { ExportMark.letters(of: $0.header) } ?? ""
            return try folder.place(for: item.name, letters, identity(of: item))
        }
        let (name, pages) = try open(session)
        let standing: ExportFolder.Standing =
            if item.work == .page {
                try folder.standing(of: item.name, within: name, asPage: pages[item.name] ?? [])
            } else {
                try folder.standing(of: item.name, within: name, asCopyOf: item.sources.first ?? "")
            }
        return ExportFolder.Place(name: "\(name)/\(item.name)", standing: standing)
    }

    /// Returns the folder that a whole session goes into, and the session's pages.
    private func open(_ session: SessionExport) throws(CardError) -> (folder: String, pages: [String: [UInt8]]) {
        if let open = self.session, open.name == session.name { return (open.folder, open.pages) }
        let place = try folder.place(for: session)
        var pages: [String: [UInt8]] = [:]
        do throws(CardError) {
            pages = try session.pages()
        } catch {
            // The session's clips are exported all the same.
            guard case .failed(_, let subject, let reason) = error else { throw error }
            problems.append(.of(clip: subject, reason))
        }
        self.session = (session.name, place.name, pages)
        return (place.name, pages)
    }

    private func tidy(_ session: SessionExport) throws(CardError) {
        // If nothing of the session was opened, nothing of it is in the folder.
        guard let open = self.session, open.name == session.name else { return }
        try folder.tidy(session, in: open.folder, pages: Set(open.pages.keys))
    }

    private func identity(of item: ExportPlan.Item) -> ExportFolder.Identity {
        guard item.work != .copy, let mark = mark(of: item) else { return .copy(of: item.sources.first ?? "") }
        return .mark(mark)
    }

    /// Returns the mark that identifies the file. It includes what the sources' headers say: how the pictures lie, and how many bytes there
    /// are.
    private func mark(of item: ExportPlan.Item) -> ExportMark? {
        item.subject.map { subject in
            let shape = [subject.shape] + item.sources.map(folder.shape(ofSource:))
            return ExportMark(clips: subject.clips, of: subject.header, shape: shape.joined(separator: "|"))
        }
    }

    // MARK: Writing

    /// Returns what copies the item's clips as they are encoded, or `nil` if their pictures have to be decoded.
    private func remuxer(of item: ExportPlan.Item, _ tags: [String: String]) throws(ClipError) -> ClipRemuxer? {
        guard case .clips(let form, _, _) = item.work, !item.work.isMadeAnew else { return nil }
        let remuxer = try ClipRemuxer(forAnybody: item.sources, slowness: form.row.slowness, metadata: tags)
        return remuxer.isMirrored ? nil : remuxer
    }

    private func write(_ item: ExportPlan.Item, to name: String, synced: @escaping (Int64) -> Void) throws(CardError) {
        guard let first = item.sources.first else { return }
        switch item.work {
        case .copy: return try folder.copy(first, to: name, synced: synced)
        case .page: return try folder.write(session?.pages[item.name] ?? [], to: name, synced: synced)
        case .index: return try folder.write(try folder.indexPage(), to: name, synced: synced)
        case .clips: break
        }
        var tags = item.subject?.tags ?? [:]
        tags["comment"] = [tags["comment"], mark(of: item)?.word].compactMap { $0 }.joined(separator: "; ")
        // For a file that is made anew, the progress is how much of it is made, not how much is written.
        let output = try folder.begin(name) { if !item.work.isMadeAnew { synced($0) } }
        do throws(ClipError) {
            if let remuxer = try remuxer(of: item, tags) {
                _ = try remuxer.write(to: output)
            } else {
                try withoutActuallyEscaping(synced) { synced throws(ClipError) in
                    let maker = FilmMaker(goesOn: folder.mayGoOn) { synced(Int64(Double(item.bytes) * $0)) }
                    try maker.make(item.work, title: item.title, tags: tags, to: output)
                }
            }
        } catch {
            output.abandon()
            // A refusal of the folder isn't the clip's fault.
            if let refusal = output.refusal { throw refusal }
            if case .output(let reason) = error { throw .failed(operation: "write", subject: name, reason: Message(reason)) }
            guard case .unreadable(let clip, _, let reason) = error else { throw .failed(operation: "read", subject: first, reason: error.message) }
            throw .failed(operation: "read", subject: clip, reason: reason)
        }
        try output.commit()
    }
}
