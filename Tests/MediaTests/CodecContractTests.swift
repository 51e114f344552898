// SPDX-License-Identifier: GPL-3.0-or-later

import CodecContract
import Foundation
import Testing

extension Law: CustomTestStringConvertible {
    public var testDescription: String { name }
}

/// The same laws for libx264 with the software decoder, and for libavcodec's V4L2 codecs with the stand-in for the Pi's block.
@Suite struct CodecContractTests {
    @Test(arguments: Law.all)
    func softwareCodecsKeepTheContract(_ law: Law) throws {
        #expect(try law.broken(.software) == [])
    }

    /// As on a Pi, and as on other blocks: one plane of memory or several, the old interface, longer queues.
    @Test(
        .enabled(if: StandIn.isPossible),
        arguments: [
            "", "planes=several", "api=single", "encode-latency=0,decode-latency=0", "encode-latency=8,decode-latency=8", "source-change=always",
            "prime=yes",
        ])
    func theHardwaresCodecsKeepItOverTheStandIn(_ options: String) throws {
        let run = try StandIn.contract(options)
        // libavcodec itself finds no NV12 with separate plane memories: it takes the first layout that the driver names and refuses any
        // other.
        // The box encodes such pictures in software.
        let refusals = options == "planes=several" ? run.broken.filter { $0.hasSuffix("h264_v4l2m2m: open: Invalid argument") } : []
        #expect(run.broken.filter { !refusals.contains($0) } == [], "with \(options)")
        #expect(run.held + refusals.count == Law.all.count, "with \(options): \(run.words)")
        #expect(run.violations == [], "with \(options)")
    }
}

/// The contract's tool in a process with the stand-in preloaded.
private enum StandIn {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let fake = root.appendingPathComponent("Tests/Fakes/CodecDevice")

    /// True if the sources and a compiler exist: not in the virtual machine, which gets only the compiled tests.
    static var isPossible: Bool {
        FileManager.default.fileExists(atPath: fake.path) && FileManager.default.fileExists(atPath: "/usr/bin/make")
    }

    struct Run {
        var held = 0
        var broken: [String] = []
        var violations: [String] = []
        var words = ""
    }

    static func contract(_ options: String) throws -> Run {
        let made = try run("/usr/bin/make", ["-s", "-C", fake.path], [:], seconds: 300)
        try #require(made.status == 0, "\(made.words)")
        let report = FileManager.default.temporaryDirectory.appendingPathComponent("codec-contract-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: report) }
        let tests = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let tool = tests.deletingLastPathComponent().appendingPathComponent("codec-contract")
        let done = try run(
            tool.path, ["h264_v4l2m2m", "h264_v4l2m2m", "16"],
            [
                "LD_PRELOAD": root.appendingPathComponent(".build/fakes/libcodecdevice.so").path,
                "VIR_FAKE_CODEC": ["devices=decode+encode", options].filter { !$0.isEmpty }.joined(separator: ","),
                "VIR_FAKE_CODEC_REPORT": report.path,
            ], seconds: 300)
        var run = Run(words: done.words)
        for line in done.words.split(separator: "\n") {
            if line.hasPrefix("holds: ") { run.held += 1 }
            if line.hasPrefix("broken: ") { run.broken.append(String(line)) }
        }
        let lines = (try? String(contentsOf: report, encoding: .utf8)) ?? ""
        run.violations = lines.split(separator: "\n").filter { $0.contains("\"violation\"") && !$0.contains("\"closed\"") }.map(String.init)
        return run
    }

    private static func run(
        _ path: String, _ words: [String], _ environment: [String: String], seconds: Double
    ) throws -> (status: Int32, words: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        // A driver call that never returns must not block the tests.
        let killer = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: killer)
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        killer.cancel()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
