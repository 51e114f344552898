// SPDX-License-Identifier: GPL-3.0-or-later

import CCamera
import Core
import Testing

@testable import Devices

/// The exposure rule's directives frame by frame, against a sensor that obeys.
@Suite struct LibCameraExposureTests {
    /// A sensor with automatic exposure: first the exposure time grows to the frame's length, then the gain.
    private struct Sensor {
        /// The exposure that the scene needs, in microseconds at the lowest gain.
        var need: Double
        var directive = ExposureRule.Directive.automatic
        private var pending: [ExposureRule.Directive] = []

        init(need: Double) { self.need = need }

        /// A directive takes effect five frames later.
        mutating func obey(_ next: ExposureRule.Directive) { pending = Array(repeating: directive, count: 5) + [next] }

        mutating func frame() -> ExposureRule.Values {
            if !pending.isEmpty { directive = pending.removeFirst() }
            switch directive {
            case .automatic:
                let time = min(need, 16_000)
                return .init(time: Int32(time), gain: Float(max(1, need / time)), redGain: 1.5, blueGain: 2)
            case .shutter(let time):
                return .init(time: time, gain: Float(max(1, need / Double(time))), redGain: 1.5, blueGain: 2)
            case .locked(let values):
                return values
            }
        }
    }

    private static let rate = FrameRate(60)

    /// - Returns: the directives that the rule gave, each with the number of its frame.
    private func run(_ rule: inout ExposureRule, _ sensor: inout Sensor, frames: Range<Int64>) -> [(Int64, ExposureRule.Directive)] {
        var told: [(Int64, ExposureRule.Directive)] = []
        for frame in frames where rule.note(sensor.frame(), at: .zero + Self.rate.offset(of: frame)) {
            sensor.obey(rule.directive)
            told.append((frame, rule.directive))
        }
        return told
    }

    private func controls(locked: Bool = false, limit: Duration? = nil) -> CameraControls {
        var controls = CameraControls()
        controls.isExposureLocked = locked
        controls.longestExposure = limit
        return controls
    }

    @Test func withoutAWishTheCameraIsLeftAlone() {
        var rule = ExposureRule()
        var sensor = Sensor(need: 50_000)
        rule.adjust(controls())
        #expect(run(&rule, &sensor, frames: 0..<600).isEmpty && rule.directive == .automatic)
    }

    @Test func aLongExposureIsCutOnceAndStaysCutInTheDark() {
        var rule = ExposureRule()
        var sensor = Sensor(need: 10_000)
        rule.adjust(controls(limit: .milliseconds(2)))
        #expect(run(&rule, &sensor, frames: 0..<6000).map(\.1) == [.shutter(2_000)])
        let values = sensor.frame()
        #expect(values == .init(time: 2_000, gain: 5, redGain: 1.5, blueGain: 2))
    }

    @Test func enoughLightGivesTheExposureBack() {
        var rule = ExposureRule()
        var sensor = Sensor(need: 10_000)
        rule.adjust(controls(limit: .milliseconds(2)))
        _ = run(&rule, &sensor, frames: 0..<100)
        sensor.need = 500
        #expect(run(&rule, &sensor, frames: 100..<2000).map(\.1) == [.automatic])
        let values = sensor.frame()
        #expect(values.time == 500)
    }

    @Test(arguments: [1_800, 1_900, 1_980, 1_999, 2_000, 2_010, 2_030, 2_041, 2_060, 2_100, 2_200])
    func atTheLimitItDoesNotSwing(need: Double) {
        var rule = ExposureRule()
        var sensor = Sensor(need: need)
        rule.adjust(controls(limit: .milliseconds(2)))
        #expect(run(&rule, &sensor, frames: 0..<6000).count <= 1)
    }

    @Test func aCameraThatTellsNothingIsLeftAlone() {
        var rule = ExposureRule()
        rule.adjust(controls(limit: .milliseconds(2)))
        for frame in Int64(0)..<600 {
            let isNew = rule.note(.init(), at: .zero + Self.rate.offset(of: frame))
            #expect(!isNew)
        }
    }

