// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

extension SoundPlayer {
    /// Makes the sound player of a run: clips are read from the card, and nothing is heard before its picture is there. The ear ignores
    /// what it plays, except in a virtual run, where nobody hears it.
    convenience init(_ plan: RunPlan, card: Card, track: SoundTrack, players: Players, ear: Ear, timebase: any Timebase, events: RunEvents) {
        let sources = Sources(
            file: { try? card.file(ofClip: $0) }, line: { track.line }, isShown: { players.hasPicture(of: $0) },
            openSpeaker: { plan.makeSpeaker?(timebase) ?? DeviceSelection.speaker($0, clock: plan.clock, timebase: timebase) })
        let isHeard = plan.clock == .real
        self.init(
            plan.settings, sources: sources, timebase: timebase, sounds: { if isHeard { ear.ignore($0) } }, tell: { events.note($0) })
    }
}
