// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Foundation

extension Run {
    /// Ends a run: writes its report, and prints a line for whoever started it.
    ///
    /// - Parameters:
    ///   - unwritten: a description of what the card couldn't take.
    ///   - snapshots: the pictures of the TV, some of which may be missing.
    func finish(_ assembly: Assembly, presenter: FramePresenter, unwritten: String?, snapshots: Snapshots?) throws {
        let unwrittenPictures = snapshots?.objection
        // All threads have ended, so this one may ask the camera.
        if let remark = devices.camera?.remark { events.note("camera: \(remark)", level: .warning) }
        // The user was warned about the loss, or never inserted a card. This is no failure, because that would only restart the box.
        let isOff = switchOff.answer != nil
        if isOff, let unwritten { events.note("switched off without \(unwritten)", level: .error) }
        var objections: [String] = []
        if !isOff, let unwritten { objections.append("\(plan.cardPath): \(unwritten) could not be written to the card") }
        if let folder = plan.snapshots?.folder, let unwrittenPictures { objections.append("--snapshots \(folder): \(unwrittenPictures)") }
        var composed = presenter.stage.composedTally
        if let snapshots { composed.add(snapshots.composedTally) }
        let report = makeReport(assembly, presenter: presenter, composed: composed)
        var lines = ["\(report.clips.count) clip\(report.clips.count == 1 ? "" : "s") on the card \(plan.cardPath)"]
        if let folder = plan.snapshots?.folder, unwrittenPictures == nil { lines.append("pictures of the TV in \(folder)") }
        if let reportFile, let path = plan.reportPath {
            do {
                try reportFile.write(try report.json())
                lines.append("the report in \(path)")
            } catch {
                objections.append("\(error)")
            }
        }
        do {
            // If the report goes to standard output, nothing else is printed there.
            let line = "vir: \(lines.joined(separator: "; ").onOneLine)"
            if reportFile?.isStandardOutput != true { try StandardStreams.printIfHeard(line) }
        } catch {
            objections.append("\(error)")
        }
        guard objections.isEmpty else { throw Failure(.cannotWrite, objections.joined(separator: "; ")) }
    }

    private func makeReport(_ assembly: Assembly, presenter: FramePresenter, composed: ComposedTally) -> Report {
        let tally = shared.capture.tally
        let footage = shared.slot.current?.footage
        let status = footage?.line.status
        let meter = shared.meter.summary
        let facts = assembly.box.facts
        func seconds(_ timestamp: Timestamp) -> Double { start.duration(to: timestamp).inSeconds }
        let detections = facts.detections(seconds)
        return Report(
            camera: Report.Camera(
                name: shared.capture.cameraName, width: footage?.parameters.size.width ?? 0,
                height: footage?.parameters.size.height ?? 0,
                fps: footage?.parameters.rate.hertz ?? 0,
                firstFrameSeconds: tally.first.map { seconds($0.timestamp) },
                captured: tally.captured, lost: tally.lost),
            encoder: Report.Encoder(
                name: footage?.encoderNames ?? "none", in: tally.encoderIn, out: tally.encoderOut,
                bytes: tally.encodedBytes),
            decoder: Report.Decoder(
                name: shared.slot.current?.player.decoderName ?? "none",
                failed: shared.slot.current?.player.losses.failedUnits ?? 0),
            display: Report.Display(
                name: presenter.stage.displayName, direct: presenter.stage.directCommits,
                composed: presenter.stage.composedCommits),
            composed: Report.Composed(composed),
            delay: Report.Delay(
                seconds: shared.delay.current.inSeconds, shown: meter.shown,
                repeated: meter.repeated, skipped: meter.skipped,
                errorMs: Report.Quantiles(
                    p50: meter.p50.inMilliseconds, p99: meter.p99.inMilliseconds,
                    p999: meter.p999.inMilliseconds,
                    max: meter.longest.inMilliseconds)),
            player: Report.Player(
                decoded: assembly.services.players.decoded, shown: presenter.tally.shown, late: presenter.tally.late,
                waits: presenter.tally.waits),
            losses: Report.Losses(camera: tally.lost, encoder: tally.lostByEncoder, line: tally.refused, tv: meter.missed),
            buffer: Report.Buffer(
                capacityBytes: status?.capacityBytes ?? 0, usedBytes: status?.usedBytes ?? 0,
                pinnedBytes: status?.pinnedBytes ?? 0, seconds: status?.seconds ?? 0),
            marks: facts.marks.map {
                Report.Mark(seconds: seconds($0.stamp.timestamp), frame: $0.stamp.frame, source: $0.source.rawValue)
            },
            detections: detections.isEmpty ? nil : detections,
            spoken: assembly.services.voice.spoken.map { $0.map { Report.Spoken(seconds: seconds($0.timestamp), text: $0.words) } },
            clips: facts.clips.map {
                Report.Clip(
                    file: $0.file, firstFrame: $0.record.firstFrame, lastFrame: $0.record.lastFrame,
                    seconds: $0.record.seconds)
            },
            timings: Report.Timings(
                startToFirstFrameMs: startToFirstPicture(assembly)?.inMilliseconds,
                markToFeedbackMs: Report.Quantiles(of: facts.feedback.times),
                stopToClipsMs: facts.stopToClips?.inMilliseconds),
            memory: Report.Memory(peakRSSBytes: peakMemory),
            events: events.all.map { Report.Event(seconds: seconds($0.timestamp), what: $0.what) })
    }

    /// Returns the time to the first picture: in real time from the start of the program's work, in virtual time from the start of the run.
    private func startToFirstPicture(_ assembly: Assembly) -> Duration? {
        let zero = plan.clock == .virtual ? start : processStart
        return assembly.firstPicture.map { zero.duration(to: $0) }
    }

    /// The peak memory, in bytes. A virtual run rounds it up to a multiple of 64 MiB: the last pages differ from run to run, and equal runs
    /// have equal reports.
    private var peakMemory: Int64 {
        let peak = MemoryReading.peakResidentBytes()
        guard plan.clock == .virtual else { return peak }
        let step: Int64 = 64 << 20
        return (peak + step - 1) / step * step
    }
}

extension Report.Quantiles {
    /// Makes the quantiles of exact times, in milliseconds; zero if there are no times.
    init(of times: [Duration]) {
        let sorted = times.sorted()
        func quantile(_ share: Double) -> Double {
            guard !sorted.isEmpty else { return 0 }
            let rank = Int((share * Double(sorted.count)).rounded(.up))
            return sorted[Swift.min(Swift.max(rank, 1), sorted.count) - 1].inMilliseconds
        }
        self.init(p50: quantile(0.5), p99: quantile(0.99), p999: nil, max: quantile(1))
    }
}
