/// How the camera's controls are written: `exposure = "locked"`, `shutter = 1000`, `flicker = 50`, `focus = "once"`.
extension SettingValue {
    /// Exposure left to the camera, and held.
    static let automaticExposure = "auto"
    static let lockedExposure = "locked"

    init(flicker: CameraControls.Flicker) {
        self = flicker.mainsHertz.map { .integer($0) } ?? .string(flicker.rawValue)
    }

    func exposureLock(_ key: SettingKey) throws(SettingProblem) -> Bool {
        switch self {
        case .string(Self.lockedExposure): return true
        case .string(Self.automaticExposure): return false
        default: throw SettingProblem(key, "\(self) isn't one of \(Self.automaticExposure), \(Self.lockedExposure)")
        }
    }

    /// The shutter as the number under the fraction of a second; 0 leaves it to the camera.
    func shutter(_ key: SettingKey) throws(SettingProblem) -> Int {
        let number: Int? = switch self {
        case .integer(let integer): integer
        case .double(let double): Int(exactly: double)
        case .string, .bool: nil
        }
        guard let number, number == 0 || Settings.shutterRange.contains(number) else {
            let range = Settings.shutterRange
            throw SettingProblem(key, "\(self) is no shutter; take \(range.lowerBound) to \(range.upperBound) for 1/N s, or 0 for automatic")
        }
        return number
    }

    /// A mains frequency is taken as a number and as a word.
    func flicker(_ key: SettingKey) throws(SettingProblem) -> CameraControls.Flicker {
        guard let flicker = CameraControls.Flicker(rawValue: description) else {
            let words = CameraControls.Flicker.allCases.map(\.rawValue).joined(separator: ", ")
            throw SettingProblem(key, "\(self) isn't one of \(words)")
        }
        return flicker
    }
}
