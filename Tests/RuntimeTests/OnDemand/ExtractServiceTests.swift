// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Media
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Runtime

/// Only the present request counts: earlier ones are given up, even half made.
@Suite struct RequestLoaderTests {
    private final class Bench: Sendable {
        let made = Mutex<[Int]>([])
        let told = Mutex<[(Int, Bool)]>([])
        /// The test actions while a number is made, after it asked whether it goes on, and while its result is reported.
        let (meanwhile, asked, hearing) = (Deed(), Deed(), Deed())
    }

    /// A test action that runs once, at a certain number.
    private final class Deed: Sendable {
        private let deed = Mutex<(number: Int, then: @Sendable () -> Void)?>(nil)

        func set(_ number: Int, _ then: @escaping @Sendable () -> Void) { deed.withLock { $0 = (number, then) } }

        func happen(at number: Int) {
            let then = deed.withLock { deed -> (@Sendable () -> Void)? in
                guard let found = deed, found.number == number else { return nil }
                deed = nil
                return found.then
            }
            then?()
        }
    }

    private func loader(_ bench: Bench) -> RequestLoader<Int, String> {
        RequestLoader(
            make: { [bench] number, goesOn in
                bench.made.withLock { $0.append(number) }
                bench.meanwhile.happen(at: number)
                let isWanted = goesOn()
                bench.asked.happen(at: number)
                return isWanted && number != 13 ? "\(number)" : nil
            },
            tell: { [bench] number, outcome in
                bench.hearing.happen(at: number)
                bench.told.withLock { $0.append((number, { if case .none = outcome { false } else { true } }())) }
            })
    }

    private func told(_ bench: Bench) -> [Int] { bench.told.withLock { $0.map { $0.1 ? $0.0 : -$0.0 } } }

    @Test("what is asked for is made in its order, and what can't be made is said")
    func order() {
        let bench = Bench()
        let loader = loader(bench)
        loader.load([3, 13, 1])
        while loader.runOnce() {}
        #expect(told(bench) == [3, -13, 1])
    }

    @Test("a new wish ends what is being made, and nobody hears of that")
    func givenUp() {
        let bench = Bench()
        let loader = loader(bench)
        bench.meanwhile.set(5) { loader.load([6]) }
        loader.load([5, 7])
        while loader.runOnce() {}
        #expect(told(bench) == [6] && bench.made.withLock { $0 } == [5, 6])
    }

    @Test("what is wished for again while it is made is made to its end, once")
    func wishedAgain() {
        let bench = Bench()
        let loader = loader(bench)
        bench.meanwhile.set(5) { loader.load([8, 5]) }
        loader.load([5])
        while loader.runOnce() {}
        #expect(told(bench) == [5, 8])
    }

    @Test("what is wished for again while it is being given up is made again, first, and nobody hears that it can't be")
    func wishedAgainWhileGivenUp() {
        let bench = Bench()
        let loader = loader(bench)
        bench.meanwhile.set(5) { loader.load([6]) }
        bench.asked.set(5) { loader.load([6, 5]) }
        loader.load([5])
        while loader.runOnce() {}
        #expect(told(bench) == [5, 6] && bench.made.withLock { $0 } == [5, 5, 6])
    }

    @Test("what can't be made is said although somebody asks for it again before that is heard")
    func cantBeMade() {
        let bench = Bench()
        let loader = loader(bench)
        bench.asked.set(13) { loader.load([13]) }
        loader.load([13])
        while loader.runOnce() {}
        #expect(told(bench) == [-13] && bench.made.withLock { $0 } == [13])
    }

    @Test("what is asked for again before whoever asked has heard isn't made twice")
    func askedWhileTold() {
        let bench = Bench()
        let loader = loader(bench)
        bench.hearing.set(5) { loader.load([5, 6]) }
        loader.load([5])
        while loader.runOnce() {}
        #expect(told(bench) == [5, 6] && bench.made.withLock { $0 } == [5, 6])
    }

    @Test("the end of the program ends what is being made")
    func ends() {
        let bench = Bench()
        let loader = loader(bench)
        bench.meanwhile.set(5) { loader.end() }
        loader.load([5])
        while loader.runOnce() {}
        #expect(told(bench).filter { $0 > 0 }.isEmpty)
    }
}

/// The motion in the visible picture, reported as it changes.
@Suite struct MotionWatchTests {
    private final class Told: Sendable {
        let grids = Mutex<[MotionGrid]>([])
        let bursts = Mutex<[FrameStamp]>([])
        let changes = Mutex<[RegionMovement.Change]>([])

        func hear(_ news: StillNews) {
            switch news {
            case .motion(let grid): grids.withLock { $0.append(grid) }
            case .burst(let stamp, _): bursts.withLock { $0.append(stamp) }
            case .region(let change): changes.withLock { $0.append(change) }
            default: break
            }
        }
    }

