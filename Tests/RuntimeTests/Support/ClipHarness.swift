// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Foundation
import Interface
import Media
import ShootingRange
import Synchronization

@testable import Runtime

/// A TV that plays clips from a virtual run, vblank by vblank: the box's own parts, without a camera.
final class ClipHarness {
    /// A clip of the run; its pictures carry the camera's numbers.
    struct Film {
        var key: ClipKey
        var path: String
        var record: ClipRecord

        var rate = FrameRate(30)
        var count: Int64 { record.lastFrame - record.firstFrame + 1 }
        var duration: Duration { rate.offset(of: count) }

        /// Returns the newest picture whose time isn't after this position.
        func frame(dueAt position: Duration) -> Int64 {
            record.firstFrame + min(rate.count(within: position), count) - 1
        }
    }

    /// The clips of one run, for all tests: one begins on a keyframe and two don't.
    static let run = Result { try TestRun("4 mark tap\n7.123 mark tap\n9.9 mark tap\n12.5 stop tap\n", for: 14) }

    static func films() throws -> [Film] { films(of: try run.get()) }

    /// A clip of 60 frames a second, and so with GOPs of 30.
    static let fastRun = Result {
        try TestRun("5 mark tap\n8 stop tap\n", for: 9) { $0.settings.framesPerSecond = 60 }
    }

    static func fastFilm() throws -> Film {
        guard var film = films(of: try fastRun.get()).first else { throw CocoaError(.fileNoSuchFile) }
        film.rate = FrameRate(60)
        return film
    }

    static func films(of run: TestRun) -> [Film] {
        zip(run.clips, run.report.clips).map { record, clip in
            Film(
                key: ClipKey(session: String(clip.file.prefix { $0 != "/" }), number: record.number),
                path: "\(run.card)/\(clip.file)", record: record)
        }
    }

    let clock = VirtualClock()
    let players: Players
    private let display: HeadlessDisplay
    private let presenter: FramePresenter
    /// The playing tracks; none before `play`.
    private(set) var tracks: [Track] = []
    private let paths: Paths
    private let heard = Heard()
    private let strip = FrameStrip(size: VideoSize(width: 160, height: 160))

    /// The paths of the clips.
    private final class Paths: Sendable {
        let files = Mutex<[ClipKey: String]>([:])
    }

    private final class Heard: Sendable {
        let events = Mutex<[PlayerNews]>([])
        let isCardThere = Atomic(true)
    }

    /// - Parameter windowPictures: the number of pictures that fit into the player's window; `nil` for as many as in a real run.
    init(
        windowPictures: Int? = nil,
        decoder: @escaping @Sendable (StreamParameters) throws(CodecError) -> any Decoder = { parameters throws(CodecError) in
            try DecoderChoice.openSoftware(parameters)
        }
    ) {
        let heard = heard
        let paths = Paths()
        self.paths = paths
        display = HeadlessDisplay(mode: DisplayMode(size: VideoSize(width: 320, height: 180), refresh: FrameRate(60)), timebase: clock)
        let shared = FramePresenter.Shared(
            slot: PipelineSlot(), capture: CaptureState(), delay: DelayControl(.seconds(2)),
            meter: DelayMeter(), history: ShownHistory())
        players = Players(
            slot: shared.slot,
            sources: Players.Sources(
                isCardThere: { heard.isCardThere.load(ordering: .relaxed) },
                file: { key in paths.files.withLock { $0[key] } },
                decoder: decoder,
                windowBytes: windowPictures.map { $0 * 160 * 160 * 3 / 2 } ?? FrameWindow.ordinaryBytes)
        ) { event in heard.events.withLock { $0.append(event) } }
        presenter = FramePresenter(stage: Stage(display: display), shared: shared, players: players, timebase: clock)
        showsClip = true
        showScene()
    }

    /// True if the scene contains the clip.
    var showsClip: Bool {
        didSet { showScene() }
    }

    /// The player's news, in order.
    var events: [PlayerNews] { heard.events.withLock { $0 } }

    func setCardThere(_ isThere: Bool) {
        heard.isCardThere.store(isThere, ordering: .relaxed)
    }

    private func showScene() { showScene(showsClip ? [Layer(.video(.replay))] : []) }

    private func showScene(_ layers: [Layer]) {
        newestScene += 1
        presenter.show(PreparedScene(scene: Scene(layers: layers), tracks: tracks, generation: newestScene))
    }

    /// The number of the scene that was given last; `shownScene` is the one on the TV.
    private(set) var newestScene = 0
    private(set) var shownScene: Int?

    /// Plays a clip or changes its timeline, as the box does.
    func play(_ key: ClipKey, path: String, timeline: Timeline) {
        paths.files.withLock { $0[key] = path }
        tracks = [Track(id: .replay, footage: .clip(key), timeline: timeline)]
        players.perform(.show(tracks))
        showScene()
    }

    /// The same for several clips, one of which is on the TV.
    func play(_ tracks: [Track], of films: [Film], showing id: TrackID) {
        paths.files.withLock { files in
            for film in films { files[film.key] = film.path }
        }
        self.tracks = tracks
        players.perform(.show(tracks))
        showScene([Layer(.video(.track(id)))])
    }

    /// The counts of the pictures so far.
    var tally: TrackPictures.Tally { presenter.tally }

    /// The next vblank.
    var upcoming: Timestamp { display.nextVblank.timestamp }

    /// Goes on to the next vblank.
    /// - Parameter decodes: true if the player's thread runs before it.
    /// - Returns: the number of the picture that is on the TV; `nil` for none.
    func next(decodes: Bool = true) throws -> Int64? {
        let vblank = upcoming
        clock.advance(to: vblank)
        if decodes { while players.advanceOthers(to: vblank) {} }
        shownScene = try presenter.runOnce().generation
        _ = try presenter.waitForVblank(until: vblank)
        return display.onScreen.first.flatMap { strip.read($0.buffer) }.map(Int64.init)
    }
}
