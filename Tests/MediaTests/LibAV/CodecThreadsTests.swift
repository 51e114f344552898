// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Glibc
import Synchronization
import Testing

@testable import Media

/// The scheduling of a codec's threads doesn't depend on the thread that opens it: the first stream is opened before the camera's thread
/// runs,
/// each later one by that thread.
@Suite(.serialized) struct CodecThreadsTests {
    private struct Standing: Hashable, Sendable {
        var policy: Int
        var nice: Int
    }

    /// Returns the scheduling of every thread of this process, from proc(5): field 19 is the nice value, field 41 the policy.
    private static func threads() -> [Int: Standing] {
        var threads: [Int: Standing] = [:]
        for word in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] {
            guard let number = Int(word), let stat = try? String(contentsOfFile: "/proc/self/task/\(word)/stat", encoding: .utf8),
                let end = stat.lastIndex(of: ")")
            else { continue }
            // The rest after the name begins with field 3.
            let fields = stat[stat.index(after: end)...].split(separator: " ")
            guard fields.count > 38, let nice = Int(fields[16]), let policy = Int(fields[38]) else { continue }
            threads[number] = Standing(policy: policy, nice: nice)
        }
        return threads
    }

    @Test(arguments: [false, true])
    func theyAreTheSameWhoeverOpensIt(isRealTime: Bool) {
        let seen = Mutex<(workers: [Standing], before: Standing?, after: Standing?)>(([], nil, nil))
        let opener = Thread {
            var parameters = sched_param()
            parameters.sched_priority = 10
            if isRealTime { pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) }
            // The kernel's link to the calling thread, such as "123/task/456".
            let me =
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))
                .flatMap { $0.split(separator: "/").last }.flatMap { Int($0) } ?? 0
            let before = Self.threads()
            let encoder = try? LibAVEncoder(
                codec: EncoderChoice.software,
                parameters: StreamParameters(size: VideoSize(width: 320, height: 180), rate: FrameRate(30)))
            let after = Self.threads()
            withExtendedLifetime(encoder) {
                // Other tests may start threads meanwhile.
                let new = after.filter { before[$0.key] == nil }.map(\.value)
                seen.withLock { $0 = (new, before[me], after[me]) }
            }
        }
        opener.start()
        while !opener.isFinished { usleep(1000) }
        let (workers, before, after) = seen.withLock { $0 }
        #expect(after == before && before != nil)
        // Only root or a process with CAP_SYS_NICE may lower the nice value; without it the workers are ordinary threads.
        guard setpriority(Int32(PRIO_PROCESS.rawValue), 0, getpriority(Int32(PRIO_PROCESS.rawValue), 0) - 1) == 0 else { return }
        setpriority(Int32(PRIO_PROCESS.rawValue), 0, getpriority(Int32(PRIO_PROCESS.rawValue), 0) + 1)
        #expect(workers.count { $0.policy == Int(SCHED_OTHER) && $0.nice <= Int(CodecThreads.nice) } >= 4)
    }
}
