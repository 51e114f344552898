// SPDX-License-Identifier: GPL-3.0-or-later

/// A value that is filled into a placeholder of a phrase.
///
/// `Double` doesn't conform on purpose: the language decides how a number's decimals are written, so `Strings.decimal` puts it into words
/// first.
package protocol PhraseValue {
    var message: Message { get }
}

extension PhraseValue {
    package var message: Message { Message("\(self)") }
}

extension String: PhraseValue {}
extension Substring: PhraseValue {}
extension Int: PhraseValue {}
extension Int64: PhraseValue {}

extension Message: PhraseValue {
    package var message: Message { self }
}
