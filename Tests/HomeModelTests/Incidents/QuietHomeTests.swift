import HomeModel
import SeededRandom
import Testing

/// A family lives with its home for 30 days. What it does is no attack, so that the detector has to stay quiet.
struct QuietHomeTests {
    private static let people: [PersonID] = [PersonID("anna"), PersonID("olle"), PersonID("kim"), PersonID("mia")]
    private static let days = 30

    /// The seconds and observations of the days, in the order of time.
    private func events(seed: UInt64) -> [(second: Int, observation: IncidentObservation)] {
        var random = SeededGenerator(seed: seed)
        var events: [(second: Int, observation: IncidentObservation)] = []
        for day in 0..<Self.days {
            func moment(_ hours: Range<Int>) -> Int {
                day * 86_400 + Int.random(in: hours.lowerBound * 3600..<hours.upperBound * 3600, using: &random)
            }
            for person in Self.people {
                let client = ClientID(slugging: "\(person)-phone", fallback: ClientID("phone"))
                // Lamps and covers, some of them with a slider.
                for _ in 0..<Int.random(in: 5...40, using: &random) {
                    let start = moment(6..<24)
                    for step in 0..<(Bool.random(using: &random) ? 1 : Int.random(in: 2...20, using: &random)) {
                        events.append((start + step / 2, .commanded(person, client: client, entry: nil)))
                    }
                }
                // A child tries what only adults may do, and a wrong tap is repeated.
                for _ in 0..<Int.random(in: 0...2, using: &random) {
                    let start = moment(7..<22)
                    for retry in 0..<Int.random(in: 1...4, using: &random) {
                        events.append((start + retry * 5, .refused(person, client: client, entry: nil)))
                    }
                }
            }
            // A phone is paired now and then, and in one night of a holiday. A guest comes early by some hours.
            if Int.random(in: 0..<7, using: &random) == 0 {
                events.append((moment(8..<23), .paired(Self.people[3], client: .random(), hour: 20, entry: nil)))
            }
            if Int.random(in: 0..<10, using: &random) == 0 {
                let away = Duration.hours(Int.random(in: 0...5, using: &random))
                events.append(
                    (
                        moment(8..<20),
                        .wantedFarFromWindow(
                            Self.people[2], client: nil, device: "door", away: away, entry: nil)
                    ))
            }
            events += connections(day: day, random: &random)
        }
        return events.sorted { $0.second < $1.second }
    }

    /// Forty devices reconnect a few times a day. The router gives one of them another address now and then, and some
    /// use both families of addresses.
    private func connections(
        day: Int, random: inout SeededGenerator
    ) -> [(second: Int, observation: IncidentObservation)] {
        var events: [(second: Int, observation: IncidentObservation)] = []
        for device in 0..<40 {
            let renumbered = Int.random(in: 0..<20, using: &random) == 0 ? day : 0
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let second = day * 86_400 + Int.random(in: 0..<86_400, using: &random)
                let address =
                    device % 4 == 0 && Bool.random(using: &random)
                    ? "fd00::\(device + 1)" : "192.168.1.\(device + 10 + renumbered)"
                events.append((second, .connected(root: "device-\(device)", address: address)))
            }
        }
        return events
    }

    @Test(arguments: [1, 7, 42, 1234] as [UInt64]) func quietHomeRaisesAtMostOneFalseAlarmAWeek(_ seed: UInt64) {
        var detector = IncidentDetector()
        let start = Timestamp(milliseconds: 1_767_182_400_000)
        let signals = events(seed: seed).compactMap { event in
            detector.observe(
                event.observation, at: .seconds(event.second), time: start + .seconds(event.second))
        }
        let weeks = Dictionary(grouping: signals) { Int(($0.evidence.last - start).components.seconds) / (7 * 86_400) }
        #expect(weeks.values.allSatisfy { $0.count <= 1 }, "seed \(seed): \(signals.map(\.rule))")
    }
}
