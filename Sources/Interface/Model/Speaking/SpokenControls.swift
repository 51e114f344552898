// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The controls in words: the labels of the footer, said.
extension Grammar {
    /// Returns what these uses do, the uses of one action together: "Like: right", "Page: left or right".
    func spoken(_ uses: [ControlUse]) -> [String] {
        var deeds: [(word: String, controls: String)] = []
        for use in uses {
            guard let word = self[use].map(Strings.word(of:)) else { continue }
            if let index = deeds.firstIndex(where: { $0.word == word }) {
                deeds[index].controls = Strings.Spoken.either(deeds[index].controls, use.spoken)
            } else {
                deeds.append((word, use.spoken))
            }
        }
        return deeds.map { Strings.Spoken.does($0.word, by: $0.controls) }
    }
}

extension ControlUse {
    /// All uses in the order in which they are said: the knob first, and the way out last.
    static let spokenOrder: [ControlUse] = [
        .turn, .press(.knob), .hold(.knob), .press(.mark), .hold(.mark), .press(.left), .press(.right), .press(.up), .press(.down), .hold(.left),
        .hold(.right), .press(.stop),
    ]

    /// The control in words, and for a hold that it is held.
    var spoken: String {
        switch self {
        case .turn: Strings.Spoken.turn
        case .press(.knob): Strings.Spoken.push
        case .press(let control): control.spoken
        case .hold(let control): Strings.Spoken.hold(control.spoken)
        }
    }
}

extension Control {
    fileprivate var spoken: String {
        switch self {
        case .mark: Strings.mark
        case .stop: Strings.stop
        case .left: Strings.Spoken.left
        case .right: Strings.Spoken.right
        case .up: Strings.Spoken.up
        case .down: Strings.Spoken.down
        case .knob: Strings.Spoken.knob
        }
    }
}

extension Toast.Undo {
    /// The way to take back what the toast tells: "Undo: hold the knob".
    var spoken: String {
        let use: ControlUse = self == .down ? .press(.down) : .hold(.knob)
        return Strings.Spoken.does(Strings.word(of: tool), by: use.spoken)
    }
}
