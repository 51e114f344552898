// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices

/// Switches the TV on with the box, and off when nobody has done anything for long, if the settings say so.
///
/// Thread-bound: the box's thread. The TV's adapter is opened when it is first wanted.
final class TVPower {
    private let open: () -> TVControl?
    private var control: TVControl?
    private var isOpened = false
    private var rule: StandbyRule
    private var wakes = false

    /// - Parameter open: opens the adapters, or returns `nil` if the machine has no adapter.
    init(at now: Timestamp, open: @escaping () -> TVControl?) {
        self.open = open
        rule = StandbyRule(minutes: 0, at: now)
    }

    /// Takes the settings over. The TV is switched on if they ask for that and didn't before.
    func follow(_ settings: Settings) {
        rule.minutes = settings.switchesTV ? settings.tvStandbyMinutes : 0
        let wasWanted = wakes
        wakes = settings.switchesTV
        guard wakes, !wasWanted else { return }
        // An adapter that wasn't there then may be there now.
        if control == nil { isOpened = false }
        adapter?.wake()
    }

    /// Notes that somebody did something, or has a session open.
    func noteActivity(at now: Timestamp) {
        if rule.acted(at: now) == .wake { adapter?.wake() }
    }

    /// Switches the TV off if its time has come; ten calls a second are enough.
    func look(at now: Timestamp) {
        if rule.elapsed(at: now) == .standby { adapter?.standby() }
    }

    func stop() {
        control?.stop()
        control = nil
    }

    private var adapter: TVControl? {
        if !isOpened {
            isOpened = true
            control = open()
        }
        return control
    }
}
