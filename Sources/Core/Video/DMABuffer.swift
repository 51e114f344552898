// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// The location of a picture in memory that devices share (the kernel's dma-buf): a display scans it out, a GPU draws into it or a camera
/// fills it without a copy.
///
/// The file descriptors belong to the pixel buffer that returned this description. Duplicate them to use them longer.
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

    /// Identifies the memory for as long as the program runs. A buffer that comes back from a pool keeps its identity, so that an earlier
    /// import of it is found again. File descriptors can't do that, since their numbers are reused.
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
    /// The tiling of the pixels (drm_fourcc.h); 0 is linear, row after row.
    public var modifier: UInt64
    public var planes: [Plane]

    public init(identity: Identity, fourcc: UInt32, modifier: UInt64 = 0, planes: [Plane]) {
        self.identity = identity
        self.fourcc = fourcc
        self.modifier = modifier
        self.planes = planes
    }
}
