// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The date: set by a person, learnt by sessions that began without one, kept for the next start.
extension CardWriter {
    /// Sets the clock, and gives the sessions of this run their dates that began without one. Called by the thread that posts.
    func setClock(utc: Int64, offset: Int) {
        guard let clock else { return }
        clock.set(utc: utc, offset: offset)
        for (session, header) in queue.begun {
            guard let date = clock.learntDate(of: header) else { continue }
            queue.learn(date, of: session)
            post(.journal(session, .dated(date)))
            // Its record and its pages.
            post(.file(session))
        }
        if let report = clock.report { tell(.clock(report)) }
    }

    /// Takes another zone, for the sessions that begin from now on. Called by the thread that posts.
    func setZone(_ offset: Int?) {
        clock?.set(offset: offset)
        if let report = clock?.report { tell(.clock(report)) }
    }

    /// Takes over what the card that was inserted says about the time.
    func learnTime() {
        clock?.learn(last: filing.card.lastTime, foreign: MachineClock.foreignTime(onCard: filing.card.path))
        tellClock()
    }

    /// Tells the date if its source has changed: a network may set the machine's clock at any time. The battery clocks are set here, because
    /// nobody waits for this thread.
    func tellClock() {
        let lines = clock?.keepSetting() ?? []
        if !lines.isEmpty { tell(.noticed(lines)) }
        guard let report = clock?.report, report.date.from != toldDate else { return }
        toldDate = report.date.from
        tell(.clock(report))
    }

    /// Writes the last time that is known, so that the next start knows that it comes later. A refusal is nothing to tell.
    func keepTime() {
        guard let time = clock?.lastTime else { return }
        try? filing.card.keep(lastTime: time)
    }
}
