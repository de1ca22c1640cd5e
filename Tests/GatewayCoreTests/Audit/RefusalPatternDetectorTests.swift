import HomeModel
import Testing

@testable import GatewayCore

struct RefusalPatternDetectorTests {
    private let kim = RefusalPatternDetector.Asker(person: PersonID("kim"), client: ClientID("phone"))

    private func refused(_ count: Int, every pause: Duration) -> (detector: RefusalPatternDetector, now: Duration) {
        var (detector, now) = (RefusalPatternDetector(), Duration.hours(1))
        for _ in 0..<count {
            detector.note(kim, at: now)
            now += pause
        }
        return (detector, now)
    }

    @Test(
        arguments: [(9, .seconds(1), 0), (10, .seconds(1), 1), (10, .seconds(66), 1), (100, .seconds(67), 0)]
            as [(
                Int, Duration, Int
            )])
    func tenRefusalsWithinTenMinutesRaiseANotice(_ count: Int, pause: Duration, notices: Int) {
        var (detector, now) = refused(count, every: pause)
        #expect(detector.unusual(at: now).count == notices)
    }

    @Test func noticeIsRaisedOnceAnHourAndForgottenAfterADay() {
        var (detector, _) = refused(500, every: .seconds(1))
        #expect(detector.unusual(at: .hours(25) - .seconds(1)).map(\.pattern) == [.many(10)])
        // The tenth refusal, at nine seconds, raised the notice.
        #expect(detector.unusual(at: .hours(25) + .seconds(9)) == [])
        var (longer, now) = refused(3700, every: .seconds(1))
        #expect(longer.unusual(at: now + .hours(23)).count == 1)
        #expect(longer.unusual(at: .hours(26) + .seconds(9)).count == 0)
    }

    @Test(arguments: [(Duration.hours(6), 0), (.hours(6) + .seconds(1), 1)])
    func refusalsMoreThanSixHoursFromTheWindowRaiseANotice(_ away: Duration, notices: Int) {
        var detector = RefusalPatternDetector()
        for _ in 0..<3 { detector.note(kim, wanting: "lamp", away: away, at: .hours(1)) }
        #expect(detector.unusual(at: .hours(1)).count == notices)
    }

    @Test func numberOfTrackedAskersIsBounded() {
        var detector = RefusalPatternDetector()
        for number in 0..<1000 {
            let id = ClientID(slugging: "client-\(number)", fallback: ClientID("client"))
            let asker = RefusalPatternDetector.Asker(person: PersonID("kim"), client: id)
            for _ in 0..<10 { detector.note(asker, at: .seconds(3600 + number)) }
        }
        let unusual = detector.unusual(at: .seconds(4600))
        #expect(unusual.count == RefusalPatternDetector.mostAskers)
        #expect(unusual.first?.client == ClientID("client-999"))
    }
}
