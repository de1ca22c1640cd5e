import HomeModel
import SeededRandom
import Testing

struct PresenceTermTests {
    private static func series(_ kind: CapabilityKind) -> SeriesID {
        SeriesID(device: DeviceID("hall"), part: .main, capability: CapabilityName(kind))
    }

    /// Sensors of contacts, locks and buttons record what was opened or pressed, and not that people were in a room.
    @Test func onlyMotionAndOccupancyArePresence() {
        #expect(Set(CapabilityKind.allCases.filter(\.isPresence)) == [.motion, .occupancy])
    }

    /// A sensor of presence also counts people. Other numbers have a meaning that the program does not know.
    @Test(
        arguments: [
            ("motion", true), ("occupancy.zone-2", true), ("number.objects", true), ("number", false),
            ("number.objects-2", false), ("text.objects", false), ("contact", false),
        ])
    func numberOfPeopleIsPresence(_ text: String, isPresence: Bool) throws {
        let capability = try #require(CapabilityName(text))
        #expect(capability.isPresence == isPresence)
        let series = SeriesID(device: DeviceID("hall"), part: .main, capability: capability)
        #expect(RetentionTerms().limits(series) == isPresence)
    }

    /// Columns: the exception of the series, the days for which its changes are kept without the consent, and with it.
    @Test(
        arguments: [
            (nil, 7, 365), (RetentionException(days: 3), 3, 3), (RetentionException(days: 30), 7, 30),
            (RetentionException(days: 30, rollUpDays: 90), 7, 30), (RetentionException(rollUpDays: 3000), 7, 365),
        ] as [(RetentionException?, Int, Int)])
    func exceptionCanShortenTheTermOfPresenceAndNotLengthenIt(
        _ exception: RetentionException?, limited: Int, allowed: Int
    ) {
        let motion = Self.series(.motion)
        var terms = RetentionTerms()
        terms.exceptions[motion] = exception
        #expect(terms.limits(motion) && terms.edge(of: motion, .environment, at: noon) == noon - .days(limited))
        #expect(terms.rollUpEdge(of: motion, .environment, at: noon) == noon - .days(limited))
        terms.limitsPresence = false
        #expect(!terms.limits(motion) && terms.edge(of: motion, .environment, at: noon) == noon - .days(allowed))
    }

    @Test func holdSuspendsTheTermOfPresence() {
        let motion = Self.series(.motion)
        var terms = RetentionTerms(presenceDays: 1)
        terms.exceptions[motion] = RetentionException(days: 2, hold: "a burglary")
        #expect(terms.edge(of: motion, .environment, at: noon) == Timestamp(milliseconds: .min))
        #expect(terms.rollUpEdge(of: motion, .environment, at: noon) == Timestamp(milliseconds: .min))
    }

    @Test(arguments: [(1, true), (7, true), (0, false), (8, false), (-1, false), (.max, false), (.min, false)])
    func termOfPresenceCanOnlyBeShortened(_ days: Int, isWithin: Bool) {
        #expect(RetentionTerms(presenceDays: days).outOfBounds == (isWithin ? [] : ["presenceDays"]))
    }

    /// With any terms and exceptions, the limit moves no edge back, moves only those of presence without a hold, and none
    /// of these lies before the limit.
    @Test(arguments: [1, 2, 3] + (0..<5).map { _ in UInt64.random(in: 1000...10_000_000) })
    func limitConcernsOnlyPresenceWithoutAHold(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var terms = RetentionTerms(
                environmentDays: Int.random(in: 1...400, using: &random),
                environmentRollUpDays: Bool.random(using: &random) ? Int.random(in: 400...900, using: &random) : nil,
                presenceDays: Bool.random(using: &random) ? Int.random(in: 1...7, using: &random) : nil)
            let kind =
                [CapabilityKind.motion, .occupancy, .contact, .temperature].randomElement(using: &random) ?? .motion
            let series = Self.series(kind)
            let days = Bool.random(using: &random) ? Int.random(in: 1...400, using: &random) : nil
            let isHeld = Int.random(in: 0..<4, using: &random) == 0
            terms.exceptions[series] = RetentionException(
                days: days, rollUpDays: Bool.random(using: &random) ? (days ?? 0) + 100 : nil,
                hold: isHeld ? "evidence" : nil)
            var allowing = terms
            allowing.limitsPresence = false
            let isLimited = kind.isPresence && !isHeld
            let limit = noon - .days(terms.presenceDays ?? 7)
            for (edge, free) in [
                (terms.edge(of: series, .environment, at: noon), allowing.edge(of: series, .environment, at: noon)),
                (
                    terms.rollUpEdge(of: series, .environment, at: noon),
                    allowing.rollUpEdge(of: series, .environment, at: noon)
                ),
            ] {
                #expect(edge == (isLimited ? max(free, limit) : free), "seed \(seed): \(kind) \(terms)")
            }
        }
    }
}
