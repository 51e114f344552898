// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Synchronization
import Testing

@testable import Runtime
@testable import Storage

/// A box with its own card and a session on it, and a stick that others export to as well. Its clock isn't set, so the session has the name
/// of
/// every such box's first session.
final class ExportingBox {
    enum Outcome: Hashable {
        case ended(ExportResult)
        case stopped(Message, ExportResult)

        var result: ExportResult {
            switch self {
            case .ended(let result), .stopped(_, let result): result
            }
        }
    }

    let filing: Filing
    let service: ExportService
    private let heard = Heard()

    private final class Heard: Sendable { let news = Mutex<[ExportNews]>([]) }

    /// - Parameter clips: the pictures of each clip.
    init(_ clips: [ClosedRange<Int64>], stick: FakeStick, archer: String? = nil) throws {
        let filing = try Filing()
        if let archer { filing.writer.post(.journal(.run(1), .target(SessionTarget(archer: archer, face: "wa_122")))) }
        for (index, frames) in clips.enumerated() {
            filing.mark(index + 1, frame: frames.upperBound)
            filing.cut(index + 1, frames)
        }
        filing.work()
        service = ExportService(
            card: Card(path: filing.cardPath, files: filing.plug, hasIndex: false), files: filing.plug, stick: stick, timebase: filing.clock
        ) { [heard] news in heard.news.withLock { $0.append(news) } }
        self.filing = filing
    }

    var session: String { (try? FileManager.default.contentsOfDirectory(atPath: filing.cardPath).first { $0.hasSuffix("_S01") }) ?? "" }
    var folder: String { "\(filing.cardPath)/\(session)" }
    /// The contents of all files on the card, by path.
    var contents: [String: Data] { Self.contents(of: filing.cardPath) }

    static func contents(of folder: String) -> [String: Data] {
        var all: [String: Data] = [:]
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
            all[name] = FileManager.default.contents(atPath: "\(folder)/\(name)")
        }
        return all
    }

    func judge(_ clip: Int, _ judgement: ClipJudgement) {
        filing.writer.post(.journal(.run(1), .judged(clip: clip, judgement)))
        filing.work()
    }

    /// Exports clips and returns the outcome, or `nil` if nothing was reported.
    /// - Parameter clips: the clips to export; empty for the whole session.
    func export(_ form: ExportForm, clips: [Int], to place: ExportDestination = .stick) -> Outcome? {
        heard.news.withLock { $0 = [] }
        service.post(.begin(ExportSubject(session: session, clips: clips), form, to: place))
        var steps = 0
        while service.runOnce(), steps < 10_000 { steps += 1 }
        #expect(steps < 10_000, "the exporter runs in circles")
        let outcomes: [Outcome] = heard.news.withLock { news in
            news.compactMap { news in
                switch news {
                case .ended(let result): .ended(result)
                case .stopped(let reason, let result): .stopped(reason, result)
                default: nil
                }
            }
        }
        #expect(outcomes.count <= 1)
        return outcomes.last
    }
}
