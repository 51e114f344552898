// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Graphics
import Interface

extension Box {
    /// Passes an effect to the service that it is for.
    func perform(_ effect: Effect) {
        switch effect {
        case .card(let command): parts.card.post(command)
        case .line(let command): parts.pins.perform(command)
        case .stream(let command): perform(command)
        case .player(let command):
            parts.players.perform(command)
            parts.soundPlayer.perform(command)
        case .stills(.fetch(let key)): parts.stills.load(key)
        case .stills(.measure(let key)): parts.waveforms.measure(key)
        case .stills(.measureLine(let part)): parts.waveforms.measureLine(part)
        case .stills(.peek(let keys)): peekRequests.ask(for: keys, parts.peeks)
        case .stills(.extract(let extracts)): extractRequests.ask(for: extracts, parts.extracts.pictures)
        case .stills(.findMotion(let motion)): parts.extracts.find(motion)
        case .stills(.watchMotion(let source)): parts.motionWatch.watch(source)
        case .panel(.signal(let signal)): parts.panel?.signal(signal)
        case .panel(.recordingLight(let isOn)): parts.panel?.light(isOn: isOn)
        case .picture(.keep(let scene, let session)): keepPicture(of: scene, for: session)
        case .export(let command): parts.exporter.post(command)
        case .box(.switchOff(let isLossAccepted)): parts.switchOff(SwitchOffRequest.Answer(isLossAccepted: isLossAccepted))
        }
    }

    /// Asks for a picture of a scene. The scene's drawings are painted here; the display's thread gives what its videos show.
    private func keepPicture(of scene: Scene, for session: SessionRef) {
        let painted = makePainter(size: PictureKeeper.size).paint(scene, merging: false)
        parts.pictures.ask(PreparedScene(scene: scene, painted: painted, generation: 0), for: session)
    }

    private func perform(_ command: StreamCommand) {
        switch command {
        case .setDelay(let delay):
            parts.delay.set(delay)
            parts.slot.current?.footage.line.setProtectedSpan(DelayRule(delay: delay).protectedSpan)
        case .restart(let settings): parts.restartStream(settings)
        case .requestKeyframe: parts.capture.requestKeyframe()
        }
    }
}
