/// One condition: what it is, and what a person can do about it.
struct Chip: Hashable, Sendable {
    var icon: Icon
    var color: Color
    var title: String
    var detail: String?
}

/// The conditions, one below the other on the left. Where room is short the last ones say only what they are, and what
/// finds no room at all is counted.
struct ChipStack {
    private struct Placed {
        var chip: Chip
        var rect: Rect
        var titleLines: Int
        var detailLines: Int
    }

    /// Where the stack ends.
    let bottom: Double
    private let look: Look
    private let placed: [Placed]
    private let rest: (count: Int, rect: Rect)?

    /// - Parameters:
    ///   - top: where the stack begins.
    ///   - limit: where it must end.
    ///   - right: how far it may reach.
    init(_ chips: [Chip], look: Look, top: Double, limit: Double, right: Double) {
        self.look = look
        let width = min(right - Areas.left, 720 * look.scale)
        let lineHeight = look.lineHeight(look.small)
        func lines(_ text: String?) -> Int {
            text.map { min(4, TextMetrics.lines($0, size: look.small, within: Self.textWidth(width, look))) } ?? 0
        }
        func height(_ lines: Int) -> Double { 32 + lineHeight * Double(lines) }
        let room = limit - top
        let restHeight = lineHeight + 16
        let titles = chips.map { lines($0.title) }
        // The worst one always says what to do about it.
        let firstDetails = Double(lines(chips.first?.detail)) * lineHeight
        var used = titles.reduce(firstDetails) { $0 + height($1) + Self.spacing }
        var count = chips.count
        while count > 0, used > room + (count == chips.count ? Self.spacing : -restHeight) {
            count -= 1
            used -= height(titles[count]) + Self.spacing
        }
        var y = top
        var placed: [Placed] = []
        var left = room + Self.spacing - used - (count < chips.count ? restHeight + Self.spacing : 0)
        for index in 0..<count {
            var details = lines(chips[index].detail)
            if index > 0 {
                if Double(details) * lineHeight > left { details = 0 }
                left -= Double(details) * lineHeight
            }
            let rect = Rect(x: Areas.left, y: y, width: width, height: height(titles[index] + details))
            placed.append(Placed(chip: chips[index], rect: rect, titleLines: titles[index], detailLines: details))
            y = rect.maxY + Self.spacing
        }
        self.placed = placed
        if count < chips.count, y + restHeight <= limit {
            let words = TextMetrics.width(Strings.more(chips.count - count), size: look.small)
            rest = (chips.count - count, Rect(x: Areas.left, y: y, width: min(width, words + 48), height: restHeight))
            y += restHeight + Self.spacing
        } else {
            rest = nil
        }
        bottom = y
    }

    private static let spacing = 8.0
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
            sketch.text(item.chip.title, at: Point(x, item.rect.y + 16), size: look.small, weight: .semibold, width: width,
                        lines: item.titleLines)
            if let detail = item.chip.detail, item.detailLines > 0 {
                let y = item.rect.y + 16 + Double(item.titleLines) * look.lineHeight(look.small)
                sketch.text(detail, at: Point(x, y), size: look.small,
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
