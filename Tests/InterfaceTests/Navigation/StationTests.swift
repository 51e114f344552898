// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Interface

@Suite struct StationTests {
    @Test(arguments: Station.allCases)
    func aStationIsOnTheScreenThatIsUp(station: Station) {
        let place = station.box.appliance.page
        #expect(Station.on(place).box.appliance.page == place)
    }

    @Test func noTwoScreensShareAStation() {
        let places = Set(Station.allCases.map(\.box.appliance.page))
        #expect(Set(places.map(Station.on)).count == places.count && places.count == 24, "\(places.count)")
    }
}
