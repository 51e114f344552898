// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The pictures of the tracks in the scene that is on the TV: each track's old picture stays until the due picture is decoded.
///
/// Thread-bound: the display thread.
struct TrackPictures {
    /// A source of the scene that shows a picture of a track.
    struct Place {
        var source: VideoSource
        var track: Track
        var offset: Duration
        /// The picture that is shown there; `nil` as long as nothing was shown.
        var frame: VideoFrame?
        /// True if the picture was found for this very vblank.
        var isFresh = false
    }

    /// The counts of the pictures, taken at each vblank.
    struct Tally: Hashable, Sendable {
        /// Different pictures that came on the TV.
        var shown: Int64 = 0
        /// Vblanks at which an older picture stayed although another one was due.
        var late: Int64 = 0
        /// Vblanks at which a scene waited for its pictures: for the first ones, or for those that it jumps to.
        var waits: Int64 = 0
    }

    private(set) var places: [Place] = []
    /// True if at the last vblank an older picture stayed although another one was due, in any track but the delayed picture's.
    private(set) var isLate = false
    private(set) var tally = Tally()
    private let players: Players
    private let slot: PipelineSlot
    /// The stream that the line's pictures belong to.
    private var pipeline: ObjectIdentifier?

    init(players: Players, slot: PipelineSlot) {
        self.players = players
        self.slot = slot
    }

    /// The delayed picture, if the scene has it.
    var delayed: Place? { places.first { $0.track.isDelayedPicture && $0.offset == .zero } }

    /// The highest speed at which anything but the delayed picture plays, without its sign.
    var speed: Double {
        places.reduce(0) { $1.track.isDelayedPicture || $1.track.isPrimed ? $0 : max($0, abs($1.track.timeline.rate)) }
    }

    /// A part of the line that a person looks back at, if the scene has one.
    var lookedAt: Place? { places.first { $0.track.footage == .line && !$0.track.isDelayedPicture && $0.offset == .zero } }

    /// Replaces the tracks that are shown by a scene's tracks, if each has a picture, or never will have one.
    ///
    /// If a track jumps within its footage, the words of the scene are about the picture at the new position, so that picture is waited for
    /// too. The delayed picture's words are about the delay, and answer the knob at once.
    /// - Parameters:
    ///   - evenWithoutLine: true if pictures of the line aren't waited for.
    ///   - evenWithoutJumps: true if pictures that a track jumps to aren't waited for either.
    mutating func take(_ scene: PreparedScene, at vblank: Timestamp, evenWithoutLine: Bool, evenWithoutJumps: Bool) -> Bool {
        var wanted: [Place] = []
        for layer in scene.scene.layers {
            guard case .video(.track(let id, let offset)) = layer.content, let track = scene.tracks.first(where: { $0.id == id }) else {
                continue
            }
            let source = VideoSource.track(id, offset: offset)
            guard !wanted.contains(where: { $0.source == source }) else { continue }
            let before = places.first { $0.source == source && $0.track.footage == track.footage }
            let place = Place(source: source, track: track, offset: offset, frame: before?.frame)
            wanted.append(place)
            let jumps = before.map { $0.track.timeline != track.timeline && !track.isDelayedPicture } ?? false
            guard place.frame == nil || jumps && !evenWithoutJumps, track.footage != .line || !evenWithoutLine else { continue }
            let found = players.look(at: track, offset: offset, vblank: vblank)
            guard found.frame != nil || found.isSettled else {
                // A scene with footage that can't be played doesn't count as waiting: the interface hears of the failure, and has another
                // scene.
                if !found.isDue { tally.waits += 1 }
                return false
            }
        }
        places = wanted
        return true
    }

    /// Finds the pictures that are due at this vblank.
    /// - Parameter isHeld: true if the scene only stays until the next one has its pictures: what is late in it was let go on purpose.
    mutating func update(at vblank: Timestamp, isHeld: Bool) {
        let current = slot.current.map(ObjectIdentifier.init)
        let isOtherStream = current != nil && current != pipeline
        pipeline = current ?? pipeline
        isLate = false
        for index in places.indices {
            if isOtherStream, places[index].track.isDelayedPicture { places[index].frame = nil }
            let found = players.look(at: places[index].track, offset: places[index].offset, vblank: vblank)
            let old = places[index].frame
            places[index].isFresh = found.frame != nil
            if let frame = found.frame {
                if frame.buffer !== old?.buffer { tally.shown += 1 }
                places[index].frame = frame
            }
            // As long as nothing was shown, nothing can stay too long.
            guard !found.isDue, places[index].frame != nil, !isHeld, !places[index].track.isPrimed else { continue }
            tally.late += 1
            isLate = isLate || !places[index].track.isDelayedPicture
        }
    }
}
