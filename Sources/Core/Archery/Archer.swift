// SPDX-License-Identifier: GPL-3.0-or-later

/// Somebody who shoots: what the settings say of them. What isn't said is as it is set for everybody.
public struct Archer: Hashable, Sendable {
    public var name: String
    /// The id of the face that the archer shoots at in practice.
    public var face: String?
    /// The shaft's diameter.
    public var shaft: Length?
    public var isLeftHanded: Bool

    public init(name: String, face: String? = nil, shaft: Length? = nil, isLeftHanded: Bool = false) {
        self.name = name
        self.face = face
        self.shaft = shaft
        self.isLeftHanded = isLeftHanded
    }

    /// So many archers share a box.
    public static let most = 8
    /// No name is longer, in letters.
    public static let longestName = 24
}

/// `Ana: wa_122, 5.5, left; Ben: wa_80_6ring, 6.2; Cy`: a name, and behind a colon what is special to the archer, in any order.
enum ArcherText {
    static func text(_ archers: [Archer]) -> String {
        archers.map { archer in
            let words = [archer.face, archer.shaft.map { plainNumber($0.millimetres) }, archer.isLeftHanded ? "left" : nil].compactMap { $0 }
            return words.isEmpty ? archer.name : "\(archer.name): \(words.joined(separator: ", "))"
        }
        .joined(separator: "; ")
    }

    /// - Parameter faces: the ids of the faces there are.
    /// - Throws: what is wrong, in words.
    static func archers(_ text: String, faces: [String]) throws(ArcherProblem) -> [Archer] {
        var archers: [Archer] = []
        for part in text.split(separator: ";", omittingEmptySubsequences: true) {
            let entry = trimmed(part)
            guard !entry.isEmpty else { continue }
            let archer = try archer(entry, faces: faces)
            guard !archers.contains(where: { $0.name == archer.name }) else { throw ArcherProblem("there are two archers called \(archer.name)") }
            archers.append(archer)
        }
        guard archers.count <= Archer.most else { throw ArcherProblem("these are \(archers.count) archers; take \(Archer.most) at most") }
        return archers
    }

    private static func archer(_ entry: Substring, faces: [String]) throws(ArcherProblem) -> Archer {
        let halves = entry.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(trimmed(halves[0]))
        guard (1...Archer.longestName).contains(name.count), name.allSatisfy({ !$0.isNewline && $0 != "," }) else {
            throw ArcherProblem("an archer's name has 1 to \(Archer.longestName) letters, and \"\(name.prefix(40))\" isn't one")
        }
        var archer = Archer(name: name)
        for word in halves.count > 1 ? halves[1].split(separator: ",").map(trimmed) : [] where !word.isEmpty {
            if word == "left" || word == "right" {
                archer.isLeftHanded = word == "left"
            } else if let millimetres = Double(word) {
                guard millimetres >= Face.thinnestShaft.millimetres, millimetres <= Face.nfaaThickestShaft.millimetres else {
                    throw ArcherProblem("\(name)'s shaft is \(word) mm; take 3.1 to 10.7")
                }
                archer.shaft = Length(millimetres: millimetres)
            } else {
                guard faces.contains(String(word)) else {
                    throw ArcherProblem(
                        "\(name): \(word.prefix(40)) is no face, no shaft in mm and neither left nor right; 'vir faces' lists the faces")
                }
                archer.face = String(word)
            }
        }
        return archer
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var rest = text
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}

/// What is wrong with a line of archers.
struct ArcherProblem: Error, Hashable {
    var words: String

    init(_ words: String) {
        self.words = words
    }
}
