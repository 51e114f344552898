// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension VoiceService {
    /// Makes the voice of a run, which is heard through the sound player. A missing library is told once on the TV and in the log, and the run
    /// goes on.
    convenience init(
        _ plan: RunPlan, soundPlayer: SoundPlayer, timebase: any Timebase, events: RunEvents, tell: @escaping (BoxNews) -> Void
    ) {
        self.init(
            plan.settings, timebase: timebase, open: { try DeviceSelection.voice(clock: plan.clock, timebase: timebase) },
            play: { soundPlayer.speak($0, sampleRate: $1) },
            refuse: { reason, isMissing in
                events.note("voice: \(reason)", level: .warning)
                if isMissing { tell(.noVoice) }
            })
    }
}
