// SPDX-License-Identifier: GPL-3.0-or-later

/// The properties of a clip from its boxes (ISO/IEC 14496-12), after a check that everything in them is there.
///
/// Whole means: `ftyp` first, one `moov` before the first `mdat`, boxes that fill the file exactly, and every sample of every track inside
/// an `mdat`. The pictures themselves aren't decoded.
struct MP4Inspection: Hashable {
    /// The playing time.
    let seconds: Double
    let videoFrames: Int

    /// The longest index that is read, in bytes. No clip's index is so long: twenty minutes at 60 pictures a second are 1.5 MB of it.
    private static let longestIndexBytes: Int64 = 64 << 20
    static let mostBoxes = 1024

    init(path: String, files: any FileSystem) throws(MP4Fault) {
        let source = Source(path: path, files: files)
        guard let size = try source.size() else { throw MP4Fault("it is not there") }
        var moov: [UInt8]?
        var media: [Range<Int64>] = []
        var position: Int64 = 0
        var boxes = 0
        while position < size {
            let box = try Self.header(try source.read(from: position, count: 16), at: position, fileSize: size)
            guard boxes > 0 || box.type == .ftyp else { throw MP4Fault("it doesn't begin as an MP4 file") }
            switch box.type {
            case .moov:
                guard moov == nil else { throw MP4Fault("it has two indexes") }
                guard media.isEmpty else { throw MP4Fault("its index comes after its pictures") }
                guard Int64(box.payload.count) <= Self.longestIndexBytes else { throw MP4Fault("its index is too long") }
                moov = try source.read(from: box.payload.lowerBound, count: box.payload.count)
                guard moov?.count == box.payload.count else { throw MP4Fault("it is cut off") }
            case .mdat:
                media.append(box.payload)
            default:
                break
            }
            position = box.payload.upperBound
            boxes += 1
            guard boxes <= Self.mostBoxes else { throw MP4Fault("it has too many boxes") }
        }
        guard let moov else { throw MP4Fault("it has no index") }
        let index = MP4Boxes(moov)
        seconds = try Self.duration(in: index)
        var videoFrames = 0
        for track in try index.children(.trak, of: index.all) {
            let table = try MP4SampleTable(of: track, in: index)
            guard try table.lies(within: media) else { throw MP4Fault("samples lie outside its pictures") }
            if table.isVideo { videoFrames += table.samples }
        }
        guard videoFrames > 0 else { throw MP4Fault("it has no pictures") }
        self.videoFrames = videoFrames
    }

    /// Reads the head of a box in the file itself, which may be longer than memory.
    private static func header(
        _ bytes: [UInt8], at position: Int64,
        fileSize: Int64
    ) throws(MP4Fault) -> (type: BoxType, payload: Range<Int64>) {
        let head = MP4Boxes(bytes)
        let type = BoxType(rawValue: try head.uint32(at: 4))
        var length = Int64(try head.uint32(at: 0))
        var headLength: Int64 = 8
        if length == 1 {
            length = Int64(clamping: try head.uint64(at: 8))
            headLength = 16
        } else if length == 0 {
            length = fileSize - position
        }
        guard length >= headLength else { throw MP4Fault("a box has an impossible length") }
        guard length <= fileSize - position else { throw MP4Fault("it is cut off") }
        return (type, position + headLength..<position + length)
    }

    private static func duration(in index: MP4Boxes) throws(MP4Fault) -> Double {
        let header = try index.child(.mvhd, of: index.all)
        let isLong = try index.uint32(at: header.lowerBound) >> 24 == 1
        let timescale = try index.uint32(at: header.lowerBound + (isLong ? 20 : 12), within: header)
        let duration =
            isLong
            ? try index.uint64(at: header.lowerBound + 24, within: header)
            : UInt64(try index.uint32(at: header.lowerBound + 16, within: header))
        guard timescale > 0 else { throw MP4Fault("it has no timescale") }
        return Double(duration) / Double(timescale)
    }

    /// Reads the file, and tells the card's refusals from the file's faults.
    private struct Source {
        let path: String
        let files: any FileSystem

        func size() throws(MP4Fault) -> Int64? {
            do {
                guard case .file(let bytes)? = try files.kind(of: path) else { return nil }
                return bytes
            } catch {
                throw .unread(error)
            }
        }

        func read(from offset: Int64, count: Int) throws(MP4Fault) -> [UInt8] {
            do {
                return try files.read(path, from: offset, count: count)
            } catch {
                throw .unread(error)
            }
        }
    }
}