    private static func picture(_ number: Int64, square: Int?) -> VideoFrame {
        let picture = MemoryPixelBuffer(format: .yuv420p, size: VideoSize(width: 320, height: 180))
        for index in 0..<3 {
            let rows = index == 0 ? 180 : 90
            picture.plane(index).base.initializeMemory(as: UInt8.self, repeating: 120, count: picture.plane(index).pitch * rows)
        }
        if let square {
            for y in 60..<80 {
                for x in square..<square + 20 {
                    picture.plane(0).base.storeBytes(of: 10, toByteOffset: y * picture.plane(0).pitch + x, as: UInt8.self)
                }
            }
        }
        return VideoFrame(buffer: picture, stamp: FrameStamp(frame: number, timestamp: Timestamp(seconds: 5) + FrameRate(30).offset(of: number)))
    }

    @Test("V-26 only what is watched is looked at, the newest of it, and only what changes is told")
    func watches() {
        let told = Told()
        let watch = MotionWatch { told.hear($0) }
        var sources = Stage.Sources()
        func show(_ number: Int64, square: Int?, in source: VideoSource = .delayed) {
            sources[source] = Self.picture(number, square: square)
            watch.give(sources)
            while watch.runOnce() {}
        }
        show(0, square: nil)
        #expect(!watch.runOnce(), "nobody watches")
        watch.watch(.delayed)
        for number in 1..<20 { show(Int64(number), square: nil) }
        #expect(told.grids.withLock { $0 } == [.still], "stillness isn't told again and again")
        for number in 20..<26 { show(Int64(number), square: 40 + 10 * Int(number)) }
        let seen = told.grids.withLock { $0 }
        #expect(seen.contains { !$0.isStill })
        #expect(seen.allSatisfy { grid in grid.levels.indices.allSatisfy { grid.levels[$0] == 0 || (2...4).contains($0 / 16) } })
        // The same picture again isn't a new one.
        watch.give(sources)
        #expect(!watch.runOnce())
        watch.watch(.live)
        show(40, square: 100)
        show(41, square: 100, in: .live)
        // A report about the other picture may still be on its way, so the first of this one is reported although nothing moves in it.
        #expect(told.grids.withLock { $0 } == seen + [.still], "what was seen of another picture counts for nothing")
        watch.watch(nil)
        show(42, square: 10, in: .live)
        #expect(!watch.runOnce())
    }

    @Test("X-03 bursts are searched in the live picture alone, whatever else is watched, and told with their picture")
    func bursts() {
        let told = Told()
        let watch = MotionWatch { told.hear($0) }
        var sources = Stage.Sources()
        func show(_ numbers: Range<Int64>, in source: VideoSource = .live) {
            for number in numbers {
                // It stands, and jumps at the pictures 50 and 150.
                sources[source] = Self.picture(number, square: number < 50 ? 40 : number < 150 ? 140 : 240)
                watch.give(sources)
                while watch.runOnce() {}
            }
        }
        show(0..<100)
        #expect(told.bursts.withLock { $0 }.isEmpty, "nobody asked")
        watch.watchBursts(true)
        watch.watch(.delayed)
        show(100..<200)
        #expect(told.bursts.withLock { $0 }.map(\.frame) == [150])
        #expect(told.grids.withLock { $0 }.isEmpty)
        show(200..<300, in: .delayed)
        watch.watchBursts(false)
        show(300..<310)
        #expect(told.bursts.withLock { $0 }.count == 1)
    }

    @Test("X-18 a region of the live picture is followed, and whoever heard of its movement hears of its end")
    func region() {
        let told = Told()
        let watch = MotionWatch { told.hear($0) }
        var sources = Stage.Sources()
        func stamp(_ number: Int64) -> FrameStamp { Self.picture(number, square: nil).stamp }
        func show(_ numbers: Range<Int64>) {
            for number in numbers {
                // It moves to the right from picture 20 to picture 60, and again from 100 on.
                let step = number < 20 ? 0 : number < 100 ? min(number, 60) - 20 : number - 60
                sources[.live] = Self.picture(number, square: 20 + 2 * Int(step))
                watch.give(sources)
                while watch.runOnce() {}
            }
        }
        show(0..<10)
        #expect(told.changes.withLock { $0 }.isEmpty, "nobody asked")
        let whole = MovementRegion(.unit, share: 0)
        watch.watchRegion(whole)
        show(10..<110)
        let first = told.changes.withLock { $0 }
        #expect(first == [.moves(since: stamp(21)), .rests(since: stamp(60)), .moves(since: stamp(101))])
        #expect(told.bursts.withLock { $0 }.isEmpty)
        watch.watchRegion(MovementRegion(Rect(x: 0, y: 0.9, width: 1, height: 0.1), share: 0))
        show(110..<130)
        #expect(told.changes.withLock { $0 } == first + [.rests(since: stamp(110))])
        watch.watchRegion(nil)
        #expect(!watch.isWatching)
    }

    @Test("a picture that wasn't looked at in time makes way")
    func newestOnly() {
        let told = Told()
        let watch = MotionWatch { told.hear($0) }
        watch.watch(.live)
        var sources = Stage.Sources()
        for number in 0..<10 as Range<Int64> {
            sources[.live] = Self.picture(number, square: nil)
            watch.give(sources)
        }
        #expect(watch.runOnce() && !watch.runOnce())
    }
}
