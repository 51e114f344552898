// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import TestSupport
import Testing

@testable import Runtime

/// The part of a picture that films and strips keep, by the rule that the TV follows.
@Suite struct FilmCenterTests {
    private let bench: FilmBench

    init() throws { bench = try FilmBench() }

    /// Returns a clip of a bar that swings to and fro, in front of stripes.
    /// - Parameters:
    ///   - middle: the middle of its way, 0…1 of the width.
    ///   - lamp: the brightness of the room, as a factor.
    private func swinging(_ name: String = "clip", at middle: Double, lamp: @escaping (Int64) -> Double = { _ in 1 }) throws -> FilmClip {
        let size = FilmBench.size
        var clip = try bench.clip(name, frames: 0...99) { frame in
            let left = Int(middle * Double(size.width)) - 8 + [-10, -5, 0, 5, 10, 5, 0, -5][Int(frame) / 2 % 8]
            return FilmBench.gray(size) { x, y in
                let isBar = (left..<left + 16).contains(x) && (40..<140).contains(y)
                return Int(Double(isBar ? 200 : 70 + (x / 12 + y / 12) % 2 * 30) * lamp(frame))
            }
        }
        clip.moment = 2.5
        return clip
    }

    private func center(_ clip: FilmClip) throws -> Double { try #require(try clip.person(goesOn: { true })).x }

    @Test("X-08 the part that is kept is where the person is", arguments: [0.25, 0.5, 0.7])
    func whereMostMoves(middle: Double) throws {
        let clip = try swinging(at: middle)
        #expect(abs(try center(clip) - middle) < 0.07)
        var mirrored = clip
        mirrored.orientation = PictureOrientation(turn: .none, isMirrored: true)
        #expect(abs(try center(mirrored) - (1 - middle)) < 0.07)
    }

    @Test("X-08 lights that are switched don't move: the film's part stays with the athlete, as the TV's does")
    func lightsLeftOut() throws {
        // A lamp dims slowly and is switched up again and again.
        let clip = try swinging(at: 0.25) { frame in 1 + 0.12 * Double(frame % 20) / 20 }
        #expect(abs(try center(clip) - 0.25) < 0.07)
    }

    @Test("X-08 the film's part is the very part that the TV shows", arguments: [0.3, 0.66])
    func sameAsTheTV(middle: Double) throws {
        let clip = try swinging(at: middle)
        let moment = Duration.seconds(clip.place)
        // As `Movement` collects it: whole parts of two seconds, of which the pictures round the moment count.
        let reader = ExtractReader(try FootageFrames(clip.path))
        var pictures: [(place: Duration, grid: MotionGrid)] = []
        for number in 0...2 {
            let trace = try #require(try reader.motion(in: MotionPart(.line, number: number)))
            pictures += trace.pictures(within: MotionTrace.studied(about: moment))
        }
        #expect(pictures.count > 40 && pictures.contains { !$0.grid.isStill })
        var finder = PersonFinder()
        finder.add(pictures, about: moment)
        #expect(try center(clip) == finder.region()?.center.x)
    }

    @Test("in a clip in which nothing moves nobody is found")
    func nothingMoves() throws {
        let size = FilmBench.size
        let still = try bench.clip(frames: 0...59) { _ in FilmBench.gray(size) { x, _ in 60 + x / 4 } }
        #expect(try still.person(goesOn: { true }) == nil)
        let missing = FilmClip(path: "\(bench.folder.path)/missing.mp4", number: 1, title: "", seconds: 1)
        #expect(throws: ClipError.self) { try missing.person(goesOn: { true }) }
        #expect(throws: ClipError.self) { try still.person(goesOn: { false }) }
    }
}
