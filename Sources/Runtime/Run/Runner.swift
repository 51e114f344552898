// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Foundation
import Graphics
import Logging
import Media
import Storage
import Synchronization

/// Runs `vir run`, from the words on the command line to the end of the run.
public enum Runner {
    /// Runs the box until its time is over or it is told to end.
    /// - Throws: `Failure` with the exit status, for everything the world refuses.
    public static func run(_ words: RunArguments) throws {
        // A virtual run gives the same every time, whatever ran before it, so it has no trace.
        let folder = words.clock == "real" ? RunTraceFile.folder(environment: ProcessInfo.processInfo.environment) : nil
        let trace = RunTraceFile(folder: folder, at: MonotonicClock().now())
        // Before the plan reads the settings, which may choose one of them.
        let problems = FoundLanguages.offer()
        var plan = try RunPlan(words, isSafe: trace.trace.isSafe)
        plan.languageProblems = problems
        // Made before the devices are opened: libcamera has threads of its own, which inherit the mask.
        try run(plan, trace: trace, until: EndSignals())
    }

    /// - Parameter signals: the signals that end the run before its time; a virtual run may go without.
    static func run(
        _ plan: RunPlan, trace: RunTraceFile = RunTraceFile(folder: nil, at: MonotonicClock().now()),
        until signals: EndSignals? = nil
    ) throws {
        LibAVLog.quiet()
        switch plan.clock {
        case .virtual:
            try Run(plan, trace: trace).runVirtually(until: signals)
        case .real:
            let signals = signals ?? EndSignals()
            try Run(plan, trace: trace).runInRealTime(until: signals)
        }
    }
}
