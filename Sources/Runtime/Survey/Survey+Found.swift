// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Core
import Devices
import Glibc
import Graphics

extension Survey.Codec {
    /// Returns the codecs as they were tried, best first. The first codec that works is chosen.
    static func tried(_ probed: [(name: String, isUsable: Bool, detail: String)]) -> [Survey.Codec] {
        let chosen = probed.firstIndex { $0.isUsable }
        return probed.enumerated().map { index, codec in
            Survey.Codec(name: codec.name, works: codec.isUsable, detail: codec.detail, isChosen: index == chosen)
        }
    }
}

extension Survey.Codec {
    typealias Trial = (name: String, isUsable: Bool, detail: String)

    /// Tries a codec, but doesn't wait for a driver that never answers.
    static func probe(_ name: String, _ trial: @escaping @Sendable () -> Trial) -> Trial {
        let limit = CodecLimits.virtual.opening
        return CodecThread.once("vir-codec", within: limit, trial) ?? (name, false, "no answer within \(Int(limit.inSeconds)) s")
    }
}

extension Survey.Video {
    static func found(stream: StreamParameters) -> Survey.Video {
        let (board, model) = Board.found()
        return Survey.Video(model: model, plan: CodecPlan(board: board, stream: stream))
    }

    init(model: String?, plan: CodecPlan) {
        self.init(
            model: model, board: plan.board, profiles: plan.profiles.map { "\($0.size) at \(decimals($0.rate.hertz, 0)) fps" },
            encoder: plan.encoder, decoder: plan.decoder, reason: plan.reason)
    }
}

extension Survey.Drawing {
    static func found() -> Survey.Drawing {
        var drawing = Survey.Drawing(
            renderer: nil, rendererProblem: nil, hasInter: Fonts.isInterInstalled(),
            hasDesktop: WindowDisplay.isDesktopThere())
        do {
            drawing.renderer = try Compositor().rendererName
        } catch {
            drawing.rendererProblem = "\(error)"
        }
        return drawing
    }
}

extension Survey.Chip {
    init(_ chip: GPIOChipDescription) {
        self.init(
            path: chip.path, label: chip.label, lineCount: chip.lines.count, isChosen: chip.isChosen,
            lines: chip.lines.compactMap { line in
                line.part.map { part in
                    Line(
                        number: line.number, name: line.name, part: part.title,
                        user: line.isUsed ? line.user ?? "the kernel" : nil)
                }
            })
    }
}

extension Survey.CEC {
    static func found() -> [Survey.CEC] {
        (0..<4).map { "/dev/cec\($0)" }.filter { access($0, F_OK) == 0 }
            .map { Survey.CEC(path: $0, isUsable: access($0, R_OK | W_OK) == 0) }
    }
}

extension Survey.Machine {
    static func found(stream: StreamParameters) -> Survey.Machine {
        let memory = MemoryReading.now()
        let line = memory?.lineSize.capacityBytes(for: stream) ?? 0
        return Survey.Machine(
            processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)), memoryBytes: memory?.totalBytes ?? 0,
            availableBytes: memory?.availableBytes ?? 0, lineBytes: line,
            lineMinutes: min(Double(line) * 8 / Double(stream.bitRate), DelayLineSize.longestSeconds) / 60,
            mayRunInRealTime: geteuid() == 0 || vir_may_run_in_real_time() != 0)
    }
}
