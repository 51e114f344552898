// SPDX-License-Identifier: GPL-3.0-or-later

extension Bindings {
    /// Returns the rows by which letters are chosen, taken and erased, with more rows for the rest of the screen.
    /// - Parameter change: changes the screen's letters.
    static func letters(
        _ change: @escaping (inout Host, (inout LetterWheel) -> Void) -> Void, and others: Bindings
    ) -> Bindings {
        var rows: Bindings = [
            .press(.left): Binding(.letterBack) { change(&$0) { $0.erase() } }.repeated,
            .press(.up): Binding(.letterUp) { change(&$0) { $0.turn(by: -LetterWheel.columns) } }.repeated,
            .press(.down): Binding(.letterDown) { change(&$0) { $0.turn(by: LetterWheel.columns) } }.repeated,
            .turn: .turning(.letter) { host, detents in change(&host) { $0.turn(by: detents) } },
            .press(.knob): Binding(.takeLetter) { change(&$0) { $0.takeLetter() } },
        ]
        rows.add(others)
        return rows
    }
}
