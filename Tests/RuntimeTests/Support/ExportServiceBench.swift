// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Synchronization
import Testing

@testable import Runtime

/// A card with a session of three clips, a stick, and the exporter between them.
final class ExportServiceBench {
    let filing: Filing
    let folder: TemporaryFolder
    let stick: FakeStick
    let service: ExportService
    private let heard: Heard
    private let busy: Busy
    let late: Late

    final class Heard: Sendable { let news = Mutex<[ExportNews]>([]) }
    final class Busy: Sendable { let left = Mutex(0) }

    init() throws {
        let filing = try Filing()
        for (number, frames) in [(1, 0...29), (2, 20...75), (3, 60...100)] as [(Int, ClosedRange<Int64>)] {
            filing.mark(number, frame: frames.upperBound)
            filing.cut(number, frames)
        }
        filing.work()
        let folder = try TemporaryFolder()
        let stick = FakeStick(folder.path)
        let (heard, busy, late) = (Heard(), Busy(), Late())
        service = ExportService(
            card: Card(path: filing.cardPath, files: filing.plug, hasIndex: false), files: filing.plug, stick: stick, timebase: filing.clock,
            isCardBusy: {
                busy.left.withLock { left in
                    left > 0
                        ? {
                            left -= 1; return true
                        }() : false
                }
            }, lateFrames: { late.count.withLock { $0 } }
        ) { news in heard.news.withLock { $0.append(news) } }
        (self.filing, self.folder, self.stick, self.heard, self.busy, self.late) = (filing, folder, stick, heard, busy, late)
    }

    var news: [ExportNews] { heard.news.withLock { $0 } }
    var session: String { (try? FileManager.default.contentsOfDirectory(atPath: filing.cardPath).first { $0.hasSuffix("_S01") }) ?? "" }
    var subject: ExportSubject { ExportSubject(session: session, clips: [1, 2, 3]) }

    /// Makes the card busy with its own clips for this number of checks.
    func setBusy(_ looks: Int) { busy.left.withLock { $0 = looks } }

    /// Draws on a clip, from its 10th picture on.
    func draw(on clip: Int) {
        let line = Annotation(id: 1, kind: .line, points: [Point(0.2, 0.2), Point(0.8, 0.2)], ink: .red, span: 0.333...1)
        filing.writer.post(.journal(.run(1), .judged(clip: clip, ClipJudgement(annotations: [line]))))
        filing.work()
    }

    /// The number of frames that reached the TV late.
    final class Late: Sendable { let count = Mutex<Int64>(0) }

    func work(for length: Duration = .zero) {
        let end = filing.clock.now() + length
        while true {
            var steps = 0
            while service.runOnce(), steps < 10_000 { steps += 1 }
            #expect(steps < 10_000, "the exporter runs in circles")
            let next = max(service.nextStep, filing.clock.now() + .milliseconds(1))
            guard next <= end else { return filing.clock.wait(until: end) }
            filing.clock.wait(until: next)
        }
    }

    func export(_ form: ExportForm = .file, to place: ExportDestination = .stick) {
        service.post(.begin(subject, form, to: place))
        work()
    }

    var progress: [ExportProgress] { news.compactMap { if case .progress(let progress) = $0 { progress } else { nil } } }
    var ended: ExportResult? { news.compactMap { if case .ended(let result) = $0 { result } else { nil } }.last }
    var stopped: (Message, ExportResult)? {
        news.compactMap { if case .stopped(let reason, let result) = $0 { (reason, result) } else { nil } }.last
    }

    func names(in path: String) -> [String] { ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted() }
    var onStick: [String] { names(in: folder.path + "/VIR") }

    func bytes(of name: String) -> Data? { FileManager.default.contents(atPath: name) }
    func clip(_ number: Int) -> String { "\(filing.cardPath)/\(session)/clips/0\(number).mp4" }
}
