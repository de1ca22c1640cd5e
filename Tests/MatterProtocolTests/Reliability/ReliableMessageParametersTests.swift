import Testing

@testable import MatterProtocol

@Suite struct ReliableMessageParametersTests {
    /// The back-off of connectedhomeip's tests, in milliseconds: the transmissions before the last one, the shortest and
    /// the longest wait. Its rows round differently by one.
    @Test(arguments: [
        (300, 0, 330, 413), (300, 1, 330, 413), (300, 2, 528, 660), (300, 3, 844, 1057), (300, 4, 1351, 1690),
        (4000, 0, 4400, 5500), (4000, 1, 4400, 5500), (4000, 2, 7040, 8800), (4000, 3, 11_264, 14_081),
        (4000, 4, 18_022, 22_529),
    ])
    func backoffFollowsTheSpecification(interval: Int, earlier: Int, shortest: Int, longest: Int) {
        let parameters = ReliableMessageParameters(idleInterval: interval, activeInterval: interval)
        for (jitter, expected) in [(0.0, shortest), (1.0, longest), (-3, shortest), (7, longest), (.nan, shortest)] {
            for isActive in [false, true] {
                let wait = parameters.backoff(
                    afterTransmissions: earlier + 1, isPeerActive: isActive, jitter: jitter)
                #expect(abs(wait.wholeMilliseconds - Int64(expected)) <= 1)
            }
        }
    }

    @Test func backoffUsesTheIntervalOfThePeersMode() {
        let parameters = ReliableMessageParameters(idleInterval: 5000, activeInterval: 1000)
        let wait = { parameters.backoff(afterTransmissions: 1, isPeerActive: $0, jitter: 0) }
        #expect(wait(true) == .milliseconds(1100))
        #expect(wait(false) == .milliseconds(5500))
        #expect(
            parameters.backoff(afterTransmissions: 99, isPeerActive: true, jitter: 0)
                == parameters.backoff(afterTransmissions: 5, isPeerActive: true, jitter: 0))
        #expect(parameters.backoff(afterTransmissions: -1, isPeerActive: true, jitter: 0) == wait(true))
    }

    @Test(
        arguments: [
            (nil, nil, nil, 500, 300, 4000), (5000, 400, 1000, 5000, 400, 1000),
            (3_600_000, 1, 65_535, 3_600_000, 1, 65_535), (3_600_001, 0, 65_536, 500, 300, 4000),
            (-1, Int.min, 0, 500, 300, 0), (Int.max, Int.max, Int.max, 500, 300, 4000),
        ] as [(Int?, Int?, Int?, Int, Int, Int)])
    func valuesBeyondTheLimitsGiveTheDefaults(values: (Int?, Int?, Int?, Int, Int, Int)) {
        let parameters = ReliableMessageParameters(
            idleInterval: values.0, activeInterval: values.1, activeThreshold: values.2)
        #expect(parameters.idleInterval == .milliseconds(values.3))
        #expect(parameters.activeInterval == .milliseconds(values.4))
        #expect(parameters.activeThreshold == .milliseconds(values.5))
    }

    @Test func maximumTimeIsTheSumOfAllWaits() {
        let usual = ReliableMessageParameters()
        // 300 ms · 1.1 · 1.25 · (1 + 1 + 1.6 + 2.56 + 4.096)
        #expect(usual.maximumTime(sinceLastActivity: .zero).wholeMilliseconds == 4230)
        #expect(usual.maximumTime().wholeMilliseconds == 7051)
        #expect(usual.maximumTime(sinceLastActivity: .seconds(4)) == usual.maximumTime())
        let sleepy = ReliableMessageParameters(idleInterval: 15_000, activeInterval: 500, activeThreshold: 1000)
        // It falls asleep after the second transmission.
        let waits = 500 * 1.375 * 2 + 15_000 * 1.375 * (1.6 + 2.56 + 4.096)
        #expect(sleepy.maximumTime(sinceLastActivity: .zero).wholeMilliseconds == Int64(waits))
        #expect(usual.maximumTime(sinceLastActivity: .seconds(-5)).wholeMilliseconds == 4230)
    }

    @Test func maximumResponseTimeCoversBothMessages() {
        let node = ReliableMessageParameters(idleInterval: 1000)
        let time = node.maximumResponseTime(processing: .seconds(30))
        #expect(
            time
                == node.maximumTime() + .seconds(30)
                + ReliableMessageParameters().maximumTime(sinceLastActivity: .zero))
    }

    @Test func peerIsActiveUntilItsThreshold() {
        let parameters = ReliableMessageParameters(activeThreshold: 1000)
        let now = ContinuousClock.now
        #expect(!parameters.isActive(lastActivity: nil, at: now))
        #expect(parameters.isActive(lastActivity: now - .milliseconds(999), at: now))
        #expect(!parameters.isActive(lastActivity: now - .milliseconds(1000), at: now))
        #expect(!ReliableMessageParameters(activeThreshold: 0).isActive(lastActivity: now, at: now))
    }
}
