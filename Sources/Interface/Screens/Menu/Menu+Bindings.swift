// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The controls on each panel of the menu.
extension Menu {
    func bindings(in context: Context) -> Bindings<Self> {
        if learning.isListening { return [.press(.stop): Binding(.cancel) { $0.putBack(in: &$1, at: $2) }] }
        switch panel {
        case .tiles: return onTiles
        case .about: return onAbout
        case .naming: return onName
        case .page, .all, .archers, .archer, .lineClock: return isEditing ? onValue : onRows(row(in: context.settings))
        }
    }

    private var onTiles: Bindings<Self> {
        [
            .press(.mark): Binding(.openTile) { $0.openTile(in: &$1, at: $2) },
            .press(.stop): Binding(.toLive, .back),
            .press(.left): Binding(.tileBefore) { $0.chooseTile(by: -1, in: $1) }.repeated,
            .press(.right): Binding(.tileAfter) { $0.chooseTile(by: 1, in: $1) }.repeated,
            .turn: .turning(.tile) { $0.chooseTile(by: $3.detents, in: $1) },
            .press(.knob): Binding(.openTile) { $0.openTile(in: &$1, at: $2) },
        ]
    }

    private var onAbout: Bindings<Self> {
        [
            .press(.mark): Binding(.back) { $0.close(in: $1, at: $2) },
            .press(.stop): Binding(.back) { $0.close(in: $1, at: $2) },
            .press(.up): Binding(.scroll) { $0.readOn(by: -1, in: $1) }.repeated,
            .press(.down): Binding(.scroll) { $0.readOn(by: 1, in: $1) }.repeated,
            .turn: .turning(.scroll) { $0.readOn(by: $3.detents.signum(), in: $1) },
            .press(.knob): Binding(.back) { $0.close(in: $1, at: $2) },
        ]
    }

    private var onName: Bindings<Self> {
        .letters(
            { $0.write($1) },
            and: [
                .press(.mark): Binding(.takeName) { $0.takeName(in: &$1, at: $2) }.when(wheel.result != nil),
                .press(.stop): Binding(.cancel) { $0.close(in: $1, at: $2) },
            ])
    }

    private var onValue: Bindings<Self> {
        [
            .press(.mark): Binding(.take) { $0.push(in: &$1, at: $2) },
            .press(.stop): Binding(.oldValue) { $0.putBack(in: &$1, at: $2) },
            .press(.left): Binding(.less) { $0.adjust(by: -1, in: &$1, at: $2) }.repeated,
            .press(.right): Binding(.more) { $0.adjust(by: 1, in: &$1, at: $2) }.repeated,
            .turn: .turning(.value) { $0.adjust(by: $3.steps, in: &$1, at: $2) },
            .press(.knob): Binding(.take) { $0.push(in: &$1, at: $2) },
        ]
    }

    /// - Parameter row: the chosen row. Its deed is the label of MARK and of the knob's push, or of its hold.
    private func onRows(_ row: MenuRow?) -> Bindings<Self> {
        let deed = row?.deed ?? .change
        let push = Binding<Self>(deed) { $0.push(in: &$1, at: $2) }.when(row?.isHeld != true)
        return [
            .press(.mark): push,
            .press(.stop): Binding(.back) { $0.close(in: $1, at: $2) },
            .press(.left): Binding(.partBefore) { $0.changePage(by: -1, in: &$1, at: $2) }.repeated,
            .press(.right): Binding(.partAfter) { $0.changePage(by: 1, in: &$1, at: $2) }.repeated,
            .press(.up): Binding(.rowBefore) { $0.chooseRow(by: -1, in: $1.settings) }.repeated,
            .press(.down): Binding(.rowAfter) { $0.chooseRow(by: 1, in: $1.settings) }.repeated,
            .turn: .turning(.row) { $0.chooseRow(by: $3.detents, in: $1.settings) },
            .press(.knob): push,
            .hold(.knob): Binding(deed) { $0.finishHold(in: &$1, at: $2) }.when(row?.isHeld == true),
        ]
    }
}
