// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

/// Two sessions as the box files them, on a disk that may be cut at any step, and everything that was acknowledged until then.
struct Practice {
    struct Acknowledged {
        var marks: [Mark] = []
        /// Marks whose withdrawal began: whether they are there depends on the last line.
        var taken: Set<Int> = []
        var withdrawn: Set<Int> = []
        /// The bytes of each filed clip, by its name.
        var clips: [String: [UInt8]] = [:]
        var isClosed = false
    }

    private(set) var acknowledged: [String: Acknowledged] = [:]

    static func card(on disk: CrashDisk) -> Card { Card(path: "/card", files: disk, hasIndex: false) }

    /// Runs until the end, or until the disk refuses.
    mutating func run(on disk: CrashDisk) {
        do {
            try play(on: Self.card(on: disk))
        } catch {
            // The cut. Everything acknowledged before it counts.
        }
    }

    private mutating func play(on card: Card) throws(CardError) {
        try card.prepare()
        _ = try card.recover()
        let first = try open(1, on: card)
        try mark(1, in: first)
        try clip(1, .mark, TinyMP4(), in: first)
        try first.writeStill([0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9], number: 1)
        try mark(2, in: first)
        try mark(3, in: first)
        acknowledged[first.name]?.taken.insert(3)
        try first.append(.withdrawn(mark: 3))
        acknowledged[first.name]?.withdrawn.insert(3)
        try clip(4, .buffer, TinyMP4(chunks: [[200], [300, 10]]), in: first)
        try first.append(.lostClip(number: 2, reason: "its footage was gone"))
        try mark(5, in: first)
        try clip(5, .mark, TinyMP4(isLong: true), in: first)
        try first.close(.stopped)
        acknowledged[first.name]?.isClosed = true
        let second = try open(2, on: card)
        try mark(1, in: second)
    }

    private mutating func open(_ number: Int, on card: Card) throws(CardError) -> SessionFolder {
        let session = try card.openSession(Samples.header(try card.nextSessionNumber()))
        acknowledged[session.name] = Acknowledged()
        return session
    }

    private mutating func mark(_ number: Int, in session: SessionFolder) throws(CardError) {
        try session.append(.marked(Samples.mark(number)))
        acknowledged[session.name]?.marks.append(Samples.mark(number))
    }

    private mutating func clip(
        _ number: Int, _ kind: ClipPlan.Kind, _ movie: TinyMP4,
        in session: SessionFolder
    ) throws(CardError) {
        let pending = try session.beginClip(number: number, kind: kind)
        let bytes = movie.bytes
        try pending.write(Array(bytes.prefix(100)), at: 0)
        try pending.write(Array(bytes.dropFirst(100)), at: 100)
        let file = try pending.commit()
        acknowledged[session.name]?.clips[file] = bytes
        try session.append(.clip(Samples.clip(number, kind, file: file)))
    }
}
