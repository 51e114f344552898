// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Appliance {
    /// The tracks that play on the TV from now on, and so have to be decoded. Whoever creates an appliance starts these; the appliance asks
    /// for each change afterwards.
    ///
    /// Under a screen that covers it, the delayed picture is decoded only while STOP is down, so that it is ready if STOP leads to it.
    public var tracks: [Track] {
        var shown = path.tracks(in: context)
        // The screen that is left stays visible while it goes, but isn't heard any more.
        for track in change?.tracks ?? [] where !shown.contains(where: { $0.id == track.id }) { shown.append(track.silent) }
        guard presses.isDown(.stop), !path.place.showsLive else { return shown }
        return shown + path.live.tracks(in: context).filter { track in !shown.contains { $0.id == track.id } }
    }

    /// Has the delay line keep the part that is shown.
    mutating func keepFootage(at now: Timestamp, _ effects: inout [Effect]) {
        let wanted = path.footage(at: now)
        guard wanted != kept else { return }
        kept = wanted
        effects.append(.line(.look(wanted)))
    }

    mutating func showTracks(_ effects: inout [Effect]) {
        let wanted = tracks
        guard wanted != playing else { return }
        playing = wanted
        context.openClips.follow(wanted)
        effects.append(.player(.show(wanted)))
    }
}
