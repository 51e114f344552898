// SPDX-License-Identifier: GPL-3.0-or-later

import Core

@testable import Interface

// State of the appliance that tests read.
extension Appliance {
    var page: ScreenKind { path.place }
    var session: SessionState { context.sessions.session }
    var closing: SessionState? { context.sessions.closing }
    var switchingOff: SwitchingOff { context.switchingOff }
    var unsavedWork: UnsavedWork { context.unsavedWork }
    var conditions: Conditions { context.conditions }

    /// Returns the point in the footer at which a finger presses this control.
    func label(_ use: ControlUse) -> Point {
        guard let rect = FooterLayout(Theme(settings)).slot(of: use) else { preconditionFailure("the footer has no place for \(use)") }
        return rect.center
    }

    func switchingOffText(at now: Timestamp) -> DialogText? { context.switchingOffText(at: now) }

    /// The open menu, or the menu as it was left.
    var menu: Menu {
        guard let menu = (path.stack + path.aside).lazy.compactMap({ $0.as(Menu.self) }).first else { preconditionFailure("there is always a menu") }
        return menu
    }

    /// Returns the layout of the dialog.
    func dialogLayout(at now: Timestamp) -> DialogLayout {
        guard let dialog = (path.stack + path.aside).lazy.compactMap({ $0.as(Dialog.self) }).first else {
            preconditionFailure("there is always a dialog")
        }
        return dialog.layout(in: context, at: now)
    }
}

extension Path {
    /// The playback of the top screen, whichever tool is in use on it.
    var playback: (any Playback)? { top(PlaybackScreen.self)?.playback }
}

extension Destination {
    /// The playback, if it is of this kind and no tool is in use on it.
    func `as`<Kind: Playback>(_ kind: Kind.Type) -> Kind? {
        self.as(PlaybackScreen.self).flatMap { $0.mode == nil ? $0.playback as? Kind : nil }
    }

    /// The tool in use, if it is of this kind.
    func `as`<Kind: PlaybackMode>(_ kind: Kind.Type) -> Kind? { self.as(PlaybackScreen.self)?.mode as? Kind }
}

extension Rehearsal {
    /// The present faults, the worst first.
    var chips: [Chip] { appliance.context.chips(at: now) }
    /// The contents of the visible chip, or `nil` if nothing is wrong.
    var chip: ChipContent? { appliance.context.chipContent(at: now) }
}
