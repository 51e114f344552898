// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The size and the refresh rate of a display.
public struct DisplayMode: Hashable, Sendable {
    public var size: VideoSize
    public var refresh: FrameRate
    /// The diagonal of the TV itself, in inches; `nil` if it isn't known.
    public var diagonalInches: Double?

    public init(size: VideoSize, refresh: FrameRate, diagonalInches: Double? = nil) {
        self.size = size
        self.refresh = refresh
        self.diagonalInches = diagonalInches
    }
}

/// The start of one refresh of the display, on the box's clock.
public struct Vblank: Hashable, Sendable {
    public var timestamp: Timestamp
    /// The number of this refresh; a gap means that refreshes were missed.
    public var sequence: Int64

    public init(timestamp: Timestamp, sequence: Int64) {
        self.timestamp = timestamp
        self.sequence = sequence
    }
}

/// The seam to a display. It takes pictures as display planes do: back to front, each with a position.
///
/// Thread-bound: the display thread opens it, and no other thread calls it.
public protocol Display: AnyObject {
    var name: String { get }
    /// The present mode; `nil` while there is no TV.
    var mode: DisplayMode? { get }
    /// The vblank at which a commit made now will be on the TV, as far as can be told beforehand.
    var nextVblank: Vblank { get }
    /// Returns the vblank at which a commit at this instant, or now if that is later, will be on the TV, as far as can be told beforehand.
    func vblank(forCommitAt instant: Timestamp) -> Vblank
    /// Returns true if `commit` would take these pictures as they are. It makes a test-only commit and doesn't guess. Pictures that aren't
    /// taken have to be composed into one picture first.
    func accepts(_ pictures: [PlacedPicture]) -> Bool
    /// Puts the pictures on the TV at the next vblank, and keeps their buffers until others replace them.
    func commit(_ pictures: [PlacedPicture]) throws(DisplayError)
    /// Waits for the next vblank and returns it as it really was, or `nil` if none came by `deadline`.
    ///
    /// After a commit it is the vblank at which the commit came on the TV, even if it is asked for late.
    func waitForVblank(until deadline: Timestamp) throws(DisplayError) -> Vblank?
    /// The pictures on the TV now, for snapshots.
    var onScreen: [PlacedPicture] { get }
    /// The display's further abilities. They are the same for as long as it is open.
    var abilities: DisplayAbilities { get }
    func close()
}

extension Display {
    public var abilities: DisplayAbilities { DisplayAbilities() }
}

/// The abilities that some displays have and others don't.
public struct DisplayAbilities {
    /// The display itself, if it may hand back what it scans out.
    public var readable: (any ReadableDisplay)?
    /// The DRM device that scans out the memory into which a compositor draws, such as `/dev/dri/card0`.
    public var scanoutDevice: String?
    /// The display itself, if it shows its pictures upright however the TV hangs.
    public var turning: (any TurningDisplay)?
    /// The display's plug, if a script can pull it.
    public var plug: (any Pluggable)?

    public init(
        readable: (any ReadableDisplay)? = nil, scanoutDevice: String? = nil, turning: (any TurningDisplay)? = nil,
        plug: (any Pluggable)? = nil
    ) {
        self.turning = turning
        self.readable = readable
        self.scanoutDevice = scanoutDevice
        self.plug = plug
    }
}

/// A display that isn't a TV on a wall, such as a window: its pictures are placed as a person sees them, and none has to be turned for it.
///
/// Thread-bound, as every display.
public protocol TurningDisplay: Display {
    /// Takes the turn of everything on the TV, which decides the shape of the canvas.
    func turn(_ turn: PictureOrientation.Turn)
}

/// An error of a display. Each `description` is one line that says what to do.
public enum DisplayError: Error, Hashable, CustomStringConvertible {
    case notThere(String, reason: String)
    /// The TV is gone; it may come back.
    case gone(String)
    case commitFailed(String)

    public var description: String {
        switch self {
        case .notThere(let name, let reason): "\(name): \(reason)"
        case .gone(let name): "\(name): the TV is gone"
        case .commitFailed(let reason): "the display refused a picture: \(reason)"
        }
    }
}
