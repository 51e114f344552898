// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Graphics
import Media
import Synchronization

/// Pictures of the TV as files, `tv-SSSS.mmm.png`, at the run's `SnapshotMoments`.
///
/// `isDue` is called by the display thread. `write` composes and is slow, so in real time it has a thread of its own.
final class Snapshots {
    private let folder: String
    private var moments: SnapshotMoments
    private let start: Timestamp
    private var compositor: Compositor?
    /// The cost of composing so far. To be read when the run is over.
    private(set) var composedTally = ComposedTally()
    private var missing = 0
    private var firstReason: String?

    init(_ plan: SnapshotPlan, start: Timestamp) {
        folder = plan.folder
        moments = plan.moments
        self.start = start
    }

    /// Returns whether the vblank at this instant is to be kept; asked once for each vblank.
    func isDue(at vblank: Timestamp) -> Bool {
        moments.isDue(at: start.duration(to: vblank))
    }

    /// Composes what was on the TV and writes the file, upright as a person sees the TV.
    func write(_ pictures: [PlacedPicture], of tv: SnapshotView, vblank: Timestamp) throws {
        let compositor = if let compositor { compositor } else { try Compositor() }
        self.compositor = compositor
        let picture = try compositor.compose(pictures, size: tv.size, turn: tv.turn)
        composedTally.note(compositor.lastCost)
        try write(picture, vblank: vblank)
    }

    /// Lets go of the pictures that were composed last, because a decoder may be waiting for their memory.
    func forgetPictures() {
        compositor?.forgetPictures()
    }

    /// Writes the file of a picture that the display itself gave back.
    func write(_ picture: PixelBuffer, vblank: Timestamp) throws(PNG.NotWritten) {
        try PNG.write(picture, to: "\(folder)/\(Self.name(for: start.duration(to: vblank)))")
    }

    /// Notes that a picture couldn't be written. The run goes on without it, and says so at its end.
    /// - Returns: true if it is the first one.
    @discardableResult
    func noteMissing(_ error: any Error) -> Bool {
        missing += 1
        if firstReason == nil { firstReason = "\(error)" }
        return missing == 1
    }

    /// The number of missing pictures and the reason for the first one; `nil` if all were written. To be read when the run is over.
    var objection: String? {
        firstReason.map { "\(missing) picture\(missing == 1 ? "" : "s") of the TV could not be written: \($0)" }
    }

    /// Returns a name such as `tv-0012.500.png`, for the vblank 12.5 seconds into the run. The time is rounded up, so that a frame that was
    /// due at the vblank itself is due at the name's time too.
    static func name(for time: Duration) -> String {
        let milliseconds = (time.nanoseconds + 999_999) / 1_000_000
        func padded(_ number: Int64, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return "tv-\(padded(milliseconds / 1000, 4)).\(padded(milliseconds % 1000, 3)).png"
    }
}

/// The size and the turn with which the pictures on a display are composed, so that the file is upright.
struct SnapshotView: Sendable {
    /// The size on which the display's pictures lie.
    var size: VideoSize
    /// The turn that makes them upright.
    var turn: PictureOrientation.Turn

    init(_ display: any Display, mode: DisplayMode, turn: PictureOrientation.Turn) {
        // Pictures that were composed for a TV on its side are turned already, and turned back here.
        let isTurned = display.abilities.turning == nil
        size = isTurned ? mode.size : TVPose(size: mode.size, turn: turn).seen
        self.turn = isTurned ? turn.inverse : .none
    }
}
