// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Glibc

/// The memory objects of one picture of a decoder's pool, mapped once for all uses of that picture.
///
/// The mapping keeps the memory alive, so that the inode numbers by which it is found again can't be reused for other memory. Thread-safe:
/// nothing changes after `init`.
final class PRIMEMemory: Sendable {
    // The decoder writes to the mapped memory. Here it is only read, between the begin and the end that `PRIMEPixelBuffer` signals.
    private struct Mapping: @unchecked Sendable {
        let base: UnsafeMutableRawPointer
        let byteCount: Int
    }

    let identity = DMABuffer.Identity()
    private let mappings: [Mapping]

    init(_ objects: [PRIMELayout.Object]) throws(PRIMERefusal) {
        var mappings: [Mapping] = []
        for object in objects {
            guard let base = mmap(nil, object.byteCount, PROT_READ, MAP_SHARED, object.fileDescriptor, 0),
                base != MAP_FAILED
            else {
                let reason = String(cString: strerror(errno))
                for mapping in mappings { munmap(mapping.base, mapping.byteCount) }
                throw PRIMERefusal("its memory of \(object.byteCount) bytes can't be mapped (\(reason))")
            }
            mappings.append(Mapping(base: base, byteCount: object.byteCount))
        }
        self.mappings = mappings
    }

    deinit {
        for mapping in mappings { munmap(mapping.base, mapping.byteCount) }
    }

    /// True if the objects are mapped in their full length.
    func holds(_ objects: [PRIMELayout.Object]) -> Bool {
        mappings.count == objects.count && zip(mappings, objects).allSatisfy { $0.byteCount >= $1.byteCount }
    }

    /// Returns the start of a plane.
    func base(of plane: PRIMELayout.Plane) -> UnsafeMutableRawPointer { mappings[plane.object].base + plane.offset }
}

/// The pool of a decoder: each picture's memory is mapped at its first use and has one identity from then on. Thread-bound.
struct PRIMEPool {
    /// The number of uses after which unused memory belongs to a pool that is gone; more than the pictures in any decoder's pool.
    private static let patience = 64

    private var known: [[UInt64]: (memory: PRIMEMemory, lastUse: Int)] = [:]
    private var uses = 0

    /// Returns the memory of these objects. It is found again by their inodes, because the file descriptors may be new each time.
    mutating func memory(_ objects: [PRIMELayout.Object]) throws(PRIMERefusal) -> PRIMEMemory {
        var inodes: [UInt64] = []
        for object in objects {
            var status = stat()
            guard fstat(object.fileDescriptor, &status) == 0 else {
                throw PRIMERefusal("its memory is not open (\(String(cString: strerror(errno))))")
            }
            // If the file is shorter than the driver says, a read past its end would end the program.
            let end = lseek(object.fileDescriptor, 0, SEEK_END)
            guard end >= object.byteCount else {
                throw PRIMERefusal("its memory has \(end) bytes and not the \(object.byteCount) that the driver describes")
            }
            inodes.append(UInt64(status.st_ino))
        }
        uses += 1
        if let found = known[inodes], found.memory.holds(objects) {
            known[inodes]?.lastUse = uses
            return found.memory
        }
        let memory = try PRIMEMemory(objects)
        known = known.filter { uses - $0.value.lastUse < Self.patience }
        known[inodes] = (memory, uses)
        return memory
    }
}
