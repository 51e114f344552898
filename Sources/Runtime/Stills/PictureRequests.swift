// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Graphics

/// What the interface waits for of the pictures that are made for it on demand, and those that are there.
///
/// Thread-bound: the box's thread.
final class PictureRequests<Key: Hashable & Sendable> {
    let pictures: KeptPictures<Key>
    /// As it was said last.
    private var wanted: [Key] = []

    init(_ pictures: KeptPictures<Key>) {
        self.pictures = pictures
    }

    /// Takes the place of what was asked for before. More than are kept would drive each other out: the first ones count.
    func ask(for keys: [Key], _ loader: RequestLoader<Key, LoadedPicture>) {
        wanted = Array(keys.prefix(pictures.limits.count))
        pictures.touch(wanted)
        loader.load(wanted) { pictures.contains($0) }
    }

    /// What came of one. What nobody wants any more is kept, and nobody hears that it is there.
    /// - Returns: what the interface is to hear.
    func take(_ outcome: RequestLoader<Key, LoadedPicture>.Outcome, of key: Key) -> [PictureNews<Key>] {
        let isWanted = wanted.contains(key)
        switch outcome {
        case .made(let picture):
            let gone = pictures.set(picture.buffer, orientation: picture.orientation, for: key)
            pictures.touch(wanted)
            return gone.map { .forgotten($0) } + (isWanted && pictures.contains(key) ? [.ready(key)] : [])
        case .isThere:
            return isWanted && pictures.contains(key) ? [.ready(key)] : []
        case .none:
            return isWanted ? [.missing(key)] : []
        }
    }
}
