// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Appliance {
    /// What plays on the TV at any instant from now on: what has to be decoded for it, and nothing else. Whoever makes an appliance
    /// has these played; it asks for each change.
    ///
    /// The delayed picture is decoded under a screen that covers it only from STOP's going down, so that it is there if STOP leads to it.
    public var tracks: [Track] {
        var shown = path.tracks(in: context)
        // The screen that is left is still seen while it goes, and not heard any more.
        for track in change?.tracks ?? [] where !shown.contains(where: { $0.id == track.id }) { shown.append(track.silent) }
        guard presses.isDown(.stop), !path.place.showsLive else { return shown }
        return shown + path.live.tracks(in: context).filter { track in !shown.contains { $0.id == track.id } }
    }

    /// Has the line keep what is looked at of it.
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
