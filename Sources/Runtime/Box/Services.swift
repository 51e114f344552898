// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

/// The services that work for the box, each on a thread of its own. The box gives them commands, and they answer through its inbox.
struct Services: Sendable {
    let card: CardWriter
    let players: Players
    let ear: Ear
    let soundPlayer: SoundPlayer
    let voice: VoiceService
    let stills: StillLoader
    let waveforms: WaveformLoader
    let peeks: PeekLoader
    let extracts: ExtractService
    let motionWatch: MotionWatch
    let exporter: ExportService
    let importer: ImportService
    let pictures: PictureKeeper
    /// The language of what is written and made.
    let language = SpokenLanguage()
    /// `nil` if there is nothing to monitor.
    let monitor: SystemMonitor?

    /// The objects that the services need but don't make themselves.
    struct Needs: Sendable {
        var card: Card
        var files: any FileSystem
        var writer: CardWriter
        var players: Players
        var ear: Ear
        var soundPlayer: SoundPlayer
        var voice: VoiceService
        var timebase: any Timebase
        /// Returns the footage that is being recorded.
        var footage: @Sendable () -> Footage? = { nil }
        /// Returns a reader of a clip whose footage is in memory.
        var held: @Sendable (ClipKey) -> HeldClipReader? = { _ in nil }
        /// Returns the sound that is being recorded.
        var sound: @Sendable () -> SoundLine? = { nil }
        var stick: (any Stick)?
        /// True while an export has to wait, because clips of the session wait for the card.
        var isCardBusy: @Sendable () -> Bool = { false }
        /// Returns how many frames were late or lost since the run began.
        var lateFrames: @Sendable () -> Int64 = { 0 }
        var monitor: SystemMonitor?
        /// Returns the date of a session that begins now.
        var date: @Sendable () -> SessionDate = { .unknown }
    }

    /// - Parameter tell: receives what the services tell the box, on any thread.
    init(_ needs: Needs, tell: @escaping @Sendable (BoxMessage) -> Void) {
        (card, players, ear, monitor) = (needs.writer, needs.players, needs.ear, needs.monitor)
        (soundPlayer, voice) = (needs.soundPlayer, needs.voice)
        let stills = StillLoader(card: needs.card, held: needs.held) { tell(.still($0, $1)) }
        self.stills = stills
        waveforms = WaveformLoader(card: needs.card, line: needs.sound, wake: { stills.wake() }) { tell(.event(.stills($0))) }
        peeks = PeekLoader(card: needs.card, held: needs.held) { tell(.peek($0, $1)) }
        extracts = ExtractService(
            card: needs.card, line: needs.footage, held: needs.held, tellPicture: { tell(.extract($0, $1)) },
            tellMotion: { tell(.event(.stills(.foundMotion($0, $1)))) })
        motionWatch = MotionWatch { tell(.event(.stills($0))) }
        exporter = ExportService(
            card: needs.card, files: needs.files, stick: needs.stick, timebase: needs.timebase, isCardBusy: needs.isCardBusy,
            lateFrames: needs.lateFrames
        ) { tell(.event(.export($0))) }
        importer = ImportService(
            card: needs.card, timebase: needs.timebase, isCardRecovered: { [writer = needs.writer] in !writer.needsRecovery },
            isCardBusy: needs.isCardBusy, lateFrames: needs.lateFrames, date: needs.date,
            order: { [writer = needs.writer] in writer.post($0) }, tell: { tell(.event(.films($0))) })
        pictures = PictureKeeper(keep: { [writer = needs.writer] in writer.post(.keepPicture($0, $1)) }, tell: { tell(.event(.card($0))) })
    }

    /// The services' work. At one instant a virtual run does it in this order.
    var workers: [Worker] {
        let services: [Worker?] = [
            card.worker.speaking(language), stillWorker, peeks.worker, extracts.worker, motionWatch.worker, ear.worker,
            exporter.worker.speaking(language), importer.worker.speaking(language), pictures.worker, monitor?.worker, voice.worker,
            soundPlayer.worker,
        ]
        return services.compactMap { $0 }
    }

    /// Stills and waveforms share a thread: both read the card for the screen that is up.
    private var stillWorker: Worker {
        // A still that is asked for meanwhile goes before the rest of a waveform.
        Worker(
            thread: .stills, runOnce: { [stills, waveforms] in stills.runOnce() || waveforms.runOnce() },
            wait: { [stills] in stills.wait(until: $0) }, end: { [stills] in stills.wake() })
    }
}
