// SPDX-License-Identifier: GPL-3.0-or-later

/// An element of a list in a file that a person may have edited: if it can't be read, those after it are read all the same.
private struct ReadableElement<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension UnkeyedDecodingContainer {
    /// Reads the next element of a list that a person may have edited, and returns `nil` if it is no such value.
    /// - Throws: if there is no next element.
    mutating func readNext<Value: Decodable>(_: Value.Type) throws -> Value? { try decode(ReadableElement<Value>.self).value }
}
