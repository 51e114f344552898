// SPDX-License-Identifier: GPL-3.0-or-later

/// Problems with a custom face.
extension Message {
    static func faceID(_ id: String, longest: Int) -> Message { Phrases.ReasonParts.faceID(id, most: longest) }
    static func faceLength(_ word: String, of what: Message) -> Message { Phrases.ReasonParts.faceLength(what, value: word) }
    static func faceColor(_ word: String, _ colors: [String]) -> Message {
        Phrases.ReasonParts.faceColour(word, words: colors.joined(separator: ", "))
    }
    static func faceRingSize(_ ring: Ring, most: Int) -> Message {
        Phrases.ReasonParts.faceRingSize(ring.label, size: "\(ring.diameter.millimetres)", most: most)
    }
    static func faceRingPoints(_ ring: Ring) -> Message { Phrases.ReasonParts.faceRingPoints(ring.label, points: "\(ring.points)") }
    static func faceRingOrder(_ outer: Ring, _ inner: Ring) -> Message {
        Phrases.ReasonParts.faceRingOrder(outer.label, inner: inner.label)
    }
    static func faceRingWorth(_ outer: Ring, _ inner: Ring) -> Message {
        Phrases.ReasonParts.faceRingWorth(outer.label, inner: inner.label)
    }
    static func faceShaft(_ shaft: Length, _ least: Length, _ most: Length) -> Message {
        Phrases.ReasonParts.faceShaft("\(shaft.millimetres)", least: "\(least.millimetres)", most: "\(most.millimetres)")
    }
}

extension Message {
    /// - Parameter names: the archers there are.
    static func unknownArcher(_ name: String, _ names: [String]) -> Message {
        names.isEmpty
            ? Phrases.ReasonParts.unknownArcherOfNone(name)
            : Phrases.ReasonParts.unknownArcher(name, words: names.joined(separator: ", "))
    }
    static func noArchersName(_ name: String, longest: Int) -> Message {
        Phrases.ReasonParts.noArchersName(longest, value: name)
    }
    static func archersShaft(_ name: String, _ word: String, _ least: Length, _ most: Length) -> Message {
        Phrases.ReasonParts.archersShaft(name, value: word, least: "\(least.millimetres)", most: "\(most.millimetres)")
    }
    static func archersWord(_ name: String, _ word: String) -> Message {
        Phrases.ReasonParts.archersWord(name, value: word)
    }
}
