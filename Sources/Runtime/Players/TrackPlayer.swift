// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Synchronization

/// One track that plays beside the delayed picture. Its footage is opened and closed on the player's thread.
///
/// Thread-safe; `advance` belongs to the player's thread.
final class TrackPlayer: @unchecked Sendable {
    // `isReady` and `clip` belong to the player's thread. Everything shared is in `state`, and a `Player` takes care of its own threads.

    private struct State {
        var track: Track
        var player: Player?
        var hasFailed = false
        /// The number of pictures decoded by players that were closed.
        var decodedBefore: Int64 = 0
        /// True while it is among the tracks that are to play.
        var isWanted = true
    }

    let id: TrackID
    let footage: FootageID
    private let state: Mutex<State>
    private let slot: PipelineSlot
    private let sources: Players.Sources
    private let tell: @Sendable (PlayerNews) -> Void
    /// True if it was told that the clip plays.
    private var isReady = false
    private var clip: ClipFacts?

    init(_ track: Track, slot: PipelineSlot, sources: Players.Sources, tell: @escaping @Sendable (PlayerNews) -> Void) {
        id = track.id
        footage = track.footage
        state = Mutex(State(track: track))
        self.slot = slot
        self.sources = sources
        self.tell = tell
    }

    var hasFailed: Bool { state.withLock { $0.hasFailed } }
    /// The bytes of the pictures that it keeps.
    var windowBytes: Int { state.withLock { $0.player }?.windowBytes ?? 0 }
    var hasPicture: Bool { state.withLock { $0.player }?.hasPicture ?? false }
    var decoded: Int64 { state.withLock { $0.decodedBefore + ($0.player?.decoded ?? 0) } }

    var isPrimed: Bool { state.withLock { $0.track.isPrimed } }

    /// Withdraws the track: it is no longer played, and tells nothing more.
    func withdraw() {
        state.withLock { $0.isWanted = false }
    }

    func follow(_ track: Track) {
        state.withLock { state in
            state.track = track
            state.player?.follow(track)
        }
    }

    func look(at track: Track, offset: Duration, vblank: Timestamp) -> FrameLookup {
        let (player, hasFailed) = state.withLock { ($0.player, $0.hasFailed) }
        if hasFailed { return .never }
        return player?.look(at: track, offset: offset, vblank: vblank) ?? .waiting
    }

    /// Opens the footage, once, and decodes what is due at this vblank.
    /// - Returns: true if there is more to fetch ahead.
    func advance(to vblank: Timestamp) -> Bool {
        // A track that is leaving isn't opened any more: something else may be open in its place.
        guard state.withLock({ !$0.hasFailed && $0.isWanted }) else { return false }
        do throws(ClipError) {
            let player = try opened()
            let hasMore = try player.advance(to: vblank)
            tellIfReady(player)
            return hasMore
        } catch {
            fail(error)
            return false
        }
    }

    /// Closes the footage, because others need the decoder. It is opened again when there is a decoder for it.
    func rest() {
        let player = state.withLock { state in
            defer { state.player = nil }
            state.decodedBefore += state.player?.decoded ?? 0
            return state.player
        }
        _ = consume player
    }

    private func opened() throws(ClipError) -> Player {
        if let player = state.withLock({ $0.player }) { return player }
        let player =
            switch footage {
            case .line: try openLine()
            case .clip(let key): try openClip(key)
            }
        state.withLock { state in
            player.follow(state.track)
            state.player = player
        }
        return player
    }

    private func openLine() throws(ClipError) -> Player {
        guard let footage = slot.current?.footage else {
            throw .unreadable(clip: "the delay line", operation: "open", reason: .nothingRecorded)
        }
        return Player(
            reader: footage.line.makeReader(), decoder: try decoder(footage.parameters, of: "the delay line"),
            window: FrameWindow(capacityBytes: sources.windowBytes))
    }

    private func openClip(_ key: ClipKey) throws(ClipError) -> Player {
        let name = "clip \(key.number)"
        let isCardThere = sources.isCardThere()
        guard isCardThere, let path = sources.file(key) else {
            if let held = sources.held(key) { return try open(held) }
            throw .unreadable(clip: name, operation: "open", reason: isCardThere ? .isMissing : .cardAway)
        }
        let reader = try ClipReader(path)
        clip = ClipFacts(
            seconds: reader.duration.inSeconds, interval: reader.parameters.rate.interval, size: reader.parameters.size,
            orientation: reader.orientation, keyframes: reader.keyframes)
        return Player(
            reader: reader, decoder: try decoder(reader.parameters, of: path),
            window: FrameWindow(capacityBytes: sources.windowBytes))
    }

    /// Plays a clip from memory.
    private func open(_ reader: HeldClipReader) throws(ClipError) -> Player {
        clip = ClipFacts(
            seconds: reader.duration.inSeconds, interval: reader.parameters.rate.interval, size: reader.parameters.size,
            orientation: reader.orientation, keyframes: reader.keyframes)
        return Player(
            reader: reader, decoder: try decoder(reader.parameters, of: reader.name), window: FrameWindow(capacityBytes: sources.windowBytes))
    }

    private func decoder(_ parameters: StreamParameters, of name: String) throws(ClipError) -> any Decoder {
        do throws(CodecError) {
            return try sources.decoder(parameters)
        } catch {
            throw .unreadable(clip: name, operation: error.operation, reason: error.reason)
        }
    }

    private func tellIfReady(_ player: Player) {
        guard !isReady, player.hasPicture, state.withLock({ $0.isWanted }), case .clip(let key) = footage, let clip else { return }
        isReady = true
        tell(.ready(key, clip))
    }

    private func fail(_ error: ClipError) {
        // The display's thread waits for this lock, so the player's memory is freed outside of it.
        rest()
        let isWanted = state.withLock { state in
            state.hasFailed = true
            return state.isWanted
        }
        guard isWanted, case .clip(let key) = footage else { return }
        tell(.failed(key, reason: sources.isCardThere() ? error.shortMessage : .cardAway))
    }
}

extension ClipError {
    /// The message for a person at the TV, who sees no folders.
    fileprivate var shortMessage: Message {
        guard case .unreadable(let clip, _, let reason) = self else { return message }
        return .of(clip: String(clip.split(separator: "/").last ?? ""), reason)
    }
}
