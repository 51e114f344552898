// SPDX-License-Identifier: GPL-3.0-or-later

import CI2C
import Core
import Foundation
import Glibc

@testable import Runtime

/// The kernel's battery clocks while a test has them. At the end the machine's own clock and the system's time are as they were.
final class KernelClocks {
    struct Fault: Error, CustomStringConvertible { let description: String }

    /// A clock as the kernel lists it.
    struct Entry: CustomStringConvertible {
        /// `rtc0`.
        let name: String
        /// The folders of its device and of the device's driver.
        let device, driver: URL

        var description: String { "\(name) (\(driver.lastPathComponent))" }
        /// True for User Mode Linux's clock, the host's, which a guest can't set.
        var isHosts: Bool { driver.lastPathComponent == "uml-rtc" }
        /// True if its driver can be told to let go of it; a PC's keeps its clock for good.
        var canGo: Bool { access(driver.appending(path: "unbind").path, W_OK) == 0 }
    }

    static let folder = "/sys/class/rtc"

    static var all: [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().compactMap { name in
            let device = URL(filePath: "\(folder)/\(name)/device").resolvingSymlinksInPath()
            let driver = device.appending(path: "driver").resolvingSymlinksInPath()
            return driver.path.contains("/drivers/") ? Entry(name: name, device: device, driver: driver) : nil
        }
    }

    /// The machine's own clock: a PC's under QEMU, the host's under User Mode Linux.
    static var own: Entry? { all.first { $0.driver.lastPathComponent != DS3231.driver } }

    /// The machine's own clock as it was at the beginning.
    let own = KernelClocks.own
    private let kernel = MonotonicClock()
    /// The difference of the system's time from the monotonic clock: a DS3231 that comes as `rtc0` sets the system's time.
    private let difference = KernelClocks.systemTime - MonotonicClock().now().nanoseconds

    deinit { if let fault = putBack() { print("the next tests have no sound clocks: \(fault)") } }

    /// Takes the machine's own clock away. If its driver keeps it for good, the clock loses its time instead: it is set to 1970.
    func loseOwn() throws {
        guard let own, Self.own != nil else { return }
        if own.canGo {
            try Self.write(own.device.lastPathComponent, to: own.driver.appending(path: "unbind").path)
            guard kernel.comes({ Self.own == nil }) else { throw Fault(description: "\(own) didn't go") }
        } else {
            let lines = BatteryClock.set(utc: 0)
            let readings = MachineClock.batteryClocks(in: Self.folder)
            guard readings.count == 1, readings.allSatisfy({ $0 < 86_400 }) else {
                throw Fault(description: "\(own) can't be set to 1970: \(lines), and it says \(readings)")
            }
        }
    }

    /// - Returns: the reason if something isn't as it was.
    private func putBack() -> String? {
        let now = kernel.now().nanoseconds + difference
        var time = timespec(tv_sec: Int(now / 1_000_000_000), tv_nsec: Int(now % 1_000_000_000))
        if clock_settime(CLOCK_REALTIME, &time) != 0 { return "the system's time: \(Self.refusal)" }
        guard let own else { return nil }
        guard own.canGo else {
            let lines = BatteryClock.set(utc: now / 1_000_000_000)
            return lines.contains { $0.contains("can't") } ? "\(lines)" : nil
        }
        guard Self.own == nil else { return nil }
        do { try Self.write(own.device.lastPathComponent, to: own.driver.appending(path: "bind").path) } catch { return "\(error)" }
        return kernel.comes { Self.own != nil } ? nil : "\(own) didn't come back"
    }

    /// The system's time, in nanoseconds since 1970.
    private static var systemTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    fileprivate static var refusal: String { String(cString: strerror(errno)) }

    /// Writes to a file of the kernel's.
    fileprivate static func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw Fault(description: "\(path): \(refusal)") }
        defer { close(file) }
        guard Glibc.write(file, text, text.utf8.count) == text.utf8.count else { throw Fault(description: "\(text) to \(path): \(refusal)") }
    }
}

