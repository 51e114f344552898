// SPDX-License-Identifier: GPL-3.0-or-later

import Core

@testable import Interface

// What tests look at, where it lies.
extension Appliance {
    var page: Place { path.place }
    var session: SessionState { context.sessions.session }
    var closing: SessionState? { context.sessions.closing }
    var switchingOff: SwitchingOff { context.switchingOff }
    var unsavedWork: UnsavedWork { context.unsavedWork }
    var conditions: Conditions { context.conditions }

    /// Where a finger finds this in the footer.
    func label(_ use: ControlUse) -> Point {
        guard let rect = FooterLayout(Look(settings)).slot(of: use) else { preconditionFailure("the footer has no place for \(use)") }
        return rect.center
    }

    func switchingOffText(at now: Timestamp) -> DialogText? { context.switchingOffText(at: now) }

    /// The menu as it is, or as it was left.
    var menu: Menu {
        for case .menu(let menu) in path.stack + path.aside { return menu }
        preconditionFailure("there is always a menu")
    }

    /// Where the dialog's parts lie.
    func dialogLayout(at now: Timestamp) -> DialogLayout {
        for case .dialog(let dialog) in path.stack + path.aside { return dialog.layout(in: context, at: now) }
        preconditionFailure("there is always a dialog")
    }
}

extension Rehearsal {
    /// What is wrong, the worst first.
    var chips: [Chip] { appliance.context.chips(at: now) }
    /// The condition whose chip is up; `nil`: nothing is wrong.
    var chip: ChipContent? { appliance.context.chipContent(at: now) }
}
