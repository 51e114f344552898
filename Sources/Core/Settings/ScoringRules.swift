/// How what is shot at is written: `face = "wa_40"`, `arrow = 5.5`, `round = "vegas_300"`, `custom-face-1 = "club_3d; Club 3D; …"`.
extension SettingKey {
    static let freePractice = "none"

    /// Which custom face this sets, from 1; `nil` for every other setting.
    public var customFaceNumber: Int? {
        switch self {
        case .customFace1: 1
        case .customFace2: 2
        case .customFace3: 3
        case .customFace4: 4
        case .customFace5: 5
        case .customFace6: 6
        default: nil
        }
    }

    static let customFaces = allCases.filter { $0.customFaceNumber != nil }
}

extension SettingValue {
    func face(_ key: SettingKey, of faces: [Face]) throws(SettingProblem) -> String {
        guard case .string(let id) = self else { throw SettingProblem(key, "\(self) is no face; 'vir faces' lists them") }
        guard faces.contains(where: { $0.id == id }) else {
            let near = Likeness.nearest(to: id, of: faces.map(\.id))
            let hint = near.isEmpty ? "" : "; there are \(near.joined(separator: ", "))"
            throw SettingProblem(key, "there is no face \(id.prefix(60))\(hint); 'vir faces' lists them all")
        }
        return id
    }

    func shaft(_ key: SettingKey, within range: ClosedRange<Length>) throws(SettingProblem) -> Length {
        let wanted = "take \(plainNumber(range.lowerBound.millimetres)) to \(plainNumber(range.upperBound.millimetres)) mm"
        let number: Double
        switch self {
        case .integer(let integer): number = Double(integer)
        case .double(let double): number = double
        case .string, .bool: throw SettingProblem(key, "\(self) is no number; \(wanted)")
        }
        guard abs(number) < 1000, range.contains(Length(millimetres: number)) else {
            throw SettingProblem(key, "\(self) is out of range; \(wanted)")
        }
        return Length(millimetres: number)
    }

    func round(_ key: SettingKey) throws(SettingProblem) -> String? {
        if self == .string(SettingKey.freePractice) { return nil }
        guard case .string(let id) = self, RoundCatalog.round(id) != nil else {
            throw SettingProblem(key, "there is no round \(self); take \(SettingKey.freePractice), \(RoundCatalog.all.map(\.id).joined(separator: ", "))")
        }
        return id
    }

    /// A face of the club's own; `nil` for "none".
    func customFace(_ key: SettingKey, beside others: [Face]) throws(SettingProblem) -> Face? {
        guard case .string(let text) = self else { throw SettingProblem(key, "it is a line of text: id; name; rings") }
        if text == SettingKey.freePractice { return nil }
        do {
            return try FaceText.face(text, taken: Set(others.map(\.id)))
        } catch {
            throw SettingProblem(key, error.description)
        }
    }
}
