// SPDX-License-Identifier: GPL-3.0-or-later

/// A language's rule that chooses the form of a phrase for a whole number: "1 clip", "2 clips".
///
/// A language's file names its forms, and the numbers of each, as Unicode's plural rules do (UTS 35, part 3), for whole numbers only:
/// `n % 10 = 2..4 and n % 100 != 12..14`. All other numbers take the form `other`, which every language has.
package struct PluralRule: Hashable, Sendable {
    /// One condition: the number, or its remainder, lies in one of the ranges (`isInside`), or outside all of them.
    private struct Relation: Hashable, Sendable {
        var modulus: Int?
        var isInside: Bool
        var ranges: [ClosedRange<Int>]

        /// - Parameter text: `n % 10 = 2..4,6`.
        init?(_ text: Substring) {
            var words = text.split(separator: " ")[...]
            guard words.popFirst() == "n" else { return nil }
            if words.first == "%" {
                guard let modulus = words.dropFirst().first.flatMap({ Int($0) }), modulus > 0 else { return nil }
                self.modulus = modulus
                words = words.dropFirst(2)
            }
            switch words.popFirst() {
            case "=": isInside = true
            case "!=": isInside = false
            default: return nil
            }
            guard words.count == 1, let list = words.first else { return nil }
            ranges = []
            for item in list.split(separator: ",", omittingEmptySubsequences: false) {
                let ends = item.split(separator: ".", omittingEmptySubsequences: false)
                guard ends.count == 1 || ends.count == 3 && ends[1].isEmpty, let first = Int(ends[0]), let last = Int(ends[ends.count - 1]),
                    0 <= first, first <= last
                else { return nil }
                ranges.append(first...last)
            }
        }

        func holds(for number: Int) -> Bool {
            let value = modulus.map { number % $0 } ?? number
            return ranges.contains { $0.contains(value) } == isInside
        }
    }

    private struct Form: Hashable, Sendable {
        var name: String
        /// All relations of one of the groups hold.
        var groups: [[Relation]]
    }

    private var named: [Form] = []

    /// No language has more forms than six (Unicode's plural rules).
    private static let mostForms = 6
    /// The longest rule, in letters. It is gone through for each number that is shown.
    private static let longestRule = 300

    package static let other = "other"

    /// The names of the forms; the last is `other`.
    package var forms: [String] { named.map(\.name) + [Self.other] }

    package init() {}

    /// Adds a form; of two forms that match, the first decides.
    /// - Returns: false if the rule can't be read or is too long, or if the form is there already or is one too many.
    mutating func add(_ name: String, _ rule: String) -> Bool {
        guard forms.count < Self.mostForms, rule.utf8.count <= Self.longestRule else { return false }
        let parts = rule.split(separator: " or ").map { $0.split(separator: " and ") }
        let groups = parts.map { $0.compactMap { Relation($0) } }
        guard !forms.contains(name), !name.isEmpty, !groups.isEmpty, zip(parts, groups).allSatisfy({ $0.count == $1.count }) else { return false }
        named.append(Form(name: name, groups: groups))
        return true
    }

    /// Returns the forms whose own rule a number meets. A good rule has at most one for each number.
    func matches(_ count: Int) -> [String] {
        let number = Int(clamping: count.magnitude)
        return named.filter { form in form.groups.contains { $0.allSatisfy { $0.holds(for: number) } } }.map(\.name)
    }

    package func form(of count: Int) -> String { matches(count).first ?? Self.other }
}
