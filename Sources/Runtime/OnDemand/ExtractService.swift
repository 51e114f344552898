// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

/// Takes pictures out of clips and of the delay line for the tools that need them, and works out what moves in them: on a thread of its
/// own, in software, with less priority than everything that plays.
///
/// `pictures.load` and `find` may be called by any thread and never wait; the rest belongs to the service's thread. In a virtual run the
/// driver steps it.
final class ExtractService: Sendable {
    typealias Pictures = RequestLoader<Extract, LoadedPicture>
    typealias Motions = RequestLoader<MotionPart, MotionTrace>

    /// Pictures go first, because somebody looks at the area where they will be.
    let pictures: Pictures
    private let motions: Motions
    private let source: ExtractSource

    /// - Parameters:
    ///   - line: returns the footage that is being recorded now.
    ///   - held: returns a reader of a clip whose footage is in memory.
    ///   - tellPicture: receives the outcome of requests for pictures, as `RequestLoader` says.
    ///   - tellMotion: receives what moves in a part; `nil` if the part can't be read.
    init(
        card: Card, line: @escaping @Sendable () -> Footage?, held: @escaping @Sendable (ClipKey) -> HeldClipReader? = { _ in nil },
        tellPicture: @escaping @Sendable (Extract, Pictures.Outcome) -> Void,
        tellMotion: @escaping @Sendable (MotionPart, MotionTrace?) -> Void
    ) {
        let source = ExtractSource(card: card, line: line, held: held)
        let bell = Doorbell()
        self.source = source
        pictures = Pictures(bell: bell, make: { source.picture(of: $0, goesOn: $1) }, tell: tellPicture)
        motions = Motions(bell: bell, make: { source.motion(in: $0, goesOn: $1) }) { part, outcome in
            if case .made(let trace) = outcome { tellMotion(part, trace) } else { tellMotion(part, nil) }
        }
    }

    /// Works out what moves in these parts, the first one first, and gives up what was asked for before.
    func find(_ parts: [MotionPart]) { motions.load(parts) }

    /// Makes one thing that was asked for.
    /// - Returns: true if there was anything to make.
    @discardableResult
    func runOnce() -> Bool {
        if pictures.runOnce() || motions.runOnce() { return true }
        // A card from which nothing is read can be pulled.
        source.close()
        return false
    }

    /// Sleeps until there may be something to make, or until `deadline`.
    func wait(until deadline: Timestamp) { pictures.wait(until: deadline) }

    /// Ends a `wait`, and what is being made.
    func end() {
        motions.end()
        pictures.end()
    }
}

/// The footage that was read last, which stays open while more is asked of it.
private final class ExtractSource: @unchecked Sendable {
    // Everything but the three constants belongs to the service's thread.
    private let card: Card
    private let line: @Sendable () -> Footage?
    private let held: @Sendable (ClipKey) -> HeldClipReader?
    private var open: (id: FootageID, line: ObjectIdentifier?, reader: ExtractReader)?

    init(card: Card, line: @escaping @Sendable () -> Footage?, held: @escaping @Sendable (ClipKey) -> HeldClipReader?) {
        (self.card, self.line, self.held) = (card, line, held)
    }

    func picture(of extract: Extract, goesOn: () -> Bool) -> LoadedPicture? {
        guard let reader = reader(of: extract.footage) else { return nil }
        do throws(ClipError) {
            let picture =
                switch extract.kind {
                case .frame: try reader.frame(at: extract.place)
                case .trail(let trail): try reader.trail(trail, at: extract.place, goesOn: goesOn)
                }
            return picture.map { LoadedPicture(buffer: $0.buffer, orientation: $0.orientation) }
        } catch {
            close()
            return nil
        }
    }

    func motion(in part: MotionPart, goesOn: () -> Bool) -> MotionTrace? {
        guard let reader = reader(of: part.footage) else { return nil }
        do throws(ClipError) {
            return try reader.motion(in: part, goesOn: goesOn)
        } catch {
            close()
            return nil
        }
    }

    func close() { open = nil }

    private func reader(of id: FootageID) -> ExtractReader? {
        let footage = id == .line ? line() : nil
        let identity = footage.map { ObjectIdentifier($0.line) }
        if let open, open.id == id, open.line == identity { return open.reader }
        let frames: FootageFrames?
        switch id {
        case .clip(let key):
            frames = (try? card.file(ofClip: key)).flatMap { try? FootageFrames($0) } ?? held(key).flatMap { try? FootageFrames($0) }
        case .line: frames = footage.flatMap { try? FootageFrames($0.line, parameters: $0.parameters) }
        }
        open = frames.map { (id, identity, ExtractReader($0)) }
        return open?.reader
    }
}

extension ExtractService {
    var worker: Worker { Worker(thread: .extract, runOnce: { self.runOnce() }, wait: { self.wait(until: $0) }, end: { self.end() }) }
}
