// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Everything that a screen needs from the services that decode and read pictures, at one instant.
struct Wishes: Hashable, Sendable {
    /// The tracks that play, which have to be decoded.
    var tracks: [Track] = []
    /// The part of the delay line that has to be kept.
    var footage: ClosedRange<Timestamp>?
    /// The clips whose stills are drawn.
    var stills: [ClipKey] = []
    /// The first pictures of clips that are about to come, while something is dragged.
    var peeks: [PeekKey] = []
    /// The pictures that are extracted from footage, the first one to extract first.
    var extracts: [Extract] = []
    /// The footage whose movement has to be known, even if movement isn't displayed, because it tells where the person is.
    var studied: [Track] = []
    /// The tracks whose movement is displayed if somebody turned that on.
    var moving: [Track] = []
    /// True if the screen has to know where the person is in the live or the delayed picture.
    var findsPerson = false
    /// The live or the delayed picture, if one of them is shown.
    var live: VideoSource?
    /// True if the screen shows how loud it is.
    var hearsLevel = false
}

extension Context {
    /// Asks the services for what is wished and wasn't asked for yet, and withdraws requests that nobody needs any more. The player and the
    /// delay line are asked by the appliance, because a screen that moves out still needs its tracks.
    mutating func ask(for wishes: Wishes, at now: Timestamp) -> [Effect] {
        var effects = stills.ask(for: wishes.stills)
        if let keys = peeks.ask(for: wishes.peeks) { effects.append(.stills(.peek(keys))) }
        if let keys = extracts.ask(for: wishes.extracts) { effects.append(.stills(.extract(keys))) }
        effects += movement.ask(for: wishes, line: lineBounds, at: now)
        effects += witness.ask(settings) + heardShots.ask(hearsLevel: wishes.hearsLevel)
        effects += rallies.ask(settings)
        findPersons(in: wishes.studied, at: now)
        effects += waveforms.ask(for: wishes.tracks, line: lineBounds, at: now)
        return effects
    }
}
