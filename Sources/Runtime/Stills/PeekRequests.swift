// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Graphics

/// What the interface waits for of the pictures that clips will show first, and those that are there.
///
/// Thread-bound: the box's thread.
final class PeekRequests {
    let pictures = PeekPictures()
    /// As it was said last.
    private var wanted: [PeekKey] = []

    /// Takes the place of what was asked for before. More than are kept would drive each other out: the first ones count.
    func ask(for keys: [PeekKey], _ loader: PeekLoader) {
        wanted = Array(keys.prefix(PeekPictures.capacity))
        pictures.touch(wanted)
        loader.load(wanted) { pictures.contains($0) }
    }

    /// What came of one. What nobody wants any more is kept, and nobody hears that it is there.
    /// - Returns: what the interface is to hear.
    func take(_ outcome: PeekLoader.Outcome, of key: PeekKey) -> [StillNews] {
        let isWanted = wanted.contains(key)
        switch outcome {
        case .decoded(let picture):
            let gone = pictures.set(picture.buffer, orientation: picture.orientation, for: key)
            pictures.touch(wanted)
            return gone.map { .forgotPeek($0) } + (isWanted && pictures.contains(key) ? [.peeked(key)] : [])
        case .isThere:
            return isWanted && pictures.contains(key) ? [.peeked(key)] : []
        case .none:
            return isWanted ? [.noPeek(key)] : []
        }
    }
}
