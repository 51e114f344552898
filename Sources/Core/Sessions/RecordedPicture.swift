// SPDX-License-Identifier: GPL-3.0-or-later

/// The size and orientation of a clip's pictures. The degrees of an angle that is drawn on them depend on both.
public struct RecordedPicture: Hashable, Sendable {
    /// The size before the pictures are turned.
    public var size: VideoSize
    /// The turn and mirroring for viewing.
    public var orientation: PictureOrientation

    public init(size: VideoSize, orientation: PictureOrientation) {
        self.size = size
        self.orientation = orientation
    }

    /// Returns the whole degrees of an angle, as the TV shows them; `nil` for any other kind of drawing.
    public func degrees(of annotation: Annotation) -> Int? {
        let map = PictureMap(within: Canvas.bounds, orientation: orientation, size: size)
        return AnnotationPainting(map).degrees(annotation).map { Int($0.rounded()) }
    }
}

extension CodingUserInfoKey {
    /// For an encoder of records: the `RecordedPicture` of each clip, by the clip's number. With it the encoder writes the degrees of each
    /// angle that is drawn on a clip, for people who read the file; they aren't read back.
    public static let recordedPictures = CodingUserInfoKey(rawValue: "recordedPictures")
}

/// A drawing on a clip as the record is written: an angle has its degrees, if they are known.
struct MeasuredAnnotation: Encodable {
    let annotation: Annotation
    let degrees: Int?

    private enum Key: String, CodingKey { case degrees }

    func encode(to encoder: any Encoder) throws {
        try annotation.encode(to: encoder)
        guard let degrees else { return }
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(degrees, forKey: .degrees)
    }
}
