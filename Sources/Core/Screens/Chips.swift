/// One condition: what it is, and what a person can do about it.
struct Chip: Hashable, Sendable {
    var icon: Icon
    var color: Color
    var title: String
    var detail: String?
}

/// The conditions, one below the other on the left; what finds no room is counted.
struct ChipStack {
    private struct Placed {
        var chip: Chip
        var rect: Rect
        var detailLines: Int
    }

    /// Where the stack ends.
    let bottom: Double
    private let look: Look
    private var placed: [Placed] = []
    private var rest: (count: Int, rect: Rect)?

    /// - Parameters:
    ///   - top: where the stack begins, `limit` where it must end.
    ///   - right: how far it may reach.
    init(_ chips: [Chip], look: Look, top: Double, limit: Double, right: Double) {
        self.look = look
        let width = min(right - Areas.left, 480 + 240 * look.scale)
        let restHeight = look.lineHeight(look.small) + 16
        var y = top
        for (index, chip) in chips.enumerated() {
            let lines = chip.detail.map { min(4, TextMetrics.lines($0, size: look.small, within: Self.textWidth(width, look))) } ?? 0
            let height = 32 + look.lineHeight(look.small) * Double(1 + lines)
            let isLast = index == chips.count - 1
            guard y + height + (isLast ? 0 : 8 + restHeight) <= limit else {
                let count = chips.count - index
                let text = TextMetrics.width(Strings.more(count), size: look.small)
                if y + restHeight <= limit {
                    rest = (count, Rect(x: Areas.left, y: y, width: min(width, text + 48), height: restHeight))
                    y += restHeight + 8
                }
                break
            }
            placed.append(Placed(chip: chip, rect: Rect(x: Areas.left, y: y, width: width, height: height),
                                 detailLines: lines))
            y += height + 8
        }
        bottom = y
    }

    private static func iconSide(_ look: Look) -> Double { 40 * look.scale }
    private static func textWidth(_ width: Double, _ look: Look) -> Double { width - iconSide(look) - 24 - 16 - 24 }

    func draw(on sketch: inout Sketch) {
        let side = Self.iconSide(look)
        for item in placed {
            sketch.sheet(item.rect)
            sketch.icon(item.chip.icon, in: Rect(x: item.rect.x + 24, y: item.rect.y + 16, width: side, height: side),
                        item.chip.color)
            let x = item.rect.x + 24 + side + 16
            let width = Self.textWidth(item.rect.width, look)
            sketch.text(item.chip.title, at: Point(x, item.rect.y + 16), size: look.small, weight: .semibold, width: width)
            if let detail = item.chip.detail {
                sketch.text(detail, at: Point(x, item.rect.y + 16 + look.lineHeight(look.small)), size: look.small,
                            weight: .regular, color: look.caption, width: width, lines: item.detailLines)
            }
        }
        if let rest {
            sketch.sheet(rest.rect)
            sketch.line(Strings.more(rest.count), x: rest.rect.x + 24, middle: rest.rect.center.y, size: look.small,
                        width: rest.rect.width - 48)
        }
    }
}

extension Appliance {
    /// Everything that is wrong, the worst first.
    func chips() -> [Chip] {
        var chips: [Chip] = []
        let waiting = session.pendingCount + (closing?.pendingCount ?? 0)
        if conditions.isCameraLost {
            chips.append(Chip(icon: .noCamera, color: Palette.noCamera, title: Strings.noCamera,
                              detail: Strings.noCameraAdvice))
        }
        func warn(_ title: String, _ detail: String?, _ color: Color = Palette.text) {
            chips.append(Chip(icon: .warning, color: color, title: title, detail: detail))
        }
        if let reason = conditions.encoderFailure { warn(Strings.noEncoder, reason, Palette.recording) }
        for notice in conditions.notices {
            if case .lost = notice.kind { warn(notice.title, notice.detail, Palette.recording) }
        }
        switch conditions.card {
        case .ready: break
        case .absent: warn(Strings.noCard, Strings.noCardAdvice(waiting))
        case .readOnly: warn(Strings.lockedCard, Strings.lockedCardAdvice(waiting))
        case .full: warn(Strings.fullCard, Strings.fullCardAdvice(waiting))
        case .failing(let reason): warn(Strings.failingCard, reason)
        }
        if conditions.isDisplayLost { warn(Strings.noTV, Strings.noTVAdvice) }
        if let line, line.capacitySeconds < settings.delaySeconds {
            warn(Strings.shortMemory, Strings.shortMemoryAdvice(line.capacitySeconds))
        }
        for notice in conditions.notices {
            if case .cutShort = notice.kind { warn(notice.title, notice.detail) }
        }
        for problem in conditions.settingsProblems { warn(Strings.wrongSetting(problem.line), problem.message) }
        for notice in conditions.notices where notice.kind == .notice { warn(notice.title, notice.detail) }
        return chips
    }
}
