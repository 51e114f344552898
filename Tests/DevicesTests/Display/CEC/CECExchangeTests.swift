// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Devices

@Suite struct CECExchangeTests {
    private let place = CECExchange.Place(logical: 4, physical: CECAddress(0x1000))
    private let start = Timestamp(seconds: 100)

    private func exchange() -> CECExchange {
        var exchange = CECExchange()
        exchange.place = place
        return exchange
    }

    /// Returns an exchange after VIR's picture came on the TV.
    private func shown() -> CECExchange {
        var exchange = exchange()
        exchange.want(.wake, at: start)
        _ = converse(&exchange, from: start, seconds: 10)
        return exchange
    }

    /// Returns the sent messages, each with its second.
    private func converse(
        _ exchange: inout CECExchange, from start: Timestamp, seconds: Int,
        _ outcome: (Int, CECMessage) -> CECExchange.Outcome = { _, _ in .acknowledged }
    ) -> [String] {
        var said: [String] = []
        for second in 0...seconds {
            let now = start.advanced(by: .seconds(second))
            while let message = exchange.message(at: now) {
                let outcome = outcome(second, message)
                let news = exchange.said(outcome, at: now).map { " \($0)" } ?? ""
                said.append("\(second) \(message.bytes.map { String($0, radix: 16) }.joined(separator: ":"))\(news)")
            }
        }
        return said
    }

    private func heard(_ bytes: [UInt8], by exchange: inout CECExchange) -> [UInt8]? {
        CECMessage(bytes: bytes).flatMap { exchange.heard($0)?.bytes }
    }

    @Test func aTVIsSwitchedOnAndToldTwiceWhosePictureToShow() {
        var exchange = exchange()
        exchange.want(.wake, at: start)
        #expect(converse(&exchange, from: start, seconds: 60) == ["0 40:4 woken", "0 4f:82:10:0", "5 4f:82:10:0"])
        #expect(exchange.isActive && exchange.due == nil)
    }

    @Test func aWishWaitsForATVAndIsSaidOnce() {
        var exchange = CECExchange()
        exchange.want(.wake, at: start)
        _ = converse(&exchange, from: start, seconds: 10) { _, _ in .refused }
        #expect(exchange.due == nil && exchange.message(at: start) == nil)
        exchange.place = place
        #expect(converse(&exchange, from: start.advanced(by: .seconds(20)), seconds: 60).count == 3)
        exchange.place = nil
        #expect(!exchange.isActive)
        exchange.place = place
        #expect(exchange.due == nil, "a TV that was switched off by hand stays off")
        #expect(exchange.isActive, "and one that went for a moment shows what it showed")
    }

