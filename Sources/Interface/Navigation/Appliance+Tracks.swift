// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Appliance {
    /// Returns the tracks that have to be decoded.
    ///
    /// Under a screen that covers it, the delayed picture is decoded only while STOP is down, so that it is ready if STOP leads to it.
    func tracks(of wishes: Wishes) -> [Track] {
        var shown = wishes.tracks
        // The screen that is left stays visible while it goes, but isn't heard any more.
        for track in change?.tracks ?? [] where !shown.contains(where: { $0.id == track.id }) { shown.append(track.silent) }
        guard presses.isDown(.stop), !path.place.showsLive else { return shown }
        return shown + Live.tracks(context.settings).filter { track in !shown.contains { $0.id == track.id } }
    }

    /// Has the delay line keep the part that is shown.
    mutating func keep(_ wanted: ClosedRange<Timestamp>?, _ effects: inout [Effect]) {
        guard wanted != kept else { return }
        kept = wanted
        effects.append(.line(.look(wanted)))
    }

    /// Has the player show these tracks.
    mutating func show(_ wanted: [Track], _ effects: inout [Effect]) {
        guard wanted != tracks else { return }
        tracks = wanted
        context.openClips.follow(wanted)
        effects.append(.player(.show(wanted)))
    }
}
