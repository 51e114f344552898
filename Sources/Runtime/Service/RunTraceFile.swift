// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Glibc
import Synchronization

/// Keeps a run's trace as `run.json` in `RUNTIME_DIRECTORY`, the folder that the service manager keeps in RAM.
///
/// The file is there while the run lasts. A clean shutdown deletes it, and a power cut loses it with the RAM disk. So if it is there, the
/// last run crashed. Without that folder there is no trace, and nothing is known. Thread-safe; a call takes some tens of
/// microseconds and belongs on no thread of the frame path. Errors of the folder are ignored: a session is then not continued
/// after a crash.
final class RunTraceFile: Sendable {
    private struct State {
        var trace: RunTrace
        var hasOutlivedCrashes = false
        var hasEnded = false
    }

    private static let longestBytes = 64 << 10

    /// The file's path; `nil` if no trace is kept.
    private let path: String?
    private let folder: String?
    private let start: Timestamp
    private let state: Mutex<State>

    /// Takes over what the previous run left there, and notes at once that this one runs: a start that fails counts too.
    init(folder: String?, at now: Timestamp) {
        self.folder = folder
        path = folder.map { "\($0)/run.json" }
        start = now
        let left = path.flatMap { RuntimeFile.read($0, longestBytes: Self.longestBytes) }
        state = Mutex(State(trace: left.map { RunTrace(after: $0, at: now) } ?? RunTrace()))
        state.withLock { write($0.trace) }
    }

    /// Returns the first of the folders that systemd names (it joins several with colons), or `nil` if it names no folder.
    static func folder(environment: [String: String]) -> String? {
        environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init)
    }

    var trace: RunTrace { state.withLock { $0.trace } }

    /// Returns the service manager's note about the end of the previous run, from the same folder; `nil` if nothing was noted.
    func crashLog(at now: Timestamp) -> CrashLog? {
        folder.flatMap { CrashLog(folder: $0, crashes: trace.crashes.count, uptime: now) }
    }

    /// Notes the session that is open now, and whether footage is kept. The number of its next mark is kept before the card hears of that mark.
    func note(_ session: OpenSession?, keepsNothing: Bool = false) {
        state.withLock { state in
            let nothing = keepsNothing ? true : nil
            guard state.trace.session != session || state.trace.keepsNothing != nothing, !state.hasEnded else { return }
            (state.trace.session, state.trace.keepsNothing) = (session, nothing)
            write(state.trace)
        }
    }

    /// Notes that the run goes on. To be called now and then.
    func noteAlive(at now: Timestamp) {
        guard start.duration(to: now) >= RunTrace.quietSpan else { return }
        state.withLock { state in
            guard !state.hasOutlivedCrashes, !state.hasEnded else { return }
            state.hasOutlivedCrashes = true
            state.trace.forgetCrashes()
            write(state.trace)
        }
    }

    /// Deletes the trace, because the run was told to end and has ended: nothing is left for the next one.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            if let path { unlink(path) }
        }
    }

    private func write(_ trace: RunTrace) {
        if let path { RuntimeFile.replace(path, with: trace.bytes) }
    }
}
