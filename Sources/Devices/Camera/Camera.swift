// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The size and the rate that are asked of a camera; `nil` leaves the choice to the camera.
public struct CameraRequest: Hashable, Sendable {
    public var size: VideoSize?
    public var rate: FrameRate?

    public init(size: VideoSize? = nil, rate: FrameRate? = nil) {
        self.size = size
        self.rate = rate
    }
}

/// The seam to a camera: real ones and simulated ones behave alike.
///
/// Thread-bound: the camera thread opens, reads and stops it. Frames come with rising sequence numbers and rising sensor times on the box's
/// clock. A gap in the numbers means lost frames, and is never hidden.
public protocol Camera: AnyObject {
    /// The name in the log, the report and the HUD.
    var name: String { get }
    /// Begins capturing and returns the format of the frames. After `stop` it may be called again; sequence numbers go on.
    func start(_ request: CameraRequest) throws(CameraError) -> StreamParameters
    /// Returns the next frame, or `nil` if none came by `deadline` (the watchdog's case).
    func nextFrame(until deadline: Timestamp) throws(CameraError) -> VideoFrame?
    func stop()
    /// Releases the device for whoever opens it next. This camera isn't called again.
    func close()
    /// The time at which the next frame will be there, for a virtual run; `nil` while no frame will come (unplugged), and if the camera
    /// doesn't know.
    var nextFrameTime: Timestamp? { get }
    /// The camera's further abilities. They are the same for as long as it is open.
    var abilities: CameraAbilities { get }
    /// A remark on its pictures that is worth a line in the log, once it has stopped.
    var remark: String? { get }
}

extension Camera {
    public func close() { stop() }
    public var nextFrameTime: Timestamp? { nil }
    public var abilities: CameraAbilities { CameraAbilities() }
    public var remark: String? { nil }
}

/// The abilities that some cameras have and others don't.
public struct CameraAbilities: Sendable {
    /// The camera itself, if its exposure, focus and the like can be set.
    public var adjustable: (any AdjustableCamera)?
    /// The camera's plug, if a script can pull it.
    public var plug: (any Pluggable)?
    /// True if pictures come again by themselves after the camera has fallen silent, so that starting or opening it anew changes nothing.
    public var recoversByItself: Bool
    /// True if its pictures have a strip from which a program reads the frame's number: the screen keeps the strip free.
    public var hasFrameStrip: Bool
    /// The largest size that the camera claims to have; `nil` if it doesn't say.
    public var largestSize: VideoSize?

    public init(
        adjustable: (any AdjustableCamera)? = nil, plug: (any Pluggable)? = nil, recoversByItself: Bool = false, hasFrameStrip: Bool = false,
        largestSize: VideoSize? = nil
    ) {
        self.largestSize = largestSize
        self.hasFrameStrip = hasFrameStrip
        self.adjustable = adjustable
        self.plug = plug
        self.recoversByItself = recoversByItself
    }
}

/// A camera whose exposure, focus and the like a person can set.
public protocol AdjustableCamera: Camera, Sendable {
    /// Sets the controls for the next frames; a camera that isn't started uses them from its next start on. Thread-safe.
    func adjust(_ controls: CameraControls)
}

/// A simulated device whose plug can be pulled by a script. Thread-safe.
public protocol Pluggable: AnyObject, Sendable {
    func setPlugged(_ isPlugged: Bool)
}

/// An error of a camera. Each `description` is one line that says what to do.
public enum CameraError: Error, Hashable, CustomStringConvertible {
    /// There is nothing under that name or path.
    case notFound(String)
    /// It is there, but no picture comes out of it.
    case unreadable(String, reason: String)
    /// It can't give what was asked for.
    case refused(String, reason: String)
    /// It was there and is gone; it may come back.
    case gone(String)
    /// libcamera's cameras can't be reached, since the object that reads them isn't there or doesn't fit.
    case unreachable(String, CameraObject.Fault)

    public var description: String {
        switch self {
        case .notFound(let name): "\(name): there is no such \(Self.isDevice(name) ? "camera; 'vir devices' lists what there is" : "file")"
        case .unreadable(let name, let reason): "\(name): \(reason)"
        case .refused(let name, let reason): "\(name): \(reason)"
        case .gone(let name): "\(name): the camera is gone"
        case .unreachable(let name, let fault): "\(name): \(fault)"
        }
    }
    /// True if a name is one of the machine's cameras, and not a file's.
    private static func isDevice(_ name: String) -> Bool { ["libcamera", "usb"].contains { name == $0 || name.hasPrefix($0 + ":") } }

    /// Returns the error for a kernel's or libcamera's refusal, given as a negative errno.
    /// - Parameter what: what the camera doesn't do, as the end of a sentence.
    static func of(_ status: Int32, _ name: String, _ what: String) -> CameraError {
        switch -status {
        case ENODEV: .gone(name)
        case EBUSY: .refused(name, reason: "another program has the camera; close that")
        case ENOMEM: .refused(name, reason: "\(what): there is no memory for its pictures; choose a smaller size")
        case EACCES: .refused(name, reason: "\(what): this user may not use it; add the user to the group video")
        default: .refused(name, reason: "\(what) (error \(-status)); choose another size, or unplug it and plug it in again")
        }
    }
}
