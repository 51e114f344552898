// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

/// `vir export`: clips of a card as files of their own. Nothing is decoded, and the card isn't written to.
public struct Exporter {
    /// What came of an export, to print.
    public struct Outcome {
        /// A line for each file.
        public var lines: [String] = []
        /// What couldn't be exported, a line each.
        public var problems: [String] = []
    }

    private let plan: ExportPlan
    private let form: ExportForm
    private let folder: ExportFolder

    /// - Parameters:
    ///   - session: a folder's name, or its number; `nil`: all.
    ///   - clips: their numbers; none: all.
    public init(_ card: String, session: String?, clips: [Int], as form: ExportForm, to path: String) throws(Failure) {
        plan = try ExportPlan(card, session: session, clips: clips, as: form)
        self.form = form
        do throws(CardError) {
            folder = try ExportFolder(path)
        } catch {
            throw Failure(.cannotWrite, "\(path): \(Self.words(error))")
        }
    }

    /// - Parameter progress: hears how many megabytes of how many are done for good.
    /// - Throws: `Failure.Status.cannotWrite` if the folder takes no more; what was exported before stays.
    public func run(progress: @escaping (Int, Int) -> Void = { _, _ in }) throws(Failure) -> Outcome {
        LibAVLog.quiet()
        var outcome = Outcome(problems: plan.missing)
        let all = max(1, Int(plan.bytes >> 20))
        var done: Int64 = 0
        for item in plan.items {
            let before = done
            do throws(CardError) {
                if try folder.has(item.name) {
                    outcome.lines.append("\(item.name): is there already")
                } else {
                    try export(item) { progress(Int((before + min($0, item.bytes)) >> 20), all) }
                    outcome.lines.append(item.name)
                }
            } catch {
                switch error {
                case .failed(_, let subject, let reason) where item.sources.contains(subject): outcome.problems.append("\(subject): \(reason)")
                default: throw Failure(.cannotWrite, "\(folder.path)/\(item.name): \(Self.words(error))")
                }
            }
            done += item.bytes
            progress(Int(done >> 20), all)
        }
        return outcome
    }

    /// What a folder anywhere says is not about the card.
    private static func words(_ error: CardError) -> String {
        switch error {
        case .absent: "it isn't there any more"
        case .readOnly: "it is read-only"
        case .full: "there is no room left"
        case .failed(_, _, let reason): reason.description
        }
    }

    private func export(_ item: ExportPlan.Item, synced: @escaping (Int64) -> Void) throws(CardError) {
        guard let first = item.sources.first else { return }
        if form == .file { return try folder.copy(first, to: item.name, synced: synced) }
        let output = try folder.begin(item.name, synced: synced)
        do throws(ClipError) {
            let slowness = if case .slow(let slowness) = form { slowness } else { 1 }
            _ = try ClipRemuxer(forAnybody: item.sources, slowness: slowness, metadata: ["title": item.title, "comment": "VIR"]).write(to: output)
        } catch {
            output.abandon()
            // What the folder refused isn't the clip's fault.
            if case .output(let reason) = error { throw .failed(operation: "write", subject: item.name, reason: Message(reason)) }
            guard case .unreadable(let clip, _, let reason) = error else { throw .failed(operation: "read", subject: first, reason: error.message) }
            throw .failed(operation: "read", subject: clip, reason: reason)
        }
        try output.commit()
    }
}
