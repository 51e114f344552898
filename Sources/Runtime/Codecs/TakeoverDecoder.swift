// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// A hardware decoder that software replaces as soon as it fails. The units that the hardware took without returning a picture are decoded
/// again, so the picture goes on with the very next frame.
///
/// For that it keeps the access units of the newest two GOPs: 1.3 MB in a stream of 10 Mb/s. Thread-bound, except `names`.
final class TakeoverDecoder: Decoder {
    /// The news that the hardware failed for this reason and that the other decoder goes on.
    struct News: Hashable {
        var from: String
        var to: String
        var reason: String
    }

    let names: CodecNames
    private var current: any Decoder
    private var isHardware = true
    private var watch: CodecWatch
    private var previousGOP = UnitBuffer()
    private var newestGOP = UnitBuffer()
    /// Pictures that were decoded again after a takeover, oldest first.
    private var caughtUp: [VideoFrame] = []
    private let openSpare: () throws(CodecError) -> any Decoder
    private let tell: (News) -> Void

    var name: String { names.all }
    var heldPictures: Int? { current.heldPictures }

    init(_ hardware: any Decoder, limits: CodecLimits, spare: @escaping () throws(CodecError) -> any Decoder, tell: @escaping (News) -> Void) {
        names = CodecNames(hardware.name)
        current = hardware
        watch = CodecWatch(limits)
        openSpare = spare
        self.tell = tell
    }

    func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame? {
        guard isHardware else {
            guard !caughtUp.isEmpty else { return try current.decode(unit) }
            if let frame = try current.decode(unit) { caughtUp.append(frame) }
            return caughtUp.removeFirst()
        }
        guard keep(unit) else { return nil }
        watch.noteIn(unit.stamp)
        do throws(CodecError) {
            let frame = try noteOut(try current.decode(unit))
            guard let verdict = watch.verdict else { return frame }
            if let frame { caughtUp.append(frame) }
            throw CodecError(codec: current.name, operation: "decode", reason: "\(verdict)")
        } catch {
            try takeOver(after: error)
            return caughtUp.isEmpty ? nil : caughtUp.removeFirst()
        }
    }

    func next() throws(CodecError) -> VideoFrame? {
        if !caughtUp.isEmpty { return caughtUp.removeFirst() }
        guard isHardware else { return try current.next() }
        do throws(CodecError) {
            return try noteOut(try current.next())
        } catch {
            try takeOver(after: error)
            return caughtUp.isEmpty ? nil : caughtUp.removeFirst()
        }
    }

    func flush() {
        current.flush()
        watch.reset()
        previousGOP.removeAll()
        newestGOP.removeAll()
        caughtUp.removeAll()
    }

    /// Notes a decoded picture. A picture that the hardware leaves out spoils the rest of its GOP, so that is a failure like any other.
    private func noteOut(_ frame: VideoFrame?) throws(CodecError) -> VideoFrame? {
        guard let frame else { return nil }
        if let oldest = watch.oldestInside, oldest.frame < frame.stamp.frame {
            throw CodecError(codec: current.name, operation: "decode", reason: .leftOutPicture)
        }
        _ = watch.noteOut(frame.stamp)
        return frame
    }

    /// Keeps a unit for a takeover.
    /// - Returns: false if there is no keyframe from which the unit could be decoded.
    private func keep(_ unit: AccessUnit) -> Bool {
        if unit.isKeyframe {
            swap(&previousGOP, &newestGOP)
            newestGOP.removeAll()
        } else if newestGOP.isEmpty {
            return false
        }
        newestGOP.add(unit)
        return true
    }

    private func takeOver(after error: CodecError) throws(CodecError) {
        let failed = current.name
        let spare = try openSpare()
        isHardware = false
        current = spare
        names.note(spare.name)
        let wanted = watch.oldestInside
        for gop in [previousGOP, newestGOP] {
            gop.forEach { unit in
                // A unit that software can't decode either is left out, with the pictures that build on it.
                guard let frame = try? spare.decode(unit), let wanted, frame.stamp.frame >= wanted.frame else { return }
                caughtUp.append(frame)
            }
        }
        watch.reset()
        previousGOP.removeAll()
        newestGOP.removeAll()
        tell(News(from: failed, to: spare.name, reason: "\(error.operation): \(error.reason)"))
    }
}
