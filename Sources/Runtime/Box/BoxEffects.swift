// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Graphics
import Interface

extension Box {
    /// Passes an effect to the service that it is for.
    func perform(_ effect: Effect) {
        switch effect {
        case .card(let command): parts.services.card.post(command)
        case .line(let command): parts.pins.perform(command)
        case .stream(let command): perform(command)
        case .hearing(let command): parts.services.ear.perform(command)
        case .player(let command):
            parts.services.players.perform(command)
            parts.services.soundPlayer.perform(command)
        case .stills(.fetch(let key)): parts.services.stills.load(key)
        case .stills(.measure(let key)): parts.services.waveforms.measure(key)
        case .stills(.measureLine(let part)): parts.services.waveforms.measureLine(part)
        case .stills(.peek(let keys)): peekRequests.ask(for: keys, parts.services.peeks)
        case .stills(.extract(let extracts)): extractRequests.ask(for: extracts, parts.services.extracts.pictures)
        case .stills(.findMotion(let motion)): parts.services.extracts.find(motion)
        case .stills(.watchMotion(let source)): parts.services.motionWatch.watch(source)
        case .stills(.watchBursts(let isOn)): parts.services.motionWatch.watchBursts(isOn)
        case .stills(.watchRegion(let region)): parts.services.motionWatch.watchRegion(region)
        case .panel(.signal(let signal)): give(signal)
        case .panel(.horn(let horn, let output)):
            if output.isByBuzzer { give(.horn(horn)) }
            if output.isBySpeaker { parts.services.soundPlayer.sound(horn) }
        case .panel(.recordingLight(let isOn)): parts.panel?.light(isOn: isOn)
        case .voice(let command): parts.services.voice.perform(command)
        case .picture(.keep(let scene, let session)): keepPicture(of: scene, for: session)
        case .export(let command): parts.services.exporter.post(command)
        case .films(let command): parts.services.importer.post(command)
        case .box(.setClock(let utc, let offset)): parts.services.card.setClock(utc: utc, offset: offset)
        case .box(.switchOff(let isLossAccepted)): parts.switchOff(SwitchOffRequest.Answer(isLossAccepted: isLossAccepted))
        }
    }

    /// Gives a signal, and tells the ear to ignore the buzzer.
    private func give(_ signal: PanelSignal) {
        guard let panel = parts.panel else { return }
        panel.signal(signal)
        let audible = panel.audibleTime(of: signal)
        let now = parts.timebase.now()
        if audible > .zero { parts.services.ear.ignore(now...now + audible) }
    }

    /// Asks for a picture of a scene. The scene's drawings are painted here; the display's thread gives what its videos show.
    private func keepPicture(of scene: Scene, for session: SessionRef) {
        let painted = makePainter(size: PictureKeeper.size(of: scene.canvas)).paint(scene, merging: false)
        parts.services.pictures.ask(PreparedScene(scene: scene, painted: painted, generation: 0), for: session)
    }

    private func perform(_ command: StreamCommand) {
        switch command {
        case .setDelay(let delay):
            parts.shared.delay.set(delay)
            parts.shared.slot.current?.footage.line.setProtectedSpan(DelayRule(delay: delay).protectedSpan)
        case .restart(let settings): parts.restartStream(settings)
        case .requestKeyframe: parts.shared.capture.requestKeyframe()
        }
    }
}
