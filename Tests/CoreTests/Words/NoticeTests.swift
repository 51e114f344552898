// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

/// Words from outside the Swift sources, and sentences that bypass the language.
@Suite struct NoticeTests {
    /// A key as a script uses it, with the placeholders that the script fills in.
    struct Use: Hashable {
        var key: String
        var places: Set<String>
    }

    /// The box's scripts that run as root; their notices name keys.
    private static let uses = SourceTree.files(in: "image/root/usr/lib/vir").reduce(into: Set<Use>()) {
        $0.formUnion(noticeUses(in: SourceTree.text($1)))
    }

    @Test func theScriptsAndTheFileHaveTheSameNotices() {
        let keys = Language.english.phrases.keys.filter { $0.hasPrefix(Message.noticePrefix) }
        #expect(keys.sorted() == Set(Self.uses.map(\.key)).sorted())
    }

    @Test func aScriptFillsInThePlacesOfItsNotice() {
        for use in Self.uses {
            // A notice's title and detail are given the same values, and neither needs all of them.
            let places = Language.english.phrases[use.key]?.places ?? []
            #expect(places.isSubset(of: use.places), "\(use.key)")
        }
    }

    /// Returns the keys of the notices in a script, `notice 20-card box.title box.detail "word=value"`, and those of an update's refusal,
    /// `refuse "$1" older "version=…"`.
    static func noticeUses(in script: String) -> Set<Use> {
        var uses: Set<Use> = []
        for call in script.matches(of: #/(?:notice|refuse|decline|fail) [^\n;}]*/#) {
            let places = Set(call.output.matches(of: #/"([a-z]+)=/#).map { String($0.1) }).subtracting(["progress"])
            for key in call.output.matches(of: #/ (box\.[a-z0-9-]+)/#) { uses.insert(Use(key: String(key.1), places: places)) }
            if let why = call.output.firstMatch(of: #/^(?:refuse|decline|fail) (?:"\$(?:1|file)" )?([a-z-]+)/#) {
                uses.insert(Use(key: "box.refused-\(why.1)", places: places))
            }
        }
        return uses
    }

    @Test func theNoticesAreFoundInAScript() {
        let script = "notice 20-card box.a box.a-detail \"name=$name\" \"progress=4\"; x\n  refuse \"$1\" older \"own=$o\"; fail cut"
        #expect(
            Self.noticeUses(in: script) == [
                Use(key: "box.a", places: ["name"]), Use(key: "box.a-detail", places: ["name"]), Use(key: "box.refused-older", places: ["own"]),
                Use(key: "box.refused-cut", places: []),
            ])
    }

    /// A message can also be made of a string literal, for names and for the system's words. No reason of ours may bypass the language that
    /// way.
    @Test(arguments: ["Core", "Media", "Storage", "Runtime"]) func noReasonForATVIsASentenceOfTheCode(target: String) {
        let refusals = #/(?:(?:Setting|Face|Archer|KeyMap)Problem|SettingRefusal)\((?:key, )?"|(?:reason|message): "[^"\\]/#
        // A session's record and the log are in English.
        let notShown = #/\.(?:lostClip|unavailable)\(/#
        for file in SourceTree.swiftFiles(under: "Sources/\(target)") {
            for line in SourceTree.text(file).split(separator: "\n") where line.contains(refusals) && !line.contains(notShown) {
                Issue.record("\(file): \(line)")
            }
        }
    }
}
