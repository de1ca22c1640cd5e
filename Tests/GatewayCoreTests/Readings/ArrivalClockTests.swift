import HomeModel
import GatewayCore
import Testing

private let noon = Timestamp(milliseconds: 1_790_000_000_000)
private let temperature = series(.temperature)
private let contact = series(.contact)

private func series(_ kind: CapabilityKind) -> SeriesID {
    SeriesID(device: DeviceID("device" as StaticString), part: .main, capability: CapabilityName(kind))
}

@Suite struct ArrivalClockTests {
    private func wall(_ seconds: Double) -> Timestamp { noon + .seconds(seconds) }

    @Test func arrivalClockFollowsTheWallClock() {
        var clock = ArrivalClock()
        for second in 0..<100 {
            #expect(clock.time(wall: wall(Double(second)), uptime: .seconds(1000 + second)) == wall(Double(second)))
        }
    }

    @Test(arguments: [-4.9, -1, -0.003, 0.003, 1, 4.9])
    func smallClockStepIsCorrectedGraduallyAndMonotonically(_ step: Double) {
        var clock = ArrivalClock()
        var last = clock.time(wall: noon, uptime: .zero)
        for tenth in 1...6000 {
            let seconds = Double(tenth) / 10
            let now = clock.time(wall: wall(seconds + step), uptime: .seconds(seconds))
            #expect(now > last)
            #expect(now - last <= .milliseconds(102))
            last = now
        }
        #expect(last == wall(600 + step))
    }

    @Test(arguments: [-3600, -5, 5, 1_576_800_000] as [Double])
    func largeClockStepIsFollowedAtOnce(_ step: Double) {
        var clock = ArrivalClock()
        _ = clock.time(wall: noon, uptime: .zero)
        #expect(clock.time(wall: wall(1 + step), uptime: .seconds(1)) == wall(1 + step))
    }
}

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
