// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Where a picture lies in memory that devices share: what a display scans out, a GPU draws into or a camera fills with no copy
/// (the kernel's dma-buf).
///
/// The file descriptors belong to the pixel buffer that describes itself so; whoever needs them longer duplicates them.
public struct DMABuffer: Hashable, Sendable {
    /// One plane of the picture.
    public struct Plane: Hashable, Sendable {
        public var fileDescriptor: Int32
        /// Bytes from the start of the memory to the plane's first pixel.
        public var offset: Int
        /// Bytes from one row to the next.
        public var pitch: Int

        public init(fileDescriptor: Int32, offset: Int, pitch: Int) {
            self.fileDescriptor = fileDescriptor
            self.offset = offset
            self.pitch = pitch
        }
    }

    /// Names the memory for as long as the program runs: buffers that come back from a pool keep theirs, so what was once
    /// imported is found again. File descriptors can't do that, since their numbers are given out anew.
    public struct Identity: Hashable, Sendable {
        private let number: UInt64
        private static let last = Atomic<UInt64>(0)

        /// An identity that nothing else has. Thread-safe.
        public init() {
            number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
        }
    }

    public var identity: Identity
    /// The kernel's four-character code of the pixels' layout (drm_fourcc.h).
    public var fourcc: UInt32
    /// How the pixels are tiled (drm_fourcc.h); 0 is in rows, as they are read.
    public var modifier: UInt64
    public var planes: [Plane]

    public init(identity: Identity, fourcc: UInt32, modifier: UInt64 = 0, planes: [Plane]) {
        self.identity = identity
        self.fourcc = fourcc
        self.modifier = modifier
        self.planes = planes
    }
}