/// A DS3231 on the kernel's stub of a bus (i2c-stub), which keeps the bytes of its registers and doesn't tick. The kernel's own driver
/// (rtc-ds1307) makes it a clock.
final class DS3231 {
    static let driver = "rtc-ds1307"
    private static let address = 0x68
    /// The power-on values of its alarms, its control, its status, its ageing and its temperature of 25 °C.
    private static let rest: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0x1C, 0x08, 0, 0x19, 0]
    private static let status = 0x0F
    /// The bit of the status that says that the clock stood still once, and that its time is worth nothing.
    private static let stopped: UInt8 = 0x80
    /// The date of its registers when it gets power for the first time.
    static let powerOn = CivilTime(year: 2000, month: 1, day: 1).seconds

    private let kernel = MonotonicClock()
    private let bus: String
    private let chip: Int32
    /// The address at which the kernel believes the chip; `nil` while the chip is unplugged.
    private var pluggedAt: Int?

    init() throws {
        try Guest.modprobe("i2c-dev")
        try Guest.modprobe("i2c-stub", "chip_addr=\(Self.address)")
        try Guest.modprobe(Self.driver)
        let buses = try FileManager.default.contentsOfDirectory(atPath: "/sys/bus/i2c/devices").filter { $0.hasPrefix("i2c-") }
        let names = buses.map { (try? String(contentsOfFile: "/sys/bus/i2c/devices/\($0)/name", encoding: .utf8)) ?? "" }
        guard let index = names.firstIndex(where: { $0.hasPrefix("SMBus stub driver") }) else {
            throw KernelClocks.Fault(description: "i2c-stub made no bus: \(buses), \(names)")
        }
        bus = buses[index]
        let node = "/dev/\(bus)"
        guard kernel.comes({ access(node, F_OK) == 0 }) else { throw KernelClocks.Fault(description: "\(node) doesn't come") }
        chip = vir_i2c_open(node, Int32(Self.address))
        guard chip >= 0 else { throw KernelClocks.Fault(description: "\(node): \(KernelClocks.refusal)") }
    }

    deinit {
        do { try unplug() } catch { print("the DS3231 is still there: \(error)") }
        close(chip)
    }

    // MARK: The wires

    /// Connects the chip, as the overlay of a board does at the start.
    /// - Parameter answers: false connects it at an address where no chip answers, as with a wire off.
    /// - Returns: the name of its clock; `nil` if the kernel makes none of a chip that doesn't answer.
    @discardableResult func plugIn(answers: Bool = true) throws -> String? {
        let address = answers ? Self.address : Self.address + 1
        try KernelClocks.write("ds3231 \(address)", to: "/sys/bus/i2c/devices/\(bus)/new_device")
        pluggedAt = address
        let isThere = kernel.comes(within: answers ? 5 : 0.5) { entry.map { access("/dev/\($0.name)", F_OK) == 0 } ?? false }
        guard isThere == answers else {
            let what = answers ? "no clock of a chip that answers" : "a clock of a chip that doesn't answer"
            throw KernelClocks.Fault(description: "\(Self.driver) made \(what); there are \(KernelClocks.all), the kernel's log may say why")
        }
        return entry?.name
    }

    /// Takes the chip off the bus; its registers stay.
    func unplug() throws {
        guard let address = pluggedAt else { return }
        try KernelClocks.write("\(address)", to: "/sys/bus/i2c/devices/\(bus)/delete_device")
        pluggedAt = nil
        guard kernel.comes({ entry == nil }) else { throw KernelClocks.Fault(description: "the DS3231 didn't go: \(KernelClocks.all)") }
    }

    private var entry: KernelClocks.Entry? { KernelClocks.all.first { $0.driver.lastPathComponent == Self.driver } }

    // MARK: The registers

    /// Gives the chip a time.
    /// - Parameters:
    ///   - utc: seconds since 1970, within 2000…2099: its year has two digits.
    ///   - isStopped: true if it stood still since it was set.
    func hold(_ utc: Int64, isStopped: Bool = false) throws {
        let time = CivilTime(seconds: utc)
        // Day 1 of its week is a Sunday for the kernel, and 1970 began on a Thursday.
        let weekday = Int((utc / 86_400 + 4) % 7) + 1
        let parts = [time.second, time.minute, time.hour, weekday, time.day, time.month, time.year - 2000]
        var registers = parts.map { UInt8(clamping: $0 / 10 * 16 + $0 % 10) }
        registers += Self.rest
        if isStopped { registers[Self.status] |= Self.stopped }
        guard vir_i2c_write(chip, 0, registers, UInt8(registers.count)) == 0 else {
            throw KernelClocks.Fault(description: "the registers can't be written: \(KernelClocks.refusal)")
        }
    }

    /// The time and the bit for a stop, as they are in the chip.
    var state: (utc: Int64, isStopped: Bool) {
        get throws {
            var registers = [UInt8](repeating: 0, count: Self.status + 1)
            guard vir_i2c_read(chip, 0, &registers, UInt8(registers.count)) == 0 else {
                throw KernelClocks.Fault(description: "the registers can't be read: \(KernelClocks.refusal)")
            }
            let masks: [UInt8] = [0x7F, 0x7F, 0x3F, 0x07, 0x3F, 0x1F, 0xFF]
            let parts = zip(registers, masks).map { register, mask -> Int in
                let byte = Int(register & mask)
                return byte / 16 * 10 + byte % 16
            }
            let time = CivilTime(year: 2000 + parts[6], month: parts[5], day: parts[4], hour: parts[2], minute: parts[1], second: parts[0])
            return (time.seconds, registers[Self.status] & Self.stopped != 0)
        }
    }
}
