// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A frame round the archer, or round a court, over the camera's picture. A frame that a person set wins over what the box finds.
struct RegionScreen: Screen {
    var place: ScreenKind { .region }

    /// The frame, 0…1 both ways of the picture as it is displayed.
    private(set) var frame: Rect
    private var touch: Touch<Bool>?

    /// The step of the arrows and of the knob, as shares of the picture.
    private static let (step, growth) = (0.02, 0.02)

    init(_ context: Context) {
        if let region = context.settings.region {
            frame = Self.map(context).shown(region.rect)
        } else {
            // A new frame stands where the box finds the person.
            let usual = PictureRegion.usual.rect
            let x = (context.livePerson ?? usual.center).x - usual.width / 2
            frame = Self.valid(Rect(x: x, y: usual.y, width: usual.width, height: usual.height))
        }
    }

    func bindings(in context: Context) -> Bindings<Self> {
        [
            .press(.mark): Binding(.regionSet) { $0.set(in: &$1, at: $2) },
            .press(.stop): Binding(.cancel, .back),
            .press(.left): Binding(.regionLeft) { $0.move(-Self.step, 0) }.repeated,
            .press(.right): Binding(.regionRight) { $0.move(Self.step, 0) }.repeated,
            .press(.up): Binding(.regionUp) { $0.move(0, -Self.step) }.repeated,
            .press(.down): Binding(.regionDown) { $0.move(0, Self.step) }.repeated,
            .turn: .turning(.regionSize) { $0.grow(by: $3.steps) },
            .press(.knob): Binding(.regionSet) { $0.set(in: &$1, at: $2) },
        ]
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point): touch = Touch(true, at: point, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            guard let drag = touch?.drag, drag.hasStrayed else { return [] }
            // A finger draws the frame from corner to corner.
            let picture = Self.map(context).place
            func share(_ point: Point) -> Point { Point((point.x - picture.x) / picture.width, (point.y - picture.y) / picture.height) }
            frame = Self.valid(Rect(from: share(drag.start), to: share(point)))
        case .touchUp: _ = touch.lift()
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    private mutating func move(_ x: Double, _ y: Double) {
        frame = Self.valid(Rect(x: frame.x + x, y: frame.y + y, width: frame.width, height: frame.height))
    }

    /// Makes the frame larger on all sides, or smaller.
    private mutating func grow(by steps: Int) {
        let by = (Double(steps) * Self.growth).clamped(to: -1...1)
        frame = Self.valid(frame.inset(by: max(-by, (Double(PictureRegion.least) / 100 - min(frame.width, frame.height)) / 2)))
    }

    /// True if the frame is as large as the picture: then the box finds the person by itself.
    private var isWhole: Bool { min(frame.width, frame.height) > 0.995 }

    private func set(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var changed = context.settings
        changed.region = isWhole ? nil : PictureRegion(nearest: Self.map(context).recorded(frame))
        let effects = context.change(to: changed, at: now)
        return .effects(effects) + [.back, .toast(isWhole ? Strings.Region.isFound : Strings.Region.isSet)]
    }

    /// Returns the nearest frame that lies in the picture and isn't too small.
    private static func valid(_ frame: Rect) -> Rect {
        let least = Double(PictureRegion.least) / 100
        let (width, height) = (frame.width.clamped(to: least...1), frame.height.clamped(to: least...1))
        return Rect(x: frame.x.clamped(to: 0...1 - width), y: frame.y.clamped(to: 0...1 - height), width: width, height: height)
    }

    // MARK: Rendering

    func nextChange(after seen: Timestamp) -> Timestamp? { nil }

    /// Returns the map of the whole picture onto the canvas.
    private static func map(_ context: Context) -> PictureMap {
        PictureMap(within: Canvas.shape.place(ofPicture: aspect(context)), orientation: context.settings.orientation, size: context.stream.size)
    }

    private static func aspect(_ context: Context) -> Double {
        let size = context.settings.orientation.size(of: context.stream.size)
        return Double(max(1, size.width)) / Double(max(1, size.height))
    }

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        Spoken(
            Strings.Region.title, intro: [Strings.Region.help], isWhole ? Strings.Region.whole : Strings.Region.use,
            state: isWhole ? [] : [Strings.Spoken.at(left: frame.x, top: frame.y), Strings.Spoken.wide(frame.width)])
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let map = Self.map(context)
        let picture = Layer(.video(.live), place: map.place, placement: Placement().placing(context.settings.orientation))
        return [picture, Layer(.drawing(RegionDrawing(frame: frame, isWhole: isWhole, in: map.place, Theme(context.settings)).drawing))]
    }
}

extension PictureMap {
    /// Returns the part of the picture as it is displayed that shows a part of the recorded picture, both 0…1.
    fileprivate func shown(_ part: Rect) -> Rect {
        Rect(from: orientation.shown(Point(part.x, part.y)), to: orientation.shown(Point(part.maxX, part.maxY)))
    }

    /// Returns the part of the recorded picture that is displayed in a part of it, both 0…1.
    fileprivate func recorded(_ part: Rect) -> Rect {
        let map = PictureMap(within: .unit, crop: .unit, orientation: orientation, aspect: 1)
        return Rect(from: map.picture(Point(part.x, part.y)), to: map.picture(Point(part.maxX, part.maxY)))
    }
}

extension Rect {
    /// The rectangle between two of its corners, in any order.
    fileprivate init(from one: Point, to other: Point) {
        self.init(x: min(one.x, other.x), y: min(one.y, other.y), width: abs(one.x - other.x), height: abs(one.y - other.y))
    }
}
