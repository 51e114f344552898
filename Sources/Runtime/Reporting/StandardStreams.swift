// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The program's standard streams. A terminal, a pipe or a service manager holds their other ends, and may let go of them.
public enum StandardStreams {
    /// Makes the program outlast the readers of its output. To be called before anything else is opened, and before any thread starts.
    ///
    /// A pipe whose reader has gone (`vir devices | head`), or a file that grew beyond its limit, then refuses a write instead of
    /// killing the program with its session open. And a stream that was closed by whoever started VIR (`2>&-`) gets a placeholder:
    /// otherwise the next file that is opened would get its number, and lines of the log would land in a journal or a clip.
    public static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // In the order of their numbers, because `open` gives the lowest free one. Standard input and output refuse like closed ones;
        // standard error takes what nobody reads.
        for (number, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)] {
            if fcntl(number, F_GETFD) < 0, errno == EBADF { _ = open("/dev/null", flags) }
        }
    }

    /// Prints all of what a person asked for.
    ///
    /// A reader that went away has read what it wanted, so that is no failure.
    /// - Throws: `Failure`, if the output is closed or takes no more.
    public static func print(_ text: String, terminator: String = "\n") throws(Failure) {
        let code = FileDescriptor.write(Array("\(text)\(terminator)".utf8), to: STDOUT_FILENO)
        guard code != 0, code != EPIPE else { return }
        throw Failure(.cannotWrite, "standard output: \(SystemReason.words(code))")
    }

    /// Prints a line that nobody needs to receive: the program's terminal may be gone by now, and that is no fault of the run.
    /// - Throws: `Failure`, if the output is there and takes no more.
    static func printIfHeard(_ line: String) throws(Failure) {
        let code = FileDescriptor.write(Array("\(line)\n".utf8), to: STDOUT_FILENO)
        guard ![0, EPIPE, EBADF, EIO].contains(code) else { return }
        throw Failure(.cannotWrite, "standard output: \(SystemReason.words(code))")
    }

    /// Writes one line to standard error, whatever the line quotes.
    public static func complain(_ line: String) {
        _ = FileDescriptor.write(Array("vir: \(line.onOneLine)\n".utf8), to: STDERR_FILENO)
    }
}

/// Whole writes to an open file, a pipe or a device.
enum FileDescriptor {
    /// - Returns: 0, or the `errno` of the write that failed.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let written = Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
                if written < 0, errno == EINTR { continue }
                if written < 0, errno == EAGAIN {
                    // Somebody else has set the pipe to non-blocking.
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&waiting, 1, -1)
                    continue
                }
                guard written > 0 else { return written == 0 ? EIO : errno }
                done += written
            }
            return 0
        }
    }
}
