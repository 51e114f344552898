// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How a display is being driven.
public struct DisplayMode: Hashable, Sendable {
    public var size: VideoSize
    public var refresh: FrameRate

    public init(size: VideoSize, refresh: FrameRate) {
        self.size = size
        self.refresh = refresh
    }
}

/// The start of one refresh of the display, on the box's clock.
public struct Vblank: Hashable, Sendable {
    public var timestamp: Timestamp
    /// Counts refreshes; a gap is a refresh that was missed.
    public var sequence: Int64

    public init(timestamp: Timestamp, sequence: Int64) {
        self.timestamp = timestamp
        self.sequence = sequence
    }
}

/// The seam to a display. It takes pictures the way display planes do: back to front, each with a place.
///
/// Thread-bound: the display thread opens it and is the only one that calls it.
public protocol Display: AnyObject {
    var name: String { get }
    /// `nil` while there is no TV.
    var mode: DisplayMode? { get }
    /// The vblank at which what is committed now will be on the TV, as far as can be told beforehand.
    var nextVblank: Vblank { get }
    /// The vblank at which what is committed at this instant, not before now, will be on the TV, as far as can be told beforehand.
    func vblank(forCommitAt instant: Timestamp) -> Vblank
    /// Whether `commit` would take these pictures as they are: a test-only commit, not a guess. What isn't taken is
    /// composed into one picture first.
    func accepts(_ pictures: [PlacedPicture]) -> Bool
    /// Puts the pictures on the TV at the next vblank, and keeps their buffers until others replace them.
    func commit(_ pictures: [PlacedPicture]) throws(DisplayError)
    /// Waits for the next vblank and returns it as it really was, or `nil` when none came by `deadline`.
    ///
    /// After a commit it is the vblank at which that came on the TV, also for one who asks late.
    func waitForVblank(until deadline: Timestamp) throws(DisplayError) -> Vblank?
    /// What is on the TV now, for snapshots.
    var onScreen: [PlacedPicture] { get }
    /// What it can do beyond that. The same for as long as it is open.
    var abilities: DisplayAbilities { get }
    func close()
}

extension Display {
    public var abilities: DisplayAbilities { DisplayAbilities() }
}

/// What some displays can do and others can't.
public struct DisplayAbilities {
    /// It may hand back what it scans out.
    public var readable: (any ReadableDisplay)?
    /// The DRM device that scans out memory which a compositor draws into: `/dev/dri/card0`.
    public var scanoutDevice: String?
    /// A script can pull its plug.
    public var plug: (any Pluggable)?

    public init(readable: (any ReadableDisplay)? = nil, scanoutDevice: String? = nil, plug: (any Pluggable)? = nil) {
        self.readable = readable
        self.scanoutDevice = scanoutDevice
        self.plug = plug
    }
}

/// What a display refuses. Each `description` is one line that says what to do.
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