    @Test func lockingTakesTheValuesOfThatMoment() {
        var rule = ExposureRule()
        var sensor = Sensor(need: 20_000)
        _ = run(&rule, &sensor, frames: 0..<300)
        let before = sensor.frame()
        rule.adjust(controls(locked: true))
        let told = run(&rule, &sensor, frames: 300..<302)
        #expect(told.map(\.1) == [.locked(before)])
        sensor.need = 100
        #expect(run(&rule, &sensor, frames: 302..<900).isEmpty)
        let after = sensor.frame()
        #expect(after == before)
        rule.adjust(controls())
        #expect(rule.directive == .automatic)
    }

    @Test func aCameraThatBeginsLockedFindsItsExposureFirst() throws {
        var rule = ExposureRule()
        var sensor = Sensor(need: 8_000)
        rule.adjust(controls(locked: true))
        rule.restart()
        let told = run(&rule, &sensor, frames: 0..<600)
        let first = try #require(told.first)
        #expect(told.count == 1)
        #expect(Self.rate.offset(of: first.0) >= ExposureRule.settlingTime)
    }

    @Test func whatIsLockedStaysLockedOverARestart() {
        var rule = ExposureRule()
        var sensor = Sensor(need: 8_000)
        rule.adjust(controls(locked: true))
        _ = run(&rule, &sensor, frames: 0..<600)
        let locked = rule.directive
        rule.restart()
        sensor = Sensor(need: 400)
        sensor.obey(locked)
        #expect(run(&rule, &sensor, frames: 0..<600).isEmpty && rule.directive == locked)
    }

    @Test func aLockKeepsTheLimitAtTheSameBrightness() {
        var rule = ExposureRule()
        rule.adjust(controls(locked: true, limit: .milliseconds(2)))
        let late = Timestamp.zero + .seconds(5)
        _ = rule.note(.init(time: 8_000, gain: 1, redGain: 1, blueGain: 1), at: .zero)
        // The first values cut the exposure; the values after the settling time lock it.
        for frame in Int64(0)..<20 { _ = rule.note(.init(time: 8_000, gain: 1, redGain: 1, blueGain: 1), at: late + Self.rate.offset(of: frame)) }
        #expect(rule.directive == .locked(.init(time: 2_000, gain: 4, redGain: 1, blueGain: 1)))
    }

    @Test func aNewLimitIsTakenAtOnceAndNoneGivesTheExposureBack() {
        var rule = ExposureRule()
        var sensor = Sensor(need: 10_000)
        rule.adjust(controls(limit: .milliseconds(2)))
        _ = run(&rule, &sensor, frames: 0..<100)
        rule.adjust(controls(limit: .milliseconds(1)))
        #expect(rule.directive == .shutter(1_000))
        rule.adjust(controls())
        #expect(rule.directive == .automatic)
    }

    // MARK: Controls for libcamera

    @Test(arguments: [(CameraControls.Flicker.hertz50, 10_000), (.hertz60, 8_333)] as [(CameraControls.Flicker, Int32)])
    func lampsFlashTwiceInAPeriodOfTheMains(flicker: CameraControls.Flicker, microseconds: Int32) {
        var controls = CameraControls()
        controls.flicker = flicker
        let told = vir_camera_controls(controls, exposure: .automatic, triggersFocus: false)
        #expect(told.flicker_period == microseconds && Int(told.flicker) == VIR_CAMERA_FLICKER_PERIOD)
    }

    @Test func aDirectiveIsToldWithItsValues() {
        var controls = CameraControls()
        controls.longestExposure = .milliseconds(2)
        let shutter = vir_camera_controls(controls, exposure: .shutter(2_000), triggersFocus: true)
        #expect(Int(shutter.exposure) == VIR_CAMERA_EXPOSURE_SHUTTER && shutter.exposure_time == 2_000)
        #expect(shutter.prefers_short && shutter.triggers_focus && shutter.gain == 0)
        let values = ExposureRule.Values(time: 900, gain: 2, redGain: 1.5, blueGain: 1.25)
        let locked = vir_camera_controls(CameraControls(), exposure: .locked(values), triggersFocus: false)
        #expect(locked.exposure_time == 900 && locked.gain == 2 && locked.red_gain == 1.5 && locked.blue_gain == 1.25)
    }
}
