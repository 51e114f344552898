// SPDX-License-Identifier: GPL-3.0-or-later

/// The kernel's cameras, as far as a USB camera needs them: the seam below which a test stands in for the kernel. Thread-safe.
protocol VideoKernel: Sendable {
    /// Returns the nodes of cameras that may be taken, in the order of their numbers. Opens none of them.
    func nodes() -> [VideoNode]
    /// Opens a node for reading, without waiting for frames.
    /// - Throws: `VideoFault` with the kernel's reason.
    func open(_ node: VideoNode) throws(VideoFault) -> any VideoDevice
}

/// A node of the kernel's camera subsystem, such as `/dev/video0`. A camera may have several: for pictures, and for data about them.
struct VideoNode: Hashable, Sendable {
    var path: String
    /// The camera that it belongs to: its controller and its socket, which stay the same until it is plugged in elsewhere. For example
    /// `xhci-hcd.0-1.2:1.0`: the socket 1.2, and the first interface of the device in it.
    var id: String
    /// The product's name, as the kernel shows it.
    var name: String
}

/// An open node. Thread-bound; its end closes it.
protocol VideoDevice: AnyObject {
    /// Calls ioctl(2). Returns 0, or a negative errno.
    func control(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32
    /// Maps one of the kernel's buffers for reading; `nil` if there is no memory.
    func map(length: Int, offset: Int) -> UnsafeMutableRawPointer?
    func unmap(_ base: UnsafeMutableRawPointer, length: Int)
    /// Waits for a frame. Returns 1 if there is a frame or an error to fetch, 0 if the time is over, or a negative errno.
    func wait(_ patience: Duration) -> Int32
}

/// The kernel's refusal of a call, as a negative errno.
struct VideoFault: Error, Hashable {
    var status: Int32
}
