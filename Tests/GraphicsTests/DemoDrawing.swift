import Core

/// A drawing with everything that a screen is made of.
enum DemoDrawing {
    static let white = Color(hex: 0xFFFFFF)
    static let amber = Color(hex: 0xFFB000)

    static let hud = Drawing([
        .fill(Rect(x: 96, y: 54, width: 420, height: 128), cornerRadius: 16, Color(hex: 0, alpha: 0.55)),
        .text(TextRun("5.0 s", at: Point(120, 74), size: 72, weight: .semibold, color: amber)),
        .text(TextRun("behind life", at: Point(336, 108), size: 36, color: white)),
        .fill(Rect(x: 1504, y: 54, width: 320, height: 96), cornerRadius: 16, Color(hex: 0, alpha: 0.55)),
        .disc(center: Point(1540, 102), radius: 14, Color(hex: 0xFF453A)),
        .text(TextRun("12 min 34 s", at: Point(1800, 80), size: 36, weight: .medium, alignment: .trailing, color: white)),
        .text(TextRun("Save & Done", at: Point(960, 300), size: 48, weight: .bold, alignment: .center, color: white)),
        .text(TextRun("111.1\n888.8", at: Point(960, 380), size: 28, alignment: .center, color: white)),
        .text(TextRun("A longer caption that has to wrap, because it says what each control does on this very screen and more than fits",
                      at: Point(96, 640), size: 28, color: white, width: 460, maximumLines: 3)),
        .circle(center: Point(1400, 600), radius: 160, width: 6, Color(hex: 0x30D158)),
        .arc(center: Point(1400, 600), radius: 120, from: -.pi / 2, to: .pi, width: 16, Color(hex: 0x0A84FF)),
        .line([Point(1300, 600), Point(1380, 660), Point(1520, 520)], width: 12, white),
        .polygon([Point(900, 600), Point(980, 640), Point(900, 680)], amber),
        .stroke(Rect(x: 860, y: 560, width: 160, height: 160), cornerRadius: 16, width: 4, white),
        .fill(Rect(x: 96, y: 920, width: 1728, height: 80), cornerRadius: 16, Color(hex: 0, alpha: 0.55)),
        .text(TextRun("MARK the shot   STOP end of session   ◀ ▶ flip   ▲ ▼ tools", at: Point(960, 944), size: 28,
                      alignment: .center, color: white)),
    ])
}
