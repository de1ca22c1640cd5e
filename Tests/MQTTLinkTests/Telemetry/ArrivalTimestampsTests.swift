import HomeModel
import Testing

@testable import MQTTLink

@Suite struct ArrivalTimestampsTests {
    @Test func readingsOfASeriesGetDistinctMilliseconds() {
        var stamps = ArrivalTimestamps()
        #expect((0..<3).map { _ in stamps.stamp(temperature, at: noon) } == (0..<3).map { noon + .milliseconds($0) })
        #expect(stamps.stamp(contact, at: noon) == noon)
    }

    @Test func clockThatWasSetBackIsFollowed() {
        var stamps = ArrivalTimestamps()
        _ = stamps.stamp(temperature, at: noon)
        #expect(stamps.stamp(temperature, at: noon - .hours(1)) == noon - .hours(1))
    }

    @Test func seriesThatIsNotKeptIsForgotten() {
        var stamps = ArrivalTimestamps()
        _ = stamps.stamp(temperature, at: noon)
        _ = stamps.stamp(contact, at: noon)
        stamps.retainOnly([contact])
        #expect(stamps.stamp(temperature, at: noon) == noon)
        #expect(stamps.stamp(contact, at: noon) == noon + .milliseconds(1))
    }
}
