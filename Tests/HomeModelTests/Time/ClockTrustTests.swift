import Foundation
import Testing

@testable import HomeModel

@Suite struct ClockTrustTests {
    private static let start = Timestamp(milliseconds: 0)
    private static let early = Duration.seconds(599)
    private static let late = Duration.seconds(600)

    @Test(
        arguments: [
            // A synchronised kernel is believed, whatever the rest.
            (start, .zero, true, noon, true), (noon, early, true, nil, true),
            // Before the patience is over, an unsynchronised clock is not.
            (noon, early, false, nil, false), (noon, early, false, noon, false),
            // Afterwards a clock that goes on from what is stored is believed.
            (noon, late, false, nil, true), (noon, late, false, noon, true),
            (noon - .seconds(300), late, false, noon, true),
            // One that is before what is stored, or before there was a gateway, is wrong.
            (noon - .seconds(301), late, false, noon, false), (start, .days(1), false, noon, false),
            (start, .days(1), false, nil, false), (start, .days(1), false, start, false),
        ] as [(Timestamp, Duration, Bool, Timestamp?, Bool)])
    func clockIsKnownWhenItCanBeRight(
        _ wall: Timestamp, _ uptime: Duration, _ isSynchronised: Bool, _ newest: Timestamp?, _ isKnown: Bool
    ) {
        let trust = ClockTrust(newestOfDevices: newest.map { [$0] } ?? [], lastKnown: nil)
        #expect(trust.isKnown(wall: wall, uptime: uptime, isSynchronised: isSynchronised) == isKnown)
    }

    /// In days from noon: the newest of each device, the last known clock, the clock now.
    @Test(
        arguments: [
            // One device of two or more is in the future.
            ([1000, 0], nil, 0, true), ([1000, 0, 0], nil, 0, true), ([1000, 0, 0, -3], 0, 0, true),
            // Its own is the only one, but the clock was put right before the last stop.
            ([1000], 0, 0, true), ([1000, 1000], 0, 0, true),
            // It was not: which of both is wrong cannot be known.
            ([1000], nil, 0, false), ([1000], 1000, 0, false),
            // Noted by a clock that was ahead for a moment, which few devices reach.
            ([1000, 0, 0, 0, 0], 1000, 0, true),
            // The clock is behind what most devices, or the note, say.
            ([0, 0, 0], nil, -1, false), ([0, -30, -30], 0, -1, false), ([0, 0], 0, -1, false),
            ([], 0, -1, false), ([], 0, 0, true),
        ] as [([Int], Int?, Int, Bool)])
    func oneFutureReadingStopsNothing(_ newest: [Int], _ lastKnown: Int?, _ wall: Int, _ isKnown: Bool) {
        let trust = ClockTrust(
            newestOfDevices: newest.map { noon + .days($0) }, lastKnown: lastKnown.map { noon + .days($0) })
        #expect(trust.isKnown(wall: noon + .days(wall), uptime: Self.late, isSynchronised: false) == isKnown)
    }

    /// Homes without a time server live through power cuts, dead batteries and clocks that are ahead for a while. The
    /// oracle is the true time, which the trust never sees.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func clockIsJudgedRightlyInRandomHistories(seed: UInt64) {
        var life = ClockLife(seed: seed)
        for _ in 0..<30 {
            life.live()
            life.restart()
            let trust = life.trust
            #expect(trust.isKnown(wall: life.wall, uptime: .zero, isSynchronised: true), "seed \(seed)")
            #expect(!trust.isKnown(wall: life.wall, uptime: Self.early, isSynchronised: false), "seed \(seed)")
            let isKnown = trust.isKnown(wall: life.wall, uptime: Self.late, isSynchronised: false)
            // A right clock is believed, although single readings are ahead of it.
            if life.error == .zero { #expect(isKnown, "seed \(seed): a right clock is not believed") }
            // One that is behind what was stored by more than the notes allow is not.
            let slack = ReadingValidator.futureTolerance + ReadingValidator.futureTolerance
            if life.wall < life.lastStored - ClockTrust.noteInterval - slack {
                #expect(!isKnown, "seed \(seed): a clock that is \(life.lastStored - life.wall) behind is believed")
            }
            if isKnown {
                #expect(trust.isKnown(wall: life.wall + .days(1), uptime: .hours(1), isSynchronised: false))
            }
            life.correctClock()
        }
    }
}

/// The clocks of a home that is played with a known true time.
private struct ClockLife {
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

    /// The clock is right for a while. Most devices report until the end; now and then some do while it is ahead.
    mutating func live() {
        now = now + duration(.seconds(60), .hours(48))
        if Int.random(in: 0..<3, using: &random) == 0 {
            let ahead = now + duration(.hours(1), .days(1000))
            for device in newest.indices where Bool.random(using: &random) { report(ahead, device) }
            now = now + duration(.seconds(1), .hours(3))
        }
        for device in newest.indices where device % 2 == 0 || Bool.random(using: &random) {
            report(now - duration(.zero, .hours(5)), device)
        }
        report(now, 0)
        lastStored = now
        lastKnown = now - duration(.zero, ClockTrust.noteInterval)
    }

    private mutating func report(_ time: Timestamp, _ device: Int) { newest[device] = max(newest[device], time) }

    /// The clock then is right, stood still while the power was off, or lost its battery.
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
