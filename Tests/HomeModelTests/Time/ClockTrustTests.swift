import Testing

@testable import HomeModel

@Suite struct ClockTrustTests {
    private static let start = Timestamp(milliseconds: 0)
    private static let early = Duration.seconds(599)
    private static let late = Duration.seconds(600)

    @Test(
        arguments: [
            // A kernel that knows is believed, whatever the rest.
            (start, .zero, true, noon, true), (noon, early, true, nil, true),
            // Until a time server has had its time, nobody else is.
            (noon, early, false, nil, false), (noon, early, false, noon, false),
            // Then there is none, and a clock that runs on from what is stored will do.
            (noon, late, false, nil, true), (noon, late, false, noon, true),
            (noon - .seconds(300), late, false, noon, true),
            // One that stands before what is stored, or before there was a gateway, is wrong.
            (noon - .seconds(301), late, false, noon, false), (start, .days(1), false, noon, false),
            (start, .days(1), false, nil, false), (start, .days(1), false, start, false),
        ] as [(Timestamp, Duration, Bool, Timestamp?, Bool)])
    func aClockIsKnownWhenItCanBeRight(
        _ wall: Timestamp, _ uptime: Duration, _ isSynchronised: Bool, _ newest: Timestamp?, _ isKnown: Bool
    ) {
        let trust = ClockTrust(newest: newest)
        #expect(trust.isKnown(wall: wall, uptime: uptime, isSynchronised: isSynchronised) == isKnown)
    }
}
