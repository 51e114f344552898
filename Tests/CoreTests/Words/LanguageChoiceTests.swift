// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core

/// The language of the process is chosen before it is read, on whichever thread. These tests choose for a process of their own.
@Suite struct LanguageChoiceTests {
    @Test func withoutAChoiceTheFirstLanguageHolds() {
        #expect(LanguageChoice(.english).read().tag == "en")
    }

    @Test func aChoiceHoldsUntilTheEnd() {
        let choice = LanguageChoice(.english)
        #expect(choice.choose(.trial))
        #expect(choice.read().tag == "x-probe")
        #expect(!choice.choose(.english), "a word may have been said")
        #expect(choice.read().tag == "x-probe")
    }

    @Test func aPlainThreadSpeaksTheLanguageOfTheProcess() async {
        let tags = await withCheckedContinuation { found in
            // A thread inherits no task-local value, so it has the chosen language, and not that of the test around it.
            Language.$current.withValue(.trial) {
                let here = Language.current.tag
                Thread { found.resume(returning: [here, Language.current.tag]) }.start()
            }
        }
        #expect(tags == ["x-probe", "en"])
    }
}
