import CLinux
import Core
import Devices
import Glibc
import Graphics
import Media

/// What this machine offers, for `vir devices`: each part with what could be used for it, and what `auto` takes.
public enum DeviceSurvey {
    /// A table to read; one line for each thing that was found or looked for in vain.
    public static func text() -> String {
        LibAVLog.quiet()
        var lines: [String] = []
        func section(_ title: String, _ rows: [String]) {
            lines.append(title)
            lines += rows.map { "  " + $0 }
        }
        section("Cameras", [
            "synthetic    the archery range: 640x480 to 1920x1080 and other even sizes, 30 or 60 fps   (auto)",
            "file:PATH    any video file",
        ])
        let stream = StreamParameters(size: .hd1080, rate: FrameRate(30))
        section("Encoders, at \(stream.size)", choices(EncoderChoice.probe(size: stream.size)))
        section("Decoders, at \(stream.size)", choices(DecoderChoice.probe(size: stream.size)))
        section("Displays", displays())
        section("Panel", ["keys         in the window", "script:PATH  a file of key presses"])
        let microphones = ALSAMicrophone.list()
        section("Sound", microphones.isEmpty ? ["none found"] : microphones)
        section("Machine", machine())
        return lines.joined(separator: "\n")
    }

    private static func choices(_ found: [(name: String, isUsable: Bool, detail: String)]) -> [String] {
        let chosen = found.first { $0.isUsable }?.name
        return found.map { choice in
            let name = choice.name.padded(to: 13)
            return name + (choice.isUsable ? "works" : "no") + (choice.detail.isEmpty ? "" : ": \(choice.detail)")
                + (choice.name == chosen ? "   (auto)" : "")
        }
    }

    private static func displays() -> [String] {
        let hasDesktop = WindowDisplay.isDesktopThere()
        var rows = ["window       \(hasDesktop ? "a desktop is there   (auto)" : "no desktop")",
                    "headless     always; --snapshots DIR shows what a TV would\(hasDesktop ? "" : "   (auto)")"]
        do {
            rows.append("composing    GLES, \(try Compositor().rendererName)")
        } catch {
            rows.append("composing    none: \(error)")
        }
        rows.append("font         \(Fonts.isInterInstalled() ? "Inter" : "Inter is missing (Debian: fonts-inter); another one stands in")")
        return rows
    }

    private static func machine() -> [String] {
        var rows = ["processors   \(sysconf(Int32(_SC_NPROCESSORS_ONLN)))"]
        if let memory = MemoryReading.now() {
            let capacity = memory.lineSize.capacityBytes(for: StreamParameters(size: .hd1080, rate: FrameRate(30)),
                                                         maximumSeconds: 1200)
            rows.append("memory       \(memory.totalBytes >> 20) MiB, \(memory.availableBytes >> 20) MiB available;"
                + " the delay line would take \(capacity >> 20) MiB")
        }
        let mayHurry = geteuid() == 0 || vir_may_run_in_real_time() != 0
        rows.append("scheduling   \(mayHurry ? "real-time priority is permitted" : "no real-time priority for this user")")
        return rows
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
