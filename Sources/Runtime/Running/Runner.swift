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
        let plan = try RunPlan(words)
        LibAVLog.quiet()
        let run = try Run(plan)
        switch plan.clock {
        case .virtual: try run.runVirtually()
        case .real: try run.runInRealTime()
        }
    }
}
