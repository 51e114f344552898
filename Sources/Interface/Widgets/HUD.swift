// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What stays on the picture: the delay top left, the recording sign top centre, the buffer top right.
struct HUDLayout {
    let delay: Rect
    let recording: Rect
    let buffer: Rect
    private let look: Look
    private let content: HUDContent
    private let showsBuffer: Bool

    /// - Parameter limit: how far right anything may reach while a sheet lies there; the buffer then lies under it.
    init(_ look: Look, _ content: HUDContent, limit: Double? = nil) {
        self.look = look
        var content = content
        let height = Self.headerHeight(look)
        let bufferWidth = Self.barWidth + 2 * look.gap + TextMetrics.width(content.buffer, size: look.small) + 48
        buffer = Rect(
            x: Areas.right - height - Look.margin - bufferWidth, y: Areas.top, width: bufferWidth,
            height: height)
        // The words go before the signs where large text leaves no room: LIVE last, for what is on the screen matters most.
        let right = limit ?? buffer.x - Look.margin
        func room() -> Double { right - Look.margin - Areas.left - Self.delayWidth(look, content) }
        if Self.recordingWidth(look, content) > room() { content.isTerse = true }
        if Self.recordingWidth(look, content) > room() { content.isLive = false }
        delay = Rect(
            x: Areas.left, y: Areas.top, width: Self.delayWidth(look, content),
            height: look.lineHeight(look.figure) + 8)
        let width = Self.recordingWidth(look, content)
        let middle = Canvas.bounds.center.x - width / 2
        recording = Rect(
            x: max(delay.maxX + Look.margin, min(middle, right - width)), y: Areas.top, width: width,
            height: height)
        showsBuffer = limit == nil
        self.content = content
    }

    static let barWidth = 160.0
    static func headerHeight(_ look: Look) -> Double { look.lineHeight(look.small) + 30 }

    private static func dot(_ look: Look) -> Double { 12 * look.scale }

    private static func delayWidth(_ look: Look, _ content: HUDContent) -> Double {
        let live = content.isLive ? look.gap * 2 + TextMetrics.width(Strings.live, size: look.small) : 0
        return TextMetrics.width(content.delay, size: look.figure) + live + 48
    }

    private static func recordingWidth(_ look: Look, _ content: HUDContent) -> Double {
        if content.isTerse { return 2 * dot(look) + 48 }
        var width = 2 * dot(look) + look.gap + TextMetrics.width(content.recordingWord, size: look.small) + 48
        if content.marks > 0 { width += 2 * look.gap + Badge.width(content.marks, look) }
        if let progress = content.progress(look) { width += look.gap + TextMetrics.width(progress, size: look.small) }
        return width
    }

    func draw(on sketch: inout Sketch) {
        drawDelay(on: &sketch)
        drawRecording(on: &sketch)
        if showsBuffer { drawBuffer(on: &sketch) }
    }

    private func drawDelay(on sketch: inout Sketch) {
        sketch.scrim(delay)
        sketch.line(content.delay, x: delay.x + 24, middle: delay.center.y, size: look.figure, weight: .semibold)
        if content.isLive {
            sketch.line(
                Strings.live, x: delay.maxX - 24, middle: delay.center.y, size: look.small, weight: .semibold,
                alignment: .trailing)
        }
    }

    private func drawRecording(on sketch: inout Sketch) {
        sketch.scrim(recording)
        let radius = Self.dot(look)
        var x = recording.x + 24
        let center = Point(x + radius, recording.center.y)
        if content.isRecording {
            sketch.add([.disc(center: center, radius: radius, Palette.recording)])
        } else {
            sketch.add([.circle(center: center, radius: radius - 2, width: 4, Palette.text)])
        }
        if content.isTerse { return }
        x += 2 * radius + look.gap
        sketch.line(content.recordingWord, x: x, middle: center.y, size: look.small, weight: .semibold)
        x += TextMetrics.width(content.recordingWord, size: look.small)
        guard content.marks > 0 else { return }
        x += 2 * look.gap
        let badge = Rect(
            x: x, y: center.y - Badge.height(look) / 2, width: Badge.width(content.marks, look),
            height: Badge.height(look))
        Badge.draw(content.marks, in: badge, on: &sketch, isSolid: content.isAcknowledged)
        if let progress = content.progress(look) {
            sketch.line(progress, x: badge.maxX + look.gap, middle: center.y, size: look.small)
        }
    }

    private func drawBuffer(on sketch: inout Sketch) {
        sketch.scrim(buffer)
        let thickness = 12 * min(look.scale, 1.5)
        let bar = Rect(x: buffer.x + 24, y: buffer.center.y - thickness / 2, width: Self.barWidth, height: thickness)
        let radius = thickness / 2
        sketch.add([.fill(bar, cornerRadius: radius, Palette.text.opacity(0.25))])
        func fill(_ fraction: Double, _ color: Color) {
            guard fraction > 0 else { return }
            var part = bar
            part.width = max(thickness, bar.width * fraction.clamped(to: 0...1))
            sketch.add([.fill(part, cornerRadius: radius, color)])
        }
        fill(content.used, Palette.text.opacity(0.55))
        fill(content.pinned, Palette.text)
        sketch.line(
            content.buffer, x: buffer.maxX - 24, middle: buffer.center.y, size: look.small, weight: .semibold,
            alignment: .trailing)
    }
}

/// What the HUD says.
struct HUDContent: Hashable {
    var delay: String
    /// The live picture is on the screen: nothing is due yet.
    var isLive: Bool
    var isRecording: Bool
    /// Of this session; and how many of its clips are on the card.
    var marks: Int
    var written: Int
    var isAcknowledged: Bool
    var buffer: String
    var used: Double
    var pinned: Double
    /// There is room for the recording sign only, not for its words.
    var isTerse = false

    var recordingWord: String { isRecording ? Strings.recording : Strings.paused }

    /// How many clips are on the card, where there is room to say it.
    func progress(_ look: Look) -> String? {
        marks > 0 && look.scale == 1 ? Strings.saved(written, of: marks) : nil
    }
}
