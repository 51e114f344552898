// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

/// The eight orientations of a picture, as a file's matrix and as a copy in memory.
@Suite struct PictureOrientationTests {
    static let all = PictureOrientation.Turn.allCases.flatMap { turn in
        [false, true].map { PictureOrientation(turn: turn, isMirrored: $0) }
    }
    private static let size = VideoSize(width: 6, height: 4)
    private static let one: Int32 = 1 << 16

    /// The matrices in units of 1, as players of MP4 files read them: a b, c d, tx ty.
    private static let matrices: [(PictureOrientation, [Int32])] = [
        (PictureOrientation(), [1, 0, 0, 1, 0, 0]),
        (PictureOrientation(turn: .right), [0, 1, -1, 0, 4, 0]),
        (PictureOrientation(turn: .over), [-1, 0, 0, -1, 6, 4]),
        (PictureOrientation(turn: .left), [0, -1, 1, 0, 0, 6]),
        (PictureOrientation(isMirrored: true), [-1, 0, 0, 1, 6, 0]),
        (PictureOrientation(turn: .right, isMirrored: true), [0, -1, -1, 0, 4, 6]),
        (PictureOrientation(turn: .over, isMirrored: true), [1, 0, 0, -1, 0, 4]),
        (PictureOrientation(turn: .left, isMirrored: true), [0, 1, 1, 0, 0, 0]),
    ]

    @Test func theMatrixIsTheOneThatPlayersKnow() {
        #expect(Self.matrices.count == Self.all.count)
        for (orientation, row) in Self.matrices {
            let expected = [
                row[0] * Self.one, row[1] * Self.one, 0, row[2] * Self.one, row[3] * Self.one, 0, row[4] * Self.one, row[5] * Self.one, 1 << 30,
            ]
            #expect(orientation.matrix(for: Self.size) == expected, "\(orientation)")
        }
    }

    @Test(arguments: all)
    func whatIsReadBackIsWhatWasWritten(orientation: PictureOrientation) {
        #expect(PictureOrientation(matrix: orientation.matrix(for: .hd1080)) == orientation)
        // Scaling by another program doesn't change the turn.
        let halved = orientation.matrix(for: .hd1080).map { $0 / 2 }
        #expect(PictureOrientation(matrix: halved) == orientation)
    }

    @Test func anyNumbersComeToSomeOrientation() {
        let extremes: [Int32] = [.min, -1, 0, 1, .max]
        for a in extremes {
            for b in extremes {
                for c in extremes {
                    for d in extremes { _ = PictureOrientation(matrix: [a, b, 0, c, d, 0, 0, 0, 0]) }
                }
            }
        }
        #expect(PictureOrientation(matrix: []) == .upright && PictureOrientation(matrix: Array(repeating: 0, count: 9)) == .upright)
    }

    /// The copy has each sample at the position that the matrix gives it.
    @Test(arguments: all)
    func aCopyLiesAsTheMatrixSays(orientation: PictureOrientation) {
        let (width, height) = (Self.size.width, Self.size.height)
        let source = Plane(width: width, height: height) { UInt8(10 * $1 + $0) }
        let seen = orientation.size(of: Self.size)
        let target = Plane(width: seen.width, height: seen.height) { _, _ in 255 }
        orientation.copy(source.plane, to: target.plane, width: seen.width, height: seen.height)
        let m = orientation.matrix(for: Self.size).map { Double($0) / Double(Self.one) }
        for y in 0..<height {
            for x in 0..<width {
                // The centre of the sample.
                let (u, v) = (Double(x) + 0.5, Double(y) + 0.5)
                let (p, q) = (m[0] * u + m[3] * v + m[6], m[1] * u + m[4] * v + m[7])
                #expect(target[Int(p), Int(q)] == source[x, y], "\(orientation) at \(x), \(y)")
            }
        }
        #expect(target.bytes.allSatisfy { $0 != 255 })
    }

    /// A turn or mirror by hand applies to the picture as it is seen, whatever its orientation was before.
    @Test("N-04 a turn and a mirror are of what is seen", arguments: all)
    func aHandTurnsWhatIsSeen(orientation: PictureOrientation) {
        for (changed, hand) in [
            (orientation.turned(), PictureOrientation(turn: .right)), (orientation.mirrored(), PictureOrientation(isMirrored: true)),
        ] {
            let placement = Placement().placing(hand).placing(orientation)
            #expect(placement.rotation == Double(changed.turn.rawValue) && placement.isMirrored == changed.isMirrored)
        }
        #expect(orientation.mirrored().mirrored() == orientation)
        #expect(orientation.turned().turned().turned().turned() == orientation)
    }

    @Test("V-28 what a file keeps of it is a turn, and the mirror of that is all of it", arguments: all)
    func aFileKeepsTheTurn(orientation: PictureOrientation) {
        #expect(!orientation.unmirrored.isMirrored)
        #expect((orientation.isMirrored ? orientation.unmirrored.mirrored() : orientation.unmirrored) == orientation)
        let m = orientation.unmirrored.matrix(for: Self.size)
        #expect(Int64(m[0]) * Int64(m[4]) - Int64(m[1]) * Int64(m[3]) > 0, "players take a matrix that reflects each in its own way")
    }

    /// A picture that is turned and mirrored by its file and by its placement lies as if both matrices were applied one after the other.
    @Test(arguments: all, all)
    func aPlaceTurnsWhatTheFileHasTurned(of file: PictureOrientation, placed: PictureOrientation) {
        let placement = Placement().placing(placed)
        #expect(placement.rotation == Double(placed.turn.rawValue) && placement.isMirrored == placed.isMirrored)
        let both = placement.placing(file)
        let (first, second) = (file.matrix(for: Self.size), placed.matrix(for: file.size(of: Self.size)))
        func product(_ row: Int, _ column: Int) -> Int32 {
            first[3 * row] / Self.one * second[column] + first[3 * row + 1] / Self.one * second[3 + column]
        }
        let together = PictureOrientation(matrix: [product(0, 0), product(0, 1), 0, product(1, 0), product(1, 1), 0, 0, 0, 1 << 30])
        #expect(both.rotation == Double(together.turn.rawValue) && both.isMirrored == together.isMirrored)
    }
}

/// A plane of samples whose rows are longer than the picture is wide.
private final class Plane {
    private let width: Int
    private let height: Int
    private let memory: UnsafeMutableRawPointer
    private let pitch: Int

    init(width: Int, height: Int, _ sample: (_ x: Int, _ y: Int) -> UInt8) {
        (self.width, self.height) = (width, height)
        pitch = width + 3
        memory = .allocate(byteCount: pitch * height, alignment: 16)
        for y in 0..<height {
            for x in 0..<width { memory.storeBytes(of: sample(x, y), toByteOffset: y * pitch + x, as: UInt8.self) }
        }
    }

    deinit { memory.deallocate() }

    var plane: PixelPlane { PixelPlane(base: memory, pitch: pitch) }

    subscript(x: Int, y: Int) -> UInt8 { memory.load(fromByteOffset: y * pitch + x, as: UInt8.self) }

    var bytes: [UInt8] { (0..<height).flatMap { y in (0..<width).map { self[$0, y] } } }
}
