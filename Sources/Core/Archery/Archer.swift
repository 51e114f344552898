// SPDX-License-Identifier: GPL-3.0-or-later

/// An archer, as the settings describe them. For a value that is missing here, the setting for all archers applies.
public struct Archer: Hashable, Sendable {
    public var name: String
    /// The id of the face that the archer shoots at in practice.
    public var face: String?
    /// The id of the archer's round; `practice` means no round, whatever the others shoot.
    public var round: String?
    /// The shaft's diameter.
    public var shaft: Length?
    public var isLeftHanded: Bool
    /// The names that the archer had before, the newest last: sessions and films on a card still have them.
    public private(set) var formerNames: [String]

    /// The word for an archer's own practice.
    public static let practice = "practice"

    public init(
        name: String, face: String? = nil, round: String? = nil, shaft: Length? = nil, isLeftHanded: Bool = false, formerNames: [String] = []
    ) {
        self.name = name
        self.face = face
        self.round = round
        self.shaft = shaft
        self.isLeftHanded = isLeftHanded
        self.formerNames = []
        for former in formerNames { note(former: former) }
    }

    /// Gives the archer another name. The present one is then a former name.
    package mutating func rename(to new: String) {
        let old = name
        name = new
        formerNames.removeAll { $0 == new }
        note(former: old)
    }

    private mutating func note(former: String) {
        guard former != name else { return }
        formerNames.removeAll { $0 == former }
        formerNames = (formerNames + [former]).suffix(Self.mostFormerNames)
    }

    /// The most archers who share a box.
    public static let most = 8
    /// The most letters in a name.
    public static let longestName = 24
    /// The most former names that are kept: the newest ones.
    public static let mostFormerNames = 4
}

/// The archers in one line, such as `Ana: wa_122, wa_70, 5.5, left; Ben: wa_80_6ring, 6.2; Cy: practice; Di: was Dee`: each archer's name and,
/// after a colon, the archer's own values in any order, and former names behind `was`.
enum ArcherText {
    private static let formerly = "was "

    static func text(_ archers: [Archer]) -> String {
        archers.map { archer in
            let values = [archer.face, archer.round, archer.shaft.map { plainNumber($0.millimetres) }, archer.isLeftHanded ? "left" : nil]
            let words = values.compactMap { $0 } + archer.formerNames.map { formerly + $0 }
            return words.isEmpty ? archer.name : "\(archer.name): \(words.joined(separator: ", "))"
        }
        .joined(separator: "; ")
    }

    /// - Parameter faces: the ids of all faces.
    /// - Throws: the first problem, in words.
    static func archers(_ text: String, faces: [String]) throws(ArcherProblem) -> [Archer] {
        let (archers, problem) = read(text, faces: faces)
        if let problem { throw problem }
        return archers
    }

    /// Returns the archers whose entries are valid, at most `Archer.most`, and the first problem.
    static func read(_ text: String, faces: [String]) -> (archers: [Archer], problem: ArcherProblem?) {
        var archers: [Archer] = []
        var problem: ArcherProblem?
        for entry in text.split(separator: ";").map(trimmed) where !entry.isEmpty {
            do throws(ArcherProblem) {
                let archer = try archer(entry, faces: faces)
                guard !archers.contains(where: { $0.name == archer.name }) else { throw ArcherProblem(.twoArchers(archer.name)) }
                archers.append(archer)
            } catch {
                problem = problem ?? error
            }
        }
        if archers.count > Archer.most { problem = problem ?? ArcherProblem(.manyArchers(archers.count, most: Archer.most)) }
        return (Array(archers.prefix(Archer.most)), problem)
    }

    private static func archer(_ entry: Substring, faces: [String]) throws(ArcherProblem) -> Archer {
        let halves = entry.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(trimmed(halves[0]))
        guard !name.contains(",") else { throw ArcherProblem(.commaInArchersName(String(name.prefix(40)))) }
        guard isName(name) else { throw ArcherProblem(.noArchersName(String(name.prefix(40)), longest: Archer.longestName)) }
        var archer = Archer(name: name)
        var formerNames: [String] = []
        for word in halves.count > 1 ? halves[1].split(separator: ",").map(trimmed) : [] where !word.isEmpty {
            if word == "left" || word == "right" {
                archer.isLeftHanded = word == "left"
            } else if word.hasPrefix(formerly) {
                let former = String(trimmed(word.dropFirst(formerly.count)))
                guard isName(former) else { throw ArcherProblem(.noArchersName(String(former.prefix(40)), longest: Archer.longestName)) }
                formerNames.append(former)
            } else if let millimetres = Double(word) {
                let (least, most) = (Face.thinnestShaft, Face.nfaaThickestShaft)
                guard millimetres >= least.millimetres, millimetres <= most.millimetres else {
                    throw ArcherProblem(.archersShaft(name, String(word), least, most))
                }
                archer.shaft = Length(millimetres: millimetres)
            } else if faces.contains(String(word)) {
                archer.face = String(word)
            } else {
                guard word == Archer.practice || RoundCatalog.round(String(word)) != nil else {
                    throw ArcherProblem(.archersWord(name, String(word.prefix(40))))
                }
                archer.round = String(word)
            }
        }
        return Archer(
            name: name, face: archer.face, round: archer.round, shaft: archer.shaft, isLeftHanded: archer.isLeftHanded, formerNames: formerNames)
    }

    /// A letter may consist of any number of Unicode scalars.
    private static func isName(_ name: String) -> Bool {
        (1...Archer.longestName).contains(name.count) && name.unicodeScalars.count <= 4 * Archer.longestName && !name.contains(where: \.isNewline)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var rest = text
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}

/// The problem with a line of archers.
struct ArcherProblem: Error, Hashable {
    var message: Message

    init(_ message: Message) {
        self.message = message
    }
}
