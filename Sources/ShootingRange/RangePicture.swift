// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws the scene of the synthetic camera: a background that is made once, and the moving parts on it.
///
/// A buffer remembers which areas were drawn on, so a frame restores and redraws only those. Thread-bound.
package final class RangePicture {
    package let size: VideoSize
    private let background: MemoryPixelBuffer
    private let painter: PolygonPainter
    private let sketch: FigureSketch
    private let target: TargetButt
    private let clock: ClockFace
    private let strip: FrameStrip
    private var pool: PixelBufferPool<Drawn>

    /// The areas of a buffer that were drawn over the background.
    struct Drawn {
        var isFresh = true
        var archer = PixelArea.empty
        var target = PixelArea.empty
        var flight = PixelArea.empty
        var clock = PixelArea.empty
    }

    package init(size: VideoSize) {
        self.size = size
        let layout = RangeLayout(size: size)
        painter = PolygonPainter(size: size)
        sketch = FigureSketch(painter: painter, origin: layout.archerFeet, scale: layout.figureHeight)
        target = TargetButt(painter: painter, layout: layout)
        clock = ClockFace(painter: painter, size: size)
        strip = FrameStrip(size: size)
        pool = PixelBufferPool(size: size, emptyNote: Drawn())
        background = MemoryPixelBuffer(format: .yuv420p, size: size)
        RangeBackground(layout: layout, painter: painter).draw(into: background)
        painter.begin(background)
        target.drawButt()
        sketch.shadow()
        clock.drawPanel()
        strip.clearColour(in: background)
    }

    /// Returns the picture of a frame, `elapsed` after the scene began. The buffer belongs to the caller for as long as it is held.
    package func draw(frame: Int64, at elapsed: Duration) -> PixelBuffer {
        pool.take { buffer, drawn in
            restore(buffer, drawn)
            painter.begin(buffer)
            drawn = Drawn(isFresh: false)
            let (shot, time) = ShotCycle.shot(at: elapsed)
            target.drawArrows(shot: shot, at: time)
            drawn.target = painter.takePainted()
            sketch.archer(ArcherPose(at: time))
            drawn.archer = painter.takePainted()
            target.drawFlight(shot: shot, at: time, from: sketch)
            drawn.flight = painter.takePainted()
            clock.draw(elapsed)
            drawn.clock = painter.takePainted()
            strip.draw(frame, into: buffer)
        }
    }

    private func restore(_ buffer: PixelBuffer, _ drawn: Drawn) {
        guard !drawn.isFresh else {
            return copyBackground(PixelArea(left: 0, top: 0, right: size.width, bottom: size.height), into: buffer)
        }
        copyBackground(drawn.target, into: buffer)
        copyBackground(drawn.archer, into: buffer)
        copyBackground(drawn.flight, into: buffer)
        copyBackground(drawn.clock, into: buffer)
    }

    private func copyBackground(_ area: PixelArea, into buffer: PixelBuffer) {
        guard !area.isEmpty else { return }
        for index in 0..<3 {
            let (from, to) = (background.plane(index), buffer.plane(index))
            let step = index == 0 ? 1 : 2
            for row in (area.top / step)..<(area.bottom / step) {
                (to.base + row * to.pitch + area.left / step)
                    .copyMemory(from: from.base + row * from.pitch + area.left / step, byteCount: (area.right - area.left) / step)
            }
        }
    }
}
