// SPDX-License-Identifier: GPL-3.0-or-later

/// Memory for the few bytes of a clip that don't lie in the delay line: lengths, sound and the file's head. They stay here until they are
/// written with the pictures around them.
///
/// Thread-bound.
final class ClipScratch {
    private let memory: UnsafeMutableRawBufferPointer
    private var used = 0

    init(byteCount: Int) {
        memory = .allocate(byteCount: byteCount, alignment: 16)
    }

    deinit { memory.deallocate() }

    /// The number of bytes for which there is still room.
    var room: Int { memory.count - used }

    /// Keeps a copy of these bytes until `reset`, and returns the copy.
    /// - Precondition: there is room.
    func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        precondition(bytes.count <= room, "there is no room")
        let place = UnsafeMutableRawBufferPointer(rebasing: memory[used..<used + bytes.count])
        place.copyMemory(from: bytes)
        used += bytes.count
        return UnsafeRawBufferPointer(place)
    }

    /// Discards everything that was kept.
    func reset() { used = 0 }
}
