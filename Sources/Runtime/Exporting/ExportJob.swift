// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

/// An export, file by file: what the plan names, into a folder.
///
/// Thread-bound.
final class ExportJob {
    /// What became of one file.
    enum Step: Hashable {
        case written(String)
        case isThere(String)
        /// Of a clip that can't be read; the others go on.
        case problem(Message)
    }

    private let plan: ExportPlan
    private let folder: ExportFolder
    private var next = 0
    /// Of the files that are through.
    private(set) var doneBytes: Int64 = 0
    private(set) var written = 0
    private(set) var skipped = 0
    private(set) var problems: [Message]

    init(_ plan: ExportPlan, to folder: ExportFolder) {
        (self.plan, self.folder) = (plan, folder)
        problems = plan.missing
    }

    var isOver: Bool { next >= plan.items.count }
    var bytes: Int64 { plan.bytes }
    var files: Int { plan.items.count }
    /// The file that is next, counted from 1.
    var file: Int { min(next + 1, plan.items.count) }
    /// It is made anew.
    var isMadeAnew: Bool { plan.items.indices.contains(next) && plan.items[next].work.isMadeAnew }
    /// Its name, as it will be in the folder.
    var name: String? { plan.items.indices.contains(next) ? plan.items[next].name : nil }

    /// Exports the next file.
    /// - Parameter synced: hears how many bytes of the whole export outlast a cut; of a file that is made anew, how much of it is made.
    /// - Throws: what the folder says if it takes no more. What was exported before stays.
    func step(synced: (Int64) -> Void) throws(CardError) -> Step? {
        guard !isOver else { return nil }
        let item = plan.items[next]
        let step = try export(item, synced: synced)
        // Not of a file that its folder has refused: nothing of that is there.
        next += 1
        doneBytes += item.bytes
        synced(doneBytes)
        return step
    }

    private func export(_ item: ExportPlan.Item, synced: (Int64) -> Void) throws(CardError) -> Step {
        do throws(CardError) {
            if !item.work.isMadeAnew, try folder.has(item.name, asCopyOf: item.work == .copy ? item.sources.first : nil) {
                skipped += 1
                return .isThere(item.name)
            }
            let before = doneBytes
            try withoutActuallyEscaping(synced) { synced throws(CardError) in
                try write(item) { synced(before + min($0, item.bytes)) }
            }
            written += 1
            return .written(item.name)
        } catch {
            guard case .failed(_, let subject, let reason) = error, item.sources.contains(subject) else { throw error }
            problems.append(.of(clip: subject, reason))
            return .problem(.of(clip: subject, reason))
        }
    }

    /// What copies the item's clips as they are encoded; `nil`: their pictures are decoded.
    private func remuxer(of item: ExportPlan.Item) throws(ClipError) -> ClipRemuxer? {
        guard case .join(_, let slowness) = item.work, !item.work.isMadeAnew else { return nil }
        let remuxer = try ClipRemuxer(forAnybody: item.sources, slowness: slowness, metadata: ["title": item.title, "comment": "VIR"])
        return remuxer.isMirrored ? nil : remuxer
    }

    private func write(_ item: ExportPlan.Item, synced: @escaping (Int64) -> Void) throws(CardError) {
        guard let first = item.sources.first else { return }
        if item.work == .copy { return try folder.copy(first, to: item.name, synced: synced) }
        // Of what is made anew it is told how much of it is made.
        let output = try folder.begin(item.name) { if !item.work.isMadeAnew { synced($0) } }
        do throws(ClipError) {
            if let remuxer = try remuxer(of: item) {
                _ = try remuxer.write(to: output)
            } else {
                try withoutActuallyEscaping(synced) { synced throws(ClipError) in
                    let maker = FilmMaker(goesOn: folder.mayGoOn) { synced(Int64(Double(item.bytes) * $0)) }
                    try maker.make(item.work, title: item.title, to: output)
                }
            }
        } catch {
            output.abandon()
            // What the folder refused isn't the clip's fault.
            if let refusal = output.refusal { throw refusal }
            if case .output(let reason) = error { throw .failed(operation: "write", subject: item.name, reason: Message(reason)) }
            guard case .unreadable(let clip, _, let reason) = error else { throw .failed(operation: "read", subject: first, reason: error.message) }
            throw .failed(operation: "read", subject: clip, reason: reason)
        }
        try output.commit()
    }
}
