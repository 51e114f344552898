// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

enum Samples {
    static func header(_ number: Int = 1, started: String = "2026-11-20T14:03:00") -> SessionHeader {
        SessionHeader(
            number: number, started: started, size: .hd720, framesPerSecond: 29.97, delaySeconds: 5,
            camera: "a camera named \"é\"", encoder: "libx264")
    }

    static func mark(_ number: Int) -> Mark {
        Mark(
            number: number, stamp: FrameStamp(frame: Int64(number) * 100, timestamp: Timestamp(seconds: Double(number) * 3.3)),
            source: .gpio)
    }

    static func clip(_ number: Int, _ kind: ClipPlan.Kind = .mark, file: String) -> ClipRecord {
        ClipRecord(
            number: number, kind: kind, file: file, firstFrame: Int64(number), lastFrame: Int64(number) + 90,
            seconds: 3.1, isCutShort: number == 2)
    }
}

extension PendingClip {
    func write(_ bytes: [UInt8], at offset: Int64) throws(CardError) {
        var refusal: CardError?
        bytes.withUnsafeBytes { buffer in
            do throws(CardError) { try write(buffer, at: offset) } catch { refusal = error }
        }
        if let refusal { throw refusal }
    }
}

extension SessionFolder {
    /// Writes a whole clip in pieces, files it and journals it.
    func writeClip(_ number: Int, _ kind: ClipPlan.Kind = .mark, bytes: [UInt8] = TinyMP4().bytes) throws(CardError) {
        let pending = try beginClip(number: number, kind: kind, expectedBytes: Int64(bytes.count))
        for start in stride(from: 0, to: bytes.count, by: 100) {
            try pending.write(Array(bytes[start..<min(start + 100, bytes.count)]), at: Int64(start))
        }
        try append(.clip(Samples.clip(number, kind, file: try pending.commit())))
    }
}
