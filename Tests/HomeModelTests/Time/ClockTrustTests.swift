import SeededRandom
import Foundation
import Testing

@testable import HomeModel

@Suite struct ClockTrustTests {
    private static let start = Timestamp(milliseconds: 0)
    private static let early = Duration.seconds(599)
    private static let late = Duration.seconds(600)

    @Test(
        arguments: [
            // A clock that the kernel reports as synchronised is always trusted.
            (start, .zero, true, noon, true), (noon, early, true, nil, true),
            // In the first ten minutes, an unsynchronised clock is not trusted.
            (noon, early, false, nil, false), (noon, early, false, noon, false),
            // Afterwards a clock that continues from the stored times is trusted.
            (noon, late, false, nil, true), (noon, late, false, noon, true),
            (noon - .seconds(300), late, false, noon, true),
            // A clock before the stored times, or before the first release of the gateway, is not trusted.
            (noon - .seconds(301), late, false, noon, false), (start, .days(1), false, noon, false),
            (start, .days(1), false, nil, false), (start, .days(1), false, start, false),
        ] as [(Timestamp, Duration, Bool, Timestamp?, Bool)])
    func clockIsKnownIfItIsPlausible(
        _ wall: Timestamp, uptime: Duration, isSynchronised: Bool, newest: Timestamp?, isKnown: Bool
    ) {
        let trust = ClockTrust(newestOfDevices: newest.map { [$0] } ?? [], lastKnown: nil)
        #expect(trust.isKnown(wall: wall, uptime: uptime, isSynchronised: isSynchronised) == isKnown)
    }

    /// Columns, in days from noon: the newest reading of each device, the last known clock, the clock now.
    @Test(
        arguments: [
            // One device of two or more is in the future.
            ([1000, 0], nil, 0, true), ([1000, 0, 0], nil, 0, true), ([1000, 0, 0, -3], 0, 0, true),
            // The only devices are in the future, but the clock was corrected before the last stop.
            ([1000], 0, 0, true), ([1000, 1000], 0, 0, true),
            // The clock was not corrected: it is unknown which of the two is wrong.
            ([1000], nil, 0, false), ([1000], 1000, 0, false),
            // The last known clock was ahead for a moment, and few devices confirm it.
            ([1000, 0, 0, 0, 0], 1000, 0, true),
            // The clock is behind most devices or behind the last known clock.
            ([0, 0, 0], nil, -1, false), ([0, -30, -30], 0, -1, false), ([0, 0], 0, -1, false),
            ([], 0, -1, false), ([], 0, 0, true),
        ] as [([Int], Int?, Int, Bool)])
    func singleFutureReadingsDoNotMakeTheClockUnknown(_ newest: [Int], lastKnown: Int?, wall: Int, isKnown: Bool) {
        let trust = ClockTrust(
            newestOfDevices: newest.map { noon + .days($0) }, lastKnown: lastKnown.map { noon + .days($0) })
        #expect(trust.isKnown(wall: noon + .days(wall), uptime: Self.late, isSynchronised: false) == isKnown)
    }

    /// Homes without a time server have power cuts, dead batteries and clocks that are ahead for a while. The oracle is
    /// the true time, which `ClockTrust` does not know.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func clockIsJudgedCorrectlyInRandomHistories(seed: UInt64) {
        var home = SimulatedHomeClock(seed: seed)
        for _ in 0..<30 {
            home.runWithCorrectClock()
            home.restart()
            let trust = home.trust
            #expect(trust.isKnown(wall: home.wall, uptime: .zero, isSynchronised: true), "seed \(seed)")
            #expect(!trust.isKnown(wall: home.wall, uptime: Self.early, isSynchronised: false), "seed \(seed)")
            let isKnown = trust.isKnown(wall: home.wall, uptime: Self.late, isSynchronised: false)
            // A correct clock is trusted, although single readings are ahead of it.
            if home.error == .zero { #expect(isKnown, "seed \(seed): a correct clock is not trusted") }
            // A clock that is behind the stored readings by more than the tolerance is not trusted.
            let slack = ReadingValidator.futureTolerance + ReadingValidator.futureTolerance
            if home.wall < home.lastStored - ClockTrust.saveInterval - slack {
                #expect(!isKnown, "seed \(seed): a clock that is \(home.lastStored - home.wall) behind is trusted")
            }
            if isKnown {
                #expect(trust.isKnown(wall: home.wall + .days(1), uptime: .hours(1), isSynchronised: false))
            }
            home.correctClock()
        }
    }
}

/// Simulates the clocks of a home with a known true time.
private struct SimulatedHomeClock {
    private var now = noon
    /// The wall clock less the true time.
    private(set) var error = Duration.zero
    /// When the last reading was stored, by the true time.
    private(set) var lastStored = noon
    private var newest: [Timestamp]
    private var lastKnown = noon
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        newest = Array(repeating: noon, count: Int.random(in: 1...8, using: &random))
    }

    var wall: Timestamp { now + error }
    var trust: ClockTrust { ClockTrust(newestOfDevices: newest, lastKnown: lastKnown) }

    /// The clock is right for a while. Most devices report until the end; sometimes some report while the clock is ahead.
    mutating func runWithCorrectClock() {
        now = now + duration(.seconds(60), .hours(48))
        if Int.random(in: 0..<3, using: &random) == 0 {
            let ahead = now + duration(.hours(1), .days(1000))
            for device in newest.indices where Bool.random(using: &random) { report(ahead, device: device) }
            now = now + duration(.seconds(1), .hours(3))
        }
        for device in newest.indices where device % 2 == 0 || Bool.random(using: &random) {
            report(now - duration(.zero, .hours(5)), device: device)
        }
        report(now, device: 0)
        lastStored = now
        lastKnown = now - duration(.zero, ClockTrust.saveInterval)
    }

    private mutating func report(_ time: Timestamp, device: Int) { newest[device] = max(newest[device], time) }

    /// Afterwards the clock is right, or it stood still during the outage, or its battery was empty.
    mutating func restart() {
        let outage = duration(.seconds(1), .days(30))
        now = now + outage
        switch Int.random(in: 0..<4, using: &random) {
        case 0: error = .zero - outage - duration(.zero, .hours(1))
        case 1: error = Timestamp(milliseconds: 0) - now
        case 2: error = .zero - duration(.seconds(1), .days(40))
        default: error = .zero
        }
    }

    mutating func correctClock() { error = .zero }

    private mutating func duration(_ low: Duration, _ high: Duration) -> Duration {
        .milliseconds(Int64.random(in: low.wholeMilliseconds...high.wholeMilliseconds, using: &random))
    }
}