    @Test func aTVThatLooksAwayInStandbyIsCalledAndThenAskedAsOneself() {
        var exchange = shown()
        exchange.place = nil
        exchange.want(.wake, at: start)
        #expect(converse(&exchange, from: start, seconds: 60) { _, _ in .refused } == ["0 f0:4", "2 f0:4", "4 f0:4"])
        #expect(exchange.due == nil)
        // While the TV is away, no other device is told anything.
        exchange.want(.standby, at: start)
        #expect(exchange.due == nil)
        exchange.want(.wake, at: start)
        #expect(converse(&exchange, from: start, seconds: 60) == ["0 f0:4 woken"])
        exchange.place = place
        #expect(
            converse(&exchange, from: start.advanced(by: .seconds(60)), seconds: 9) == ["0 40:4 woken", "0 4f:82:10:0", "0 4f:82:10:0"])
    }

    @Test func aTVThatDoesNotHearIsAskedAgainAndThenLeftAlone() {
        var exchange = exchange()
        exchange.want(.wake, at: start)
        #expect(
            converse(&exchange, from: start, seconds: 60) { second, _ in second < 4 ? .refused : .acknowledged } == [
                "0 40:4", "2 40:4", "4 40:4 woken", "4 4f:82:10:0", "5 4f:82:10:0",
            ])
        exchange.want(.wake, at: start)
        #expect(
            converse(&exchange, from: start, seconds: 60) { _, _ in .refused } == [
                "0 40:4", "2 40:4", "4 40:4", "6 40:4", "8 40:4 silent",
            ])
        #expect(exchange.due == nil)
    }

    @Test func itIsSentToStandbyWhileItShowsVIRsPicture() {
        var exchange = shown()
        exchange.want(.standby, at: start)
        #expect(converse(&exchange, from: start, seconds: 60) == ["0 40:36 slept"])
        exchange.want(.standby, at: start)
        #expect(converse(&exchange, from: start, seconds: 60).isEmpty, "once")
    }

    @Test(
        arguments: [
            [0x8F, 0x82, 0x20, 0x00],  // another player shows its picture
            [0x0F, 0x82, 0x00, 0x00],  // the TV's own tuner
            [0x0F, 0x80, 0x10, 0x00, 0x30, 0x00],  // the TV was switched to another input
            [0x0F, 0x86, 0x20, 0x00],
            [0x0F, 0x36],  // the TV was switched off
        ] as [[UInt8]])
    func whoeverLooksAtSomethingElseKeepsTheTV(bytes: [UInt8]) {
        var exchange = shown()
        #expect(heard(bytes, by: &exchange) == nil)
        #expect(!exchange.isActive)
        exchange.want(.standby, at: start)
        #expect(exchange.due == nil)
    }

    @Test func alsoWhenThatHappensBeforeStandbyWasHeard() {
        var exchange = shown()
        exchange.want(.standby, at: start)
        #expect(exchange.said(.refused, at: start) == nil && exchange.due != nil)
        _ = heard([0x8F, 0x82, 0x20, 0x00], by: &exchange)
        #expect(exchange.due == nil)
    }

    @Test func aTVThatIsSwitchedToVIRByHandIsAnsweredAndMayBeSentToStandby() {
        var exchange = exchange()
        #expect(heard([0x0F, 0x85], by: &exchange) == nil)
        #expect(heard([0x0F, 0x86, 0x10, 0x00], by: &exchange) == [0x4F, 0x82, 0x10, 0x00])
        #expect(heard([0x0F, 0x85], by: &exchange) == [0x4F, 0x82, 0x10, 0x00])
        exchange.want(.standby, at: start)
        #expect(converse(&exchange, from: start, seconds: 1) == ["0 40:36 slept"])
    }

    @Test func aTVThatComesOutOfStandbyWithItsTunerIsToldAgain() {
        var exchange = exchange()
        exchange.want(.wake, at: start)
        _ = converse(&exchange, from: start, seconds: 2)
        _ = heard([0x0F, 0x82, 0x00, 0x00], by: &exchange)
        #expect(!exchange.isActive)
        #expect(converse(&exchange, from: start, seconds: 6) == ["5 4f:82:10:0"])
        #expect(exchange.isActive)
    }

    @Test(
        arguments: [
            ([0x04, 0x8F], [0x40, 0x90, 0x00]),  // give device power status: on
            ([0x04, 0x1A, 0x01], [0x40, 0x00, 0x1A, 0x00]),  // give deck status: not known
            ([0x0F, 0x1A, 0x01], nil),  // broadcast requests get no answer
            ([0xF4, 0x1A, 0x01], nil),  // nor do requests without a sender's address
            ([0x04, 0x00, 0x04, 0x00], nil),  // nor a message that answers ours (feature abort)
            ([0x04, 0x44, 0x01], nil),  // the kernel handles the remote's keys
            ([0x04, 0x45], nil),
            ([0x04], nil),
            ([0x0F, 0x82], nil),
        ] as [([UInt8], [UInt8]?)])
    func whatIsAskedIsAnswered(bytes: [UInt8], answer: [UInt8]?) {
        var exchange = exchange()
        #expect(heard(bytes, by: &exchange) == answer)
    }

    @Test func aLaterWishTakesTheEarliersPlace() {
        var exchange = shown()
        exchange.want(.standby, at: start)
        exchange.want(.wake, at: start)
        #expect(converse(&exchange, from: start, seconds: 1) == ["0 40:4 woken", "0 4f:82:10:0"])
    }
}
