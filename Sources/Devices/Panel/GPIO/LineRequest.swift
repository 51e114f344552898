// SPDX-License-Identifier: GPL-3.0-or-later

import CGPIO
import Core

/// An edge of a line, as the kernel saw it.
struct LineEdge: Hashable, Sendable {
    var number: Int
    /// True if the contact closed.
    var isActive: Bool
    var timestamp: Timestamp
    /// The number of this edge among the line's edges, from 1. A gap means that the kernel had no room for some edges.
    var sequence: UInt
}

/// Lines that this program holds until the last reference goes. Thread-bound.
final class LineRequest {
    /// Becomes readable with the next edge, and hangs up when the chip goes.
    let descriptor: Int32
    private let handle: OpaquePointer
    private let edges: OpaquePointer

    /// The most edges that are read at once.
    private static let batch = 64

    init(taking handle: OpaquePointer) throws(GPIOFault) {
        guard let edges = gpiod_edge_event_buffer_new(Self.batch) else {
            let fault = GPIOFault.last
            gpiod_line_request_release(handle)
            throw fault
        }
        self.handle = handle
        self.edges = edges
        descriptor = gpiod_line_request_get_fd(handle)
    }

    deinit {
        gpiod_edge_event_buffer_free(edges)
        gpiod_line_request_release(handle)
    }

    /// Reads edges that wait, up to one batch; if none waits, it waits for one.
    func readEdges(_ each: (LineEdge) -> Void) throws(GPIOFault) {
        let count = gpiod_line_request_read_edge_events(handle, edges, Self.batch)
        guard count >= 0 else { throw .last }
        for index in 0..<count {
            guard let event = gpiod_edge_event_buffer_get_event(edges, UInt(index)) else { continue }
            each(
                LineEdge(
                    number: Int(gpiod_edge_event_get_line_offset(event)),
                    isActive: gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE,
                    timestamp: Timestamp(nanoseconds: Int64(clamping: gpiod_edge_event_get_timestamp_ns(event))),
                    sequence: UInt(gpiod_edge_event_get_line_seqno(event))))
        }
    }

    /// Returns true if a line is active, or `nil` if that can't be read.
    func isActive(_ number: Int) -> Bool? {
        switch gpiod_line_request_get_value(handle, UInt32(number)) {
        case GPIOD_LINE_VALUE_ACTIVE: true
        case GPIOD_LINE_VALUE_INACTIVE: false
        default: nil
        }
    }

    func set(_ number: Int, isActive: Bool) throws(GPIOFault) {
        let value = isActive ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE
        guard gpiod_line_request_set_value(handle, UInt32(number), value) == 0 else { throw .last }
    }
}
