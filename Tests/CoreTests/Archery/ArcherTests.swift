// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

@Suite struct ArcherTests {
    private static let faces = ["wa_122", "wa_80_6ring"]

    @Test func aLineNamesArchersAndWhatIsSpecialToThem() throws {
        let archers = try ArcherText.archers("Ana: wa_122, 5.5, left; Ben: wa_80_6ring, 6.2; Cy", faces: Self.faces)
        #expect(
            archers == [
                Archer(name: "Ana", face: "wa_122", shaft: Length(millimetres: 5.5), isLeftHanded: true),
                Archer(name: "Ben", face: "wa_80_6ring", shaft: Length(millimetres: 6.2)), Archer(name: "Cy"),
            ])
        #expect(try ArcherText.archers(ArcherText.text(archers), faces: Self.faces) == archers)
    }

    /// An archer's own round takes precedence over the common round, and changes of the round apply to it while that archer shoots.
    @Test func anArchersOwnRoundComesFirst() throws {
        var settings = Settings()
        settings.round = "wa_70"
        settings.archers = try ArcherText.archers("Ana: wa_40, vegas_300, left; Ben; Cy: practice", faces: ["wa_40"])
        #expect(settings.archers.map(\.round) == ["vegas_300", nil, "practice"])
        #expect(ArcherText.text(settings.archers) == "Ana: wa_40, vegas_300, left; Ben; Cy: practice")
        func rounds(_ settings: Settings) -> [String?] { ["Ana", "Ben", "Cy"].map { settings.shooting(as: $0).target.round } }
        #expect(rounds(settings) == ["vegas_300", "wa_70", nil])
        #expect(rounds(settings.shooting(as: "Ana").taking(round: "wa_18")) == ["wa_18", "wa_70", nil])
        #expect(rounds(settings.shooting(as: "Ben").taking(round: nil)) == ["vegas_300", nil, nil])
        #expect(rounds(settings.shooting(as: "Ana").taking(ownRound: nil)) == ["wa_70", "wa_70", nil])
        for target in ["Ana", "Ben", "Cy"].map({ settings.shooting(as: $0).target }) {
            #expect(settings.shooting(target)?.target == target, "a session goes on at what it was shot")
            var other = target
            other.round = "bray_1"
            #expect(settings.shooting(other).map(rounds)?.contains("bray_1") == true)
        }
    }

    /// A club may have used a round's name for its own face before archers had rounds.
    @Test func aFaceOfThatNameStaysAFace() throws {
        let archer = try #require(try ArcherText.archers("Ana: wa_18", faces: ["wa_18"]).first)
        #expect(archer.face == "wa_18" && archer.round == nil)
    }

    @Test func aFormerNameIsAValueLikeAnyOther() throws {
        var archers = try ArcherText.archers("Anna: was An, wa_122, was Ana; Ben", faces: Self.faces)
        #expect(archers[0] == Archer(name: "Anna", face: "wa_122", formerNames: ["An", "Ana"]))
        archers[0].rename(to: "An")
        #expect(ArcherText.text(archers) == "An: wa_122, was Ana, was Anna; Ben")
        #expect(try ArcherText.archers(ArcherText.text(archers), faces: Self.faces) == archers)
        for name in ["A", "B", "C", "D", "E"] { archers[0].rename(to: name) }
        #expect(archers[0].formerNames == ["A", "B", "C", "D"], "the newest ones")
        #expect(try ArcherText.archers("Ana: was Ana, was An, was An", faces: Self.faces) == [Archer(name: "Ana", formerNames: ["An"])])
    }

    /// A card may know an archer by a former name, but a name is the one's who has it now.
    @Test(arguments: [("Anna", ["Anna", "An"]), ("An", ["Anna", "An"]), ("Ana", ["Ana"]), ("Ben", ["Ben"]), ("Cy", ["Cy"]), ("", [""])])
    func aFormerNameLeadsToThePresentOne(name: String, names: [String]) throws {
        var settings = Settings()
        settings.archers = try ArcherText.archers("Anna: was An, was Ana; Ana; Ben", faces: Self.faces)
        #expect(settings.names(ofArcher: name) == names)
    }

    @Test(arguments: [
        ("Ana: was \(String(repeating: "n", count: 25))", "1 to 24 letters"),
        ("Ana: wa_999", "Ana: wa_999 is no face"), ("Ana: 55", "Ana's shaft is 55 mm"), ("Ana; Ana", "two archers called Ana"),
        (": wa_122", "1 to 24 letters"), ("a; b; c; d; e; f; g; h; i", "9 archers"), ("Ana: nan", "Ana's shaft is nan mm"),
    ])
    func whatIsNoArcherIsSaid(text: String, words: String) {
        do throws(ArcherProblem) {
            _ = try ArcherText.archers(text, faces: Self.faces)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.message.description.contains(words), "\(error.message.description)")
        }
    }

    /// Anybody may edit the line. Any text that is accepted is read back the same after it was written.
    @Test(arguments: UInt64(1)...300) func anyBytesAreRefusedOrComeBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let letters = Array("Ana;: ,.5left wa_122\u{301}\"\n-")
        let text = String((0..<Int.random(in: 0...40, using: &random)).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
        guard let archers = try? ArcherText.archers(text, faces: Self.faces) else { return }
        #expect(try ArcherText.archers(ArcherText.text(archers), faces: Self.faces) == archers)
    }

    /// The present archer's own face and shaft are used, if they have any. (A round still decides its own face.)
    @Test func whoShootsBringsTheirOwn() {
        var settings = Settings()
        settings.face = "wa_40"
        settings.archers = [Archer(name: "Ana", face: "wa_122", shaft: Length(millimetres: 6.2)), Archer(name: "Ben")]
        #expect(settings.shooter?.name == "Ana" && settings.targetFace.id == "wa_122" && settings.shaft == Length(millimetres: 6.2))
        let ben = settings.shooting(as: "Ben")
        #expect(ben.targetFace.id == "wa_40" && ben.shaft == settings.arrow && ben.target.archer == "Ben")
        #expect(Settings().target.archer == nil)
    }
}
