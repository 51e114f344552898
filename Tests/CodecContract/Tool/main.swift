// SPDX-License-Identifier: GPL-3.0-or-later

// Runs the contract of encoder and decoder with the codecs named on the command line: `codec-contract ENCODER DECODER INSIDE [WORDS OF A
// LAW]`.
// Prints a line for each law, "holds" or "broken"; the exit status is 1 if one is broken. It is a process of its own, since the stand-in
// for
// the Pi's codec block must be preloaded, and a test process must not be.
import CodecContract
import Glibc
import Media

LibAVLog.quiet()
let words = CommandLine.arguments.dropFirst()
guard words.count >= 3, let inside = Int64(words[words.startIndex + 2]) else {
    print("codec-contract ENCODER DECODER INSIDE [WORDS OF A LAW]")
    exit(64)
}
let codecs = Codecs(encoder: words[words.startIndex], decoder: words[words.startIndex + 1], inside: inside)
let wanted = words.dropFirst(3).joined(separator: " ")
var broken = 0

/// Prints at once, since the device may block for ever in the next step.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

for law in Law.all where wanted.isEmpty || law.name.contains(wanted) {
    let faults: [String]
    do {
        faults = try law.broken(codecs)
    } catch {
        faults = ["\(error)"]
    }
    say(faults.isEmpty ? "holds: \(law.name)" : "broken: \(law.name): \(faults.prefix(4).joined(separator: "; "))")
    if !faults.isEmpty { broken += 1 }
}
exit(broken > 0 ? 1 : 0)
