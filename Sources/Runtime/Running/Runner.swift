import Core
import Devices
import Foundation
import Graphics
import Logging
import Media
import Storage
import Synchronization

/// `vir run`: from the words on the command line to the end of the run.
public enum Runner {
    /// Runs the box until its time is over or it is told to end.
    /// - Throws: `Failure` with the exit status, for everything the world refuses.
    public static func run(_ words: RunArguments) throws {
        try run(RunPlan(words))
    }

    static func run(_ plan: RunPlan) throws {
        LibAVLog.quiet()
        switch plan.clock {
        case .virtual:
            try Run(plan).runVirtually()
        case .real:
            // Before the devices are opened: libcamera has threads of its own, which inherit the mask.
            let signals = EndSignals()
            try Run(plan).runInRealTime(until: signals)
        }
    }
}
