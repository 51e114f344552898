// SPDX-License-Identifier: GPL-3.0-or-later
// Faults made on purpose, by their names: a sanitizer that doesn't report them would report none of the program's either.
// `locked` is no fault: two threads that take turns, and wait for each other in the kernel.

import Glibc
import Synchronization

final class Counter: Sendable {
    nonisolated(unsafe) var count = 0
    let mutex = Mutex(0)

    func count(isLocked: Bool) {
        for _ in 0..<100_000 {
            guard isLocked else {
                count += 1
                continue
            }
            mutex.withLock { turns in
                turns += 1
                count += 1
                if turns % 1000 == 0 { usleep(10) }
            }
        }
    }

    func onTwoThreads(isLocked: Bool) {
        var threads = [pthread_t(), pthread_t()]
        let body = Unmanaged.passRetained(Body { self.count(isLocked: isLocked) })
        for index in threads.indices {
            pthread_create(
                &threads[index], nil,
                { argument in
                    argument.map { Unmanaged<Body>.fromOpaque($0).takeUnretainedValue().run() }
                    return nil
                }, body.toOpaque())
        }
        for thread in threads { pthread_join(thread, nil) }
        body.release()
    }
}

final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

switch CommandLine.arguments.dropFirst().first {
case "race": Counter().onTwoThreads(isLocked: false)
case "locked": Counter().onTwoThreads(isLocked: true)
case "overflow":
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: CommandLine.arguments.count)
    bytes[CommandLine.arguments.count + 1] = 1
    print(bytes[0])
case "leak":
    // Printed, so that the compiler doesn't leave it out.
    for size in 100...200 { print(Int(bitPattern: malloc(size)) % 2) }
default: exit(64)
}
