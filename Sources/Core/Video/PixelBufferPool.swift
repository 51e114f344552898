// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// Picture buffers that are filled anew once nobody else holds them, so that a steady stream allocates nothing.
///
/// It grows to as many buffers as are in use at one time. Thread-bound; the buffers may be released on any thread.
package struct PixelBufferPool<Note> {
    /// A buffer and its owner's note on its contents.
    private struct Slot {
        var buffer: MemoryPixelBuffer
        var note: Note
    }

    package let size: VideoSize
    private let emptyNote: Note
    private var slots: [Slot] = []
    /// The slot at which the search begins: the slot after the last one taken has been free the longest.
    private var cursor = 0

    /// - Parameter emptyNote: the note of a buffer that has never been filled.
    package init(size: VideoSize, emptyNote: Note) {
        self.size = size
        self.emptyNote = emptyNote
    }

    package var count: Int { slots.count }

    /// Lets `fill` write into a free yuv420p buffer and update its note, and returns the buffer.
    package mutating func take(_ fill: (MemoryPixelBuffer, inout Note) -> Void) -> MemoryPixelBuffer {
        let index = freeIndex()
        cursor = (index + 1) % slots.count
        fill(slots[index].buffer, &slots[index].note)
        return slots[index].buffer
    }

    private mutating func freeIndex() -> Int {
        for step in slots.indices {
            let index = (cursor + step) % slots.count
            if isKnownUniquelyReferenced(&slots[index].buffer) {
                // The last reader's reads happen before the writes that follow.
                atomicMemoryFence(ordering: .acquiring)
                return index
            }
        }
        slots.append(Slot(buffer: MemoryPixelBuffer(format: .yuv420p, size: size), note: emptyNote))
        return slots.count - 1
    }
}
