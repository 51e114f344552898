// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

@Suite struct PluralRuleTests {
    private func form(_ rule: String, _ count: Int) -> String? {
        var plurals = PluralRule()
        return plurals.add("one", rule) ? plurals.form(of: count) : nil
    }

    @Test(arguments: [
        ("n = 1", [1, -1], [0, 2, 11, 21]), ("n = 0..1", [0, 1], [2, 10]), ("n % 10 = 1 and n % 100 != 11", [1, 21, 101], [11, 111, 2]),
        ("n = 0 or n % 100 = 3..10,20", [0, 3, 10, 103, 20], [1, 11, 21]), ("n != 2..4", [0, 5], [2, 3, 4]),
    ])
    func aRuleChoosesItsNumbers(rule: String, inside: [Int], outside: [Int]) {
        for count in inside { #expect(form(rule, count) == "one", "\(count)") }
        for count in outside { #expect(form(rule, count) == "other", "\(count)") }
    }

    @Test(arguments: [
        "", "n", "n =", "n = x", "n = 1..", "n = 2..1", "n = -1", "n % 0 = 1", "n % = 1", "n is 1", "i = 1", "n = 1 and", "n = 1 or", "n = 1 2",
        "n = 1,", "n = 1...3", "n = 1.3",
    ])
    func aRuleThatCannotBeReadIsRefused(rule: String) {
        #expect(form(rule, 1) == nil)
    }

    @Test func aFormIsThereOnce() {
        var plurals = PluralRule()
        #expect(plurals.add("one", "n = 1") && !plurals.add("one", "n = 2") && !plurals.add("other", "n = 2"))
        #expect(plurals.forms == ["one", "other"] && plurals.form(of: .min) == "other")
    }
}
