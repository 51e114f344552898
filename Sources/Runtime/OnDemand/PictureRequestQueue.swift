// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Graphics

/// The pictures that are made for the interface on demand: those that it waits for, and those that are there.
///
/// Thread-bound: the box's thread.
final class PictureRequestQueue<Key: Hashable & Sendable> {
    let pictures: KeptPictures<Key>
    /// The keys that were last asked for.
    private var wanted: [Key] = []

    init(_ pictures: KeptPictures<Key>) {
        self.pictures = pictures
    }

    /// Replaces what was asked for before. Only as many as are kept count, the first ones, because more would drive each other out.
    func ask(for keys: [Key], _ loader: RequestLoader<Key, LoadedPicture>) {
        wanted = Array(keys.prefix(pictures.limits.count))
        pictures.touch(wanted)
        loader.load(wanted) { pictures.contains($0) }
    }

    /// Takes the outcome of one request. A picture that nobody wants any more is kept, and nobody hears that it is there.
    /// - Returns: the news for the interface.
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
