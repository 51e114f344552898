// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The work of one thread. A real run repeats it on that thread; a virtual run takes the same steps in the order of time.
struct Worker: Sendable {
    /// The thread that does this work in a real run.
    let thread: BoxThread
    /// Does one piece of work.
    /// - Returns: true if there may be more to do at once.
    var runOnce: @Sendable () -> Bool
    /// Sleeps until there may be something to do, or until the given time.
    let wait: @Sendable (Timestamp) -> Void
    /// Ends a `wait` and gives up what is being made, because the program ends. May be called from any thread.
    let end: @Sendable () -> Void
    /// Releases what the work has opened: the thread's last call.
    var close: @Sendable () -> Void = {}
    /// Returns the time at which `runOnce` has something to do although nobody asked for anything; `nil` if it never does by itself.
    var nextStep: @Sendable () -> Timestamp? = { nil }
    /// The longest time that the thread sleeps if there is no next step.
    var patience: Duration = .seconds(1)
    /// True if `runOnce` may be called only when `nextStep` has come: nothing else gives it work.
    var isTimed = false
    /// Work that the thread does each time before it sleeps.
    var beforeSleep: @Sendable () -> Void = {}
    /// The part whose progress the service manager watches; `nil` if it doesn't watch this work.
    var watched: Service.Part?

    /// Does all the work that there is, until `hasEnded` says that the program ends. The thread's body.
    func repeatUntil(_ hasEnded: () -> Bool, timebase: any Timebase, beat: (Service.Part) -> Void) {
        while !hasEnded() {
            while !hasEnded(), runOnce() { watched.map(beat) }
            watched.map(beat)
            beforeSleep()
            if !hasEnded() { wait(nextStep() ?? timebase.now() + patience) }
        }
        close()
    }

    /// Returns this work with the words of each piece in the language that is spoken when it begins.
    func speaking(_ language: SpokenLanguage) -> Worker {
        var work = self
        work.runOnce = { [runOnce] in Language.speaking(language.current) { runOnce() } }
        return work
    }
}
