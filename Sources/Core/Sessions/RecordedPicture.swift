// SPDX-License-Identifier: GPL-3.0-or-later

/// How the pictures of a clip lie in its file: what an angle that is drawn on them comes to hangs on it.
public struct RecordedPicture: Hashable, Sendable {
    /// Before they are turned.
    public var size: VideoSize
    /// How they are turned and mirrored to be looked at.
    public var orientation: PictureOrientation

    public init(size: VideoSize, orientation: PictureOrientation) {
        self.size = size
        self.orientation = orientation
    }

    /// The whole degrees of an angle, as the TV says them; `nil` for anything else that is drawn.
    public func degrees(of annotation: Annotation) -> Int? {
        let map = PictureMap(within: Canvas.bounds, orientation: orientation, size: size)
        return AnnotationPainting(map).degrees(annotation).map { Int($0.rounded()) }
    }
}

extension CodingUserInfoKey {
    /// For an encoder of records: the `RecordedPicture` of each clip, by the clip's number. With it each angle that is drawn on a clip is
    /// written with its degrees, for those who read the file; they aren't read back.
    public static let recordedPictures = CodingUserInfoKey(rawValue: "recordedPictures")
}

/// What is drawn on a clip, as its record is written: an angle with its degrees, where they are known.
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
