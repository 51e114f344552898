import Core
import Testing
@testable import Runtime

@Suite struct ClipWindowTests {
    private static func place(_ index: Int64) -> Timestamp { .zero + FrameRate(30).offset(of: index) }

    private static func picture(_ index: Int64) -> VideoFrame {
        VideoFrame(buffer: NumberedPicture(index, isDecoded: true), stamp: FrameStamp(frame: index, timestamp: place(index)))
    }

    private static func window(_ indices: ClosedRange<Int64>) -> ClipWindow {
        var window = ClipWindow(capacity: 8)
        for index in indices { window.add(picture(index), onTheWayTo: .zero) }
        return window
    }

    @Test func thePictureDueIsTheNewestThatIsNotLaterAndOlderOnesGo() {
        var window = Self.window(3...7)
        #expect(window.take(dueAt: Self.place(5) + .milliseconds(1))?.stamp.frame == 5)
        #expect(window.first == Self.place(5) && window.count == 3)
        // It stays for as long as it is due.
        #expect(window.take(dueAt: Self.place(5) + .milliseconds(20))?.stamp.frame == 5)
        #expect(window.take(dueAt: Self.place(100))?.stamp.frame == 7)
    }

    @Test func nothingIsDueBeforeTheFirst() {
        var window = Self.window(3...7)
        #expect(window.take(dueAt: Self.place(3) - .nanoseconds(1)) == nil)
        #expect(window.count == 5, "and nothing is let go for it")
    }

    @Test func onTheWayToAPlaceOnlyOnePictureIsHeld() {
        var window = ClipWindow(capacity: 8)
        for index in Int64(0)...12 { window.add(Self.picture(index), onTheWayTo: Self.place(10)) }
        #expect(window.first == Self.place(10))
        #expect(window.count == 3 && window.ahead(of: Self.place(10)) == 2)
    }
}
