// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The scheduling of the threads that a codec starts for itself. A thread inherits it from the thread that starts it.
///
/// The frame path waits for them, so they come before all threads outside it. They aren't real-time threads: four of them on a picture that
/// is too large for the machine would leave nothing for the interface, and the kernel's limit on real-time threads (sched(7),
/// sched_rt_runtime_us) would stop the display with them.
enum CodecThreads {
    /// The nice value of a codec's threads: nine times the weight of a thread without a nice value.
    static let nice: Int32 = -10

    private static let process = Int32(PRIO_PROCESS.rawValue)

    /// Opens a codec so that its threads are scheduled like this, whatever the calling thread's scheduling is. The calling thread's own
    /// scheduling is restored afterwards. If the kernel doesn't permit a negative nice value, they run like any other thread.
    static func opening<Result>(_ open: () -> Result) -> Result {
        let thread = pthread_self()
        var policy: Int32 = 0
        var parameters = sched_param()
        guard pthread_getschedparam(thread, &policy, &parameters) == 0 else { return open() }
        // On Linux, a nice value belongs to a thread, and 0 means the calling one.
        let before = getpriority(process, 0)
        var normal = sched_param()
        pthread_setschedparam(thread, SCHED_OTHER, &normal)
        setpriority(process, 0, min(nice, before))
        defer {
            setpriority(process, 0, before)
            pthread_setschedparam(thread, policy, &parameters)
        }
        return open()
    }
}
