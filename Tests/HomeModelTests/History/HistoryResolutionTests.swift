import HomeModel
import Testing

struct HistoryResolutionTests {
    @Test(
        arguments: [
            // The span alone decides.
            (.hours(1), nil, .raw), (.days(2), nil, .raw), (.days(2) + .seconds(1), nil, .hour),
            (.days(90), nil, .hour),
            (.days(91), nil, .day), (.days(3650), nil, .day), (.zero, nil, .raw), (.seconds(-5), nil, .raw),
            // Many points extend the span of a finer resolution; few points never shorten it.
            (.days(5), 480, .raw), (.days(5), 479, .hour), (.days(31), 10_000, .raw), (.days(32), 10_000, .hour),
            (.days(730), 1460, .hour), (.days(730), 1459, .day), (.days(90), 2, .hour), (.days(2), 2, .raw),
            (.days(730), 0, .day),
        ] as [(Duration, Int?, HistoryResolution)])
    func autoResolutionFollowsTheSpanAndThePoints(_ span: Duration, points: Int?, expected: HistoryResolution) {
        #expect(HistoryResolution.auto.resolved(over: span, points: points) == expected)
    }

    @Test(arguments: [HistoryResolution.raw, .hour, .day])
    func explicitResolutionIsKept(_ resolution: HistoryResolution) {
        #expect(resolution.resolved(over: .days(3650), points: 2) == resolution)
    }
}
