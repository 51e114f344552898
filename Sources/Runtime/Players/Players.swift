// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Synchronization

/// Everything that plays: a player for each track that the TV shows or is about to show.
///
/// The delayed picture's player belongs to the stream, with a hardware decoder if the stream has one. The other tracks' players are made
/// here, with software decoders. Footage that isn't among the tracks isn't decoded.
///
/// `perform` belongs to the box's thread, `advanceDelayed` to the decoder's, `advanceOthers` and `close` to the player's, `look` to the
/// display's; in a virtual run the driver steps them all. What they share is locked for a few assignments.
package final class Players: Sendable {
    /// Access to the footage outside of the delay line.
    struct Sources: Sendable {
        /// Returns whether the clips' card can be read at all; for the words of a failure.
        var isCardThere: @Sendable () -> Bool
        /// Returns the path of a clip's file.
        var file: @Sendable (ClipKey) -> String?
        /// Returns a reader of a clip whose footage is in memory.
        var held: @Sendable (ClipKey) -> HeldClipReader? = { _ in nil }
        var decoder: @Sendable (StreamParameters) throws(CodecError) -> any Decoder = { parameters throws(CodecError) in
            try DecoderChoice.openSoftware(parameters)
        }
        /// The most bytes of pictures that each player keeps.
        var windowBytes = FrameWindow.ordinaryBytes
    }

    private struct State {
        var delayed: Track?
        var others: [TrackPlayer] = []
        /// Players that are no longer shown: the player's thread lets them go.
        var leaving: [TrackPlayer] = []
        /// The number of pictures that were decoded by players that are gone.
        var decoded: Int64 = 0
    }

    /// The most decoders that are open at once, beside the delayed picture's. Tracks that are shown come first.
    static let mostOpen = 2

    private let state = Mutex(State())
    private let slot: PipelineSlot
    private let sources: Sources
    private let tell: @Sendable (PlayerNews) -> Void
    private let bell = Doorbell()
    private let decoderBell = Doorbell()

    /// - Parameter tell: receives the news that a clip plays or can't be played, on the player's thread.
    init(slot: PipelineSlot, sources: Sources, tell: @escaping @Sendable (PlayerNews) -> Void) {
        self.slot = slot
        self.sources = sources
        self.tell = tell
    }

    /// Makes players without a delay line, for which each clip is the file at `path`. Nobody hears their news.
    package convenience init(ofClip path: String, decoder: @escaping @Sendable (StreamParameters) throws(CodecError) -> any Decoder) {
        self.init(slot: PipelineSlot(), sources: Sources(isCardThere: { true }, file: { _ in path }, decoder: decoder)) { _ in }
    }

    // MARK: The box's thread

    package func perform(_ command: PlayerCommand) {
        switch command {
        case .show(let tracks): show(tracks)
        }
    }

    private func show(_ tracks: [Track]) {
        let delayed = tracks.first { $0.isDelayedPicture }
        state.withLock { state in
            state.delayed = delayed
            var others: [TrackPlayer] = []
            for track in tracks where !track.isDelayedPicture {
                if let playing = state.others.first(where: { $0.id == track.id && $0.footage == track.footage && !$0.hasFailed }) {
                    playing.follow(track)
                    others.append(playing)
                } else {
                    others.append(TrackPlayer(track, slot: slot, sources: sources, tell: tell))
                }
            }
            for gone in state.others where !others.contains(where: { $0 === gone }) {
                gone.withdraw()
                state.leaving.append(gone)
            }
            state.others = others
        }
        slot.current?.player.follow(delayed)
        bell.ring()
        decoderBell.ring()
    }

    // MARK: The display's thread

    /// Returns what is due of a track at this vblank.
    package func look(at track: Track, offset: Duration, vblank: Timestamp) -> FrameLookup {
        if track.isDelayedPicture { return slot.current?.player.look(at: track, offset: offset, vblank: vblank) ?? .nothing }
        let playing = state.withLock { state in state.others.first { $0.id == track.id && $0.footage == track.footage } }
        return playing?.look(at: track, offset: offset, vblank: vblank) ?? .waiting
    }

    /// Returns whether there is any picture of a track. Thread-safe.
    func hasPicture(of track: Track) -> Bool {
        state.withLock { state in state.others.first { $0.id == track.id && $0.footage == track.footage } }?.hasPicture ?? false
    }

    /// Wakes the threads that decode, because another vblank comes.
    func wake() {
        decoderBell.ring()
        if state.withLock({ !$0.others.isEmpty || !$0.leaving.isEmpty }) { bell.ring() }
    }

    // MARK: The threads that decode

    /// Sleeps until there may be something to decode of the delayed picture, or until `deadline`.
    func waitDelayed(until deadline: Timestamp) { decoderBell.wait(until: deadline) }

    /// The same for the other tracks.
    func waitOthers(until deadline: Timestamp) { bell.wait(until: deadline) }

    /// Wakes only the decoder's thread, because there is new footage.
    func wakeDelayed() { decoderBell.ring() }

    /// Decodes the delayed picture for this vblank.
    /// - Returns: true if the display was further on already: call again at once.
    @discardableResult
    func advanceDelayed(to vblank: Timestamp) -> Bool {
        guard let player = slot.current?.player else { return false }
        player.follow(state.withLock { $0.delayed })
        // The line's reader never fails.
        return (try? player.advance(to: vblank)) ?? false
    }

    /// Opens the tracks that aren't open yet, and decodes them for this vblank.
    /// - Returns: true if there is more to fetch ahead.
    package func advanceOthers(to vblank: Timestamp) -> Bool {
        // Leaving players go first: their memory is needed for the new ones.
        let others = letGo()
        let inOrder = others.filter { !$0.isPrimed } + others.filter(\.isPrimed)
        for waiting in inOrder.dropFirst(Self.mostOpen) { waiting.rest() }
        var hasMore = false
        for playing in inOrder.prefix(Self.mostOpen) where playing.advance(to: vblank) { hasMore = true }
        return hasMore
    }

    /// Lets all players go. The player thread's last call.
    package func close() {
        show([])
        _ = letGo()
    }

    /// - Returns: the players that stay, as they were when the leaving ones were taken.
    private func letGo() -> [TrackPlayer] {
        let (leaving, others) = state.withLock { state in
            defer { state.leaving = [] }
            state.decoded += state.leaving.reduce(0) { $0 + $1.decoded }
            return (state.leaving, state.others)
        }
        // The display may still be reading from one of them, so each one closes its footage instead of only being released.
        for gone in leaving { gone.rest() }
        return others
    }

    /// The bytes of the pictures that all players but the delayed picture's keep.
    package var windowBytes: Int { state.withLock { $0.others }.reduce(0) { $0 + $1.windowBytes } }

    /// The number of pictures that all players have decoded so far.
    var decoded: Int64 {
        let (gone, others) = state.withLock { ($0.decoded, $0.others + $0.leaving) }
        return others.reduce(gone + slot.decoded) { $0 + $1.decoded }
    }
}

extension Track {
    /// True for the track that the stream's own player plays.
    var isDelayedPicture: Bool { id == .delayed && footage == .line }
}
