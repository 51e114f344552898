// SPDX-License-Identifier: GPL-3.0-or-later

import CGPIO
import Core
import Glibc

/// An open GPIO chip. Thread-bound.
final class GPIOChip {
    let path: String
    private let handle: OpaquePointer

    /// This program's name in the kernel's list of who uses a line.
    private static let consumer = "vir"

    init(path: String) throws(GPIOFault) {
        guard let handle = gpiod_chip_open(path) else { throw .last }
        self.path = path
        self.handle = handle
    }

    deinit { gpiod_chip_close(handle) }

    /// Returns the chip with all its lines, as they are now.
    func description() throws(GPIOFault) -> GPIOChipDescription {
        guard let info = gpiod_chip_get_info(handle) else { throw .last }
        defer { gpiod_chip_info_free(info) }
        var lines: [GPIOChipDescription.Line] = []
        for number in 0..<gpiod_chip_info_get_num_lines(info) { lines.append(try line(Int(number))) }
        return GPIOChipDescription(
            path: path, name: String(cString: gpiod_chip_info_get_name(info)),
            label: String(cString: gpiod_chip_info_get_label(info)), lines: lines)
    }

    /// Returns one line as it is now.
    func line(_ number: Int) throws(GPIOFault) -> GPIOChipDescription.Line {
        guard let info = gpiod_chip_get_line_info(handle, UInt32(number)) else { throw .last }
        defer { gpiod_line_info_free(info) }
        return GPIOChipDescription.Line(
            number: number, name: Self.text(gpiod_line_info_get_name(info)),
            isUsed: gpiod_line_info_is_used(info), user: Self.text(gpiod_line_info_get_consumer(info)))
    }

    /// Takes lines for this program alone, all of them or none.
    func request(_ numbers: [Int], as use: LineUse) throws(GPIOFault) -> LineRequest {
        guard let settings = gpiod_line_settings_new() else { throw .last }
        defer { gpiod_line_settings_free(settings) }
        try use.apply(to: settings)
        guard let lines = gpiod_line_config_new() else { throw .last }
        defer { gpiod_line_config_free(lines) }
        let offsets = numbers.map(UInt32.init)
        guard gpiod_line_config_add_line_settings(lines, offsets, offsets.count, settings) == 0 else { throw .last }
        guard let request = gpiod_request_config_new() else { throw .last }
        defer { gpiod_request_config_free(request) }
        gpiod_request_config_set_consumer(request, Self.consumer)
        gpiod_request_config_set_event_buffer_size(request, use.eventBufferSize)
        guard let taken = gpiod_chip_request_lines(handle, request, lines) else { throw .last }
        return try LineRequest(taking: taken)
    }

    private static func text(_ text: UnsafePointer<CChar>?) -> String? {
        guard let text, text.pointee != 0 else { return nil }
        return String(cString: text)
    }

    /// Returns the paths of this machine's chips, in the order of their numbers.
    static func paths() -> [String] {
        let numbers = FolderNames.of("/dev").compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
        return numbers.sorted().map { "/dev/\(prefix)\($0)" }.filter { gpiod_is_gpiochip_device($0) }
    }

    private static let prefix = "gpiochip"
}

/// The use for which lines are taken.
enum LineUse: Hashable, Sendable {
    /// Inputs that a contact pulls down: a closed contact is active. The kernel may debounce them.
    case contacts(debounceMicroseconds: UInt)
    /// Outputs, off at first.
    case indicators

    fileprivate func apply(to settings: OpaquePointer) throws(GPIOFault) {
        let results: [Int32]
        switch self {
        case .contacts(let debounceMicroseconds):
            gpiod_line_settings_set_active_low(settings, true)
            gpiod_line_settings_set_debounce_period_us(settings, debounceMicroseconds)
            results = [
                gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT),
                gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH),
                gpiod_line_settings_set_bias(settings, GPIOD_LINE_BIAS_PULL_UP),
                gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC),
            ]
        case .indicators:
            results = [
                gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT),
                gpiod_line_settings_set_output_value(settings, GPIOD_LINE_VALUE_INACTIVE),
            ]
        }
        guard results.allSatisfy({ $0 == 0 }) else { throw .last }
    }

    /// The number of edges that the kernel keeps while nobody reads: as many as it allows, since a knob that is turned fast makes many.
    fileprivate var eventBufferSize: Int {
        switch self {
        case .contacts: 1024
        case .indicators: 0
        }
    }
}
